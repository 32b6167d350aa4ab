import contextlib
import math
import os
import shutil
import sqlite3

import numpy as np
import pytest
from phonoscope.engine.database import Database, waiting_at_most
from phonoscope.engine.diagnosis.alarms import AlarmKind, Severity, find_alarms
from phonoscope.engine.errors import LockedError, OutputError
from phonoscope.engine.strict_json import MAX_JSON_BYTES
from phonoscope.engine.takes import adoption
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.voices.likeness import Likeness


def keep(store, engine, take):
    recording = store.record(take)
    recording.finish(engine.recipe_request(take))
    return recording.id


def opened(root):
    """Return a store as the next start has it, once it has looked for what its index lacks."""
    store = TakeStore(root)
    store.adopt()
    return store


def lose_index(store):
    for file in store.root.glob("index.sqlite*"):
        file.unlink()


@pytest.fixture
def store(tmp_path):
    return TakeStore(tmp_path / "takes")


def test_a_kept_take_is_listed_and_read_again(store, engine, spoken):
    take_id = keep(store, engine, spoken)
    (summary,) = opened(store.root).summaries()
    assert (summary.id, summary.text, summary.seed) == (take_id, "Keep what I say.", 2**64 - 1)
    assert (summary.n_frames, summary.stop_reason) == (spoken.n_frames, spoken.stop_reason.value)
    assert (summary.ttfa_ms, summary.rtf) == (spoken.figures.ttfa_ms, spoken.figures.rtf)
    np.testing.assert_array_equal(store.read(take_id).codes, spoken.codes)


def test_the_newest_take_comes_first(store, engine, spoken):
    ids = [keep(store, engine, spoken) for _ in range(3)]
    assert len(set(ids)) == 3
    assert [s.id for s in store.summaries()] == sorted(ids, reverse=True)


def test_what_people_say_of_a_take_stays_while_it_grows(store, engine, spoken):
    recording = store.record(spoken)
    store.say("rating", {recording.id: 4})
    store.say("tags", {recording.id: "warm"})
    store.say("notes", {recording.id: "the best so far"})
    recording.append()
    recording.finish(engine.recipe_request(spoken))
    (summary,) = store.summaries()
    assert (summary.rating, summary.tags, summary.notes) == (4, "warm", "the best so far")


def test_the_bin_can_be_undone_and_emptied(store, engine, spoken):
    first, second = keep(store, engine, spoken), keep(store, engine, spoken)
    store.say("binned", {first: True, second: True})
    assert store.summaries() == []
    store.say("binned", {first: False})
    assert [s.id for s in store.summaries()] == [first]
    store.empty_bin()
    assert store.summaries(binned=True) == []
    assert sorted(p.name for p in store.root.iterdir() if p.is_dir()) == [first]


def test_a_lost_index_is_made_again_from_the_folders(store, engine, spoken):
    take_id = keep(store, engine, spoken)
    before = store.summaries()
    lose_index(store)
    (store.root / "not a take").mkdir()
    (after,) = opened(store.root).summaries()
    assert after.id == take_id
    assert (after.text, after.n_frames, after.stop_reason) == (
        before[0].text,
        before[0].n_frames,
        before[0].stop_reason,
    )
    assert (store.root / "not a take").is_dir()


def test_what_people_say_of_a_take_outlives_the_index(store, engine, spoken):
    kept, binned = keep(store, engine, spoken), keep(store, engine, spoken)
    store.say("rating", {kept: 4})
    store.say("tags", {kept: "warm"})
    store.say("notes", {kept: "the best so far"})
    store.say("binned", {binned: True})
    (store.root / binned / "notes.json").write_text('{"version": 99}')  # of a later version: as if nothing was said
    lose_index(store)
    again = opened(store.root)
    other, summary = again.summaries()
    assert (summary.id, summary.rating, summary.tags, summary.notes) == (kept, 4, "warm", "the best so far")
    assert (other.id, other.binned) == (binned, False)
    store.say("binned", {kept: True})
    lose_index(store)
    assert [take.id for take in opened(store.root).summaries(binned=True)] == [kept]


def test_a_damaged_index_is_reported_with_what_to_do(store):
    for file in store.root.glob("index.sqlite-*"):
        file.unlink()
    (store.root / "index.sqlite").write_bytes(b"no database" * 100)
    with pytest.raises(OutputError, match="remove it"):
        opened(store.root)


def test_drafts_of_killed_programs_are_removed_and_fresh_ones_left(store):
    old, fresh = (store.root / f".{name}.part" for name in ("old", "fresh"))
    for draft in (old, fresh):
        (draft / "taps").mkdir(parents=True)
    os.utime(old, (0, 0))
    assert opened(store.root).summaries() == []
    assert (old.exists(), fresh.exists()) == (False, True)


def test_what_a_kill_left_of_a_file_in_a_finished_take_is_removed(store, engine, spoken):
    part = store.root / keep(store, engine, spoken) / ".recipe.json.x.part"
    part.touch()
    os.utime(part, (0, 0))
    opened(store.root)
    assert not part.exists()


def test_a_folder_that_cannot_be_made_is_reported(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="cannot be made"):
        TakeStore(tmp_path / "file" / "takes")


def test_a_take_that_is_gone_is_reported(store, engine, spoken):
    take_id = keep(store, engine, spoken)
    shutil.rmtree(store.root / take_id)
    with pytest.raises(Exception, match="cannot be read"):
        store.read(take_id)


def test_what_was_removed_does_not_come_back_to_life(store, engine, spoken):
    take_id = keep(store, engine, spoken)
    store.say("binned", {take_id: True})
    # As if the program had been killed after the first step of emptying the bin.
    (store.root / take_id).rename(store.root / f".{take_id}.part")
    again = opened(store.root)
    assert (again.summaries(), again.summaries(binned=True)) == ([], [])


def test_a_take_that_ended_before_anything_of_it_was_written_counts_as_unfinished(store, spoken):
    assert spoken.finished
    store.record(spoken)  # and then the program was killed
    (summary,) = opened(store.root).summaries()
    assert (summary.n_frames, summary.stop_reason) == (0, "none")


def test_the_index_catches_up_with_a_take_whose_program_was_killed(store, engine, spoken):
    recording = store.record(spoken)
    recording._writer.finish(engine.recipe_request(spoken))  # the next step would have been the index
    (summary,) = opened(store.root).summaries()
    assert (summary.n_frames, summary.stop_reason) == (spoken.n_frames, spoken.stop_reason.value)


@pytest.mark.parametrize("version", [1, 2])
def test_the_index_of_an_older_version_keeps_what_people_said(store, engine, spoken, version):
    take_id = keep(store, engine, spoken)
    store.say("rating", {take_id: 3})
    with sqlite3.connect(store.root / "index.sqlite") as connection:
        for column in ("likeness", "n_alarms")[version - 1 :]:
            connection.execute(f"ALTER TABLE takes DROP COLUMN {column}")
        connection.execute(f"PRAGMA user_version={version}")
    (summary,) = opened(store.root).summaries()
    assert summary.rating == 3
    assert math.isnan(summary.likeness)
    assert summary.n_alarms is None


def test_alarms_are_counted_when_a_take_ends_and_kept_for_the_day_when_the_index_is_lost(store, engine):
    cut_off = engine.speak(engine.request("Keep what I say.", max_frames=12, sampler={"min_new_tokens": 100}))
    recording = store.record(cut_off)
    assert recording.summary().n_alarms is None
    cut_off.wait()
    serious = [a for a in find_alarms(cut_off, engine.declaration.tap_groups) if a.severity is not Severity.NOTE]
    assert AlarmKind.MISSED_END in [alarm.kind for alarm in serious]
    assert recording.finish(engine.recipe_request(cut_off)).n_alarms == len(serious)
    assert [take.n_alarms for take in store.summaries()] == [len(serious)]
    lose_index(store)
    assert [take.n_alarms for take in opened(store.root).summaries()] == [len(serious)]


def test_likeness_is_kept_in_the_folder_and_in_the_index(store, engine, spoken):
    take_id = keep(store, engine, spoken)
    found = Likeness(0.75, (1.5, 3.0), (0.8, 0.7))
    summary = store.keep_likeness(take_id, found)
    assert summary is not None
    assert summary.likeness == 0.75
    assert store.likeness(take_id) == found
    lose_index(store)
    assert opened(store.root).summaries()[0].likeness == 0.75
    assert store.keep_likeness("gone", found) is None


def test_where_sound_was_missing_is_kept_with_the_take_only(store, engine, spoken):
    take_id = keep(store, engine, spoken)
    assert store.underruns_s(take_id) == []
    store.keep_underruns(take_id, [0.25, 1.5])
    assert opened(store.root).underruns_s(take_id) == [0.25, 1.5]
    assert store.read(take_id).complete
    store.keep_underruns("gone", [1.0])
    assert not (store.root / "gone").exists()


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[0.5]",
        '{"version": 2, "times_s": [0.5]}',
        '{"version": 1, "times_s": ["x"]}',
        '{"version": 1, "times_s": [-1]}',
    ],
)
def test_of_damaged_under_runs_nothing_is_read(store, engine, spoken, content):
    take_id = keep(store, engine, spoken)
    (store.root / take_id / "underruns.json").write_text(content)
    assert store.underruns_s(take_id) == []


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"similarity": "x", "times_s": [0.5], "drift": [0.5]}',
        '{"similarity": 0.5, "times_s": [], "drift": []}',
        '{"similarity": 0.5, "times_s": [0.5], "drift": [0.5, 0.6]}',
        '{"similarity": 0.5, "times_s": [0.5], "drift": [0.5]}' + " " * MAX_JSON_BYTES,
    ],
)
def test_a_likeness_that_cannot_be_is_none(store, engine, spoken, content):
    take_id = keep(store, engine, spoken)
    (store.root / take_id / "likeness.json").write_text(content)
    assert store.likeness(take_id) is None


def test_a_take_does_not_wait_for_a_program_that_has_locked_the_index(store, engine, spoken):
    with contextlib.closing(sqlite3.connect(store.root / "index.sqlite")) as other:
        other.execute("BEGIN IMMEDIATE")
        recording = store.record(spoken)
        recording.append()
        recording.finish(engine.recipe_request(spoken))
        assert store.summaries() == []
        assert store.read(recording.id).complete
        killed = opened(store.root)  # a program that is started and killed while the index is locked
        assert killed.summaries() == []
    (summary,) = store.summaries()
    assert (summary.id, summary.stop_reason) == (recording.id, spoken.stop_reason.value)
    store.say("rating", {recording.id: 3})
    assert opened(store.root).summaries()[0].rating == 3


def test_a_store_whose_index_nobody_may_read_opens_keeps_takes_and_lists_all_of_them_later(store, engine, spoken):
    before = keep(store, engine, spoken)
    with contextlib.closing(sqlite3.connect(store.root / "index.sqlite")) as other, waiting_at_most(0.0):
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        locked_out = TakeStore(store.root)
        with pytest.raises(LockedError, match=r"index\.sqlite: is locked by another program"):
            locked_out.summaries()
        with pytest.raises(LockedError):
            locked_out.adopt()
        meanwhile = keep(locked_out, engine, spoken)
        assert locked_out.read(before).complete
    locked_out.adopt()
    assert [take.id for take in locked_out.summaries()] == [meanwhile, before]


def test_a_take_that_never_came_into_a_locked_index_is_found_by_the_next_start(store, engine, spoken):
    with contextlib.closing(sqlite3.connect(store.root / "index.sqlite")) as other:
        other.execute("BEGIN IMMEDIATE")
        take_id = keep(store, engine, spoken)
    assert [take.id for take in opened(store.root).summaries()] == [take_id]


def test_what_is_said_of_many_takes_is_written_to_the_index_once(store, engine, spoken, monkeypatch):
    takes = [keep(store, engine, spoken) for _ in range(5)]
    written = []
    connect = Database.connect

    @contextlib.contextmanager
    def count(database):
        with connect(database) as connection:
            before = connection.total_changes
            yield connection
            if connection.total_changes > before:
                written.append(connection.total_changes - before)

    monkeypatch.setattr(Database, "connect", count)
    store.say("rating", {take_id: number for number, take_id in enumerate(takes)})
    assert written == [5]
    lose_index(store)
    written.clear()
    again = opened(store.root)
    assert [take.rating for take in again.summaries()] == [4, 3, 2, 1, 0]
    assert written == [5]


def test_only_what_people_say_can_be_said(store, engine, spoken):
    take_id = keep(store, engine, spoken)
    with pytest.raises(ValueError, match="seed"):
        store.say("seed", {take_id: 1})
    (store.root / take_id / "notes.json").write_text('{"version": 1, "rating": 1000000000}')
    lose_index(store)
    assert opened(store.root).summaries()[0].rating == 5


def test_a_lost_index_is_made_again_some_takes_at_a_time_the_newest_first(store, engine, spoken, monkeypatch):
    monkeypatch.setattr(adoption, "_FOLDERS_AT_ONCE", 2)
    takes = [keep(store, engine, spoken) for _ in range(5)]
    lose_index(store)
    again, listed, left = TakeStore(store.root), [], []
    assert again.summaries() == []
    while not again.adoption.done:
        found = again.adoption.go_on()
        listed += [take.id for take in found]
        left.append(again.adoption.n_left)
        assert [take.id for take in again.summaries()] == listed
    assert listed == takes[::-1]
    assert left == [3, 1, 0]


def test_a_take_that_ends_while_its_folder_is_looked_into_stays_finished(store, engine, spoken):
    recording = store.record(spoken)
    recording.append()
    seen = recording.summary()  # as another program reads it
    recording.finish(engine.recipe_request(spoken))
    store.list_soon(seen)
    assert store.summaries()[0].stop_reason == spoken.stop_reason.value
