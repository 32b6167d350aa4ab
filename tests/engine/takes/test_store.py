import math
import os
import shutil
import signal
import subprocess
import sys

import numpy as np
import pytest
from phonoscope.engine.errors import OutputError
from phonoscope.engine.takes.store import TakeStore


def keep(store, engine, take):
    recording = store.record(take)
    recording.finish(engine.recipe_request(take))
    return recording.id


@pytest.fixture
def store(tmp_path):
    return TakeStore(tmp_path / "takes")


def test_a_kept_take_is_listed_and_read_again(store, engine, spoken):
    take_id = keep(store, engine, spoken)
    (summary,) = TakeStore(store.root).summaries()
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
    store.rate(recording.id, 4)
    store.annotate(recording.id, tags="warm", notes="the best so far")
    recording.append()
    recording.finish(engine.recipe_request(spoken))
    (summary,) = store.summaries()
    assert (summary.rating, summary.tags, summary.notes) == (4, "warm", "the best so far")


def test_the_bin_can_be_undone_and_emptied(store, engine, spoken):
    first, second = keep(store, engine, spoken), keep(store, engine, spoken)
    store.bin([first, second])
    assert store.summaries() == []
    store.restore([first])
    assert [s.id for s in store.summaries()] == [first]
    store.empty_bin()
    assert store.summaries(binned=True) == []
    assert sorted(p.name for p in store.root.iterdir() if p.is_dir()) == [first]


def test_a_lost_index_is_made_again_from_the_folders(store, engine, spoken):
    take_id = keep(store, engine, spoken)
    before = store.summaries()
    for file in store.root.glob("index.sqlite*"):
        file.unlink()
    (store.root / "not a take").mkdir()
    (after,) = TakeStore(store.root).summaries()
    assert after.id == take_id
    assert (after.text, after.n_frames, after.stop_reason) == (
        before[0].text,
        before[0].n_frames,
        before[0].stop_reason,
    )
    assert (store.root / "not a take").is_dir()


def test_a_damaged_index_is_reported_with_what_to_do(store):
    for file in store.root.glob("index.sqlite-*"):
        file.unlink()
    (store.root / "index.sqlite").write_bytes(b"no database" * 100)
    with pytest.raises(OutputError, match="remove it"):
        TakeStore(store.root)


def test_drafts_of_killed_programs_are_removed_and_fresh_ones_left(store):
    old, fresh = (store.root / f".{name}.part" for name in ("old", "fresh"))
    for draft in (old, fresh):
        (draft / "taps").mkdir(parents=True)
    os.utime(old, (0, 0))
    assert TakeStore(store.root).summaries() == []
    assert (old.exists(), fresh.exists()) == (False, True)


def test_a_folder_that_cannot_be_made_is_reported(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match="cannot be made"):
        TakeStore(tmp_path / "file" / "takes")


def test_a_take_that_is_gone_is_reported(store, engine, spoken):
    take_id = keep(store, engine, spoken)
    shutil.rmtree(store.root / take_id)
    with pytest.raises(Exception, match="cannot be read"):
        store.read(take_id)


SPEAK_FOR_EVER = """
import sys
from pathlib import Path
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.takes.store import TakeStore
store = TakeStore(Path(sys.argv[2]))
with Engine.load(sys.argv[1], threads=1) as engine:
    for seed in range(1000):
        take = engine.speak(engine.request("Never ending.", seed=seed, max_frames=40))
        recording = store.record(take)
        while not take.wait(0.01):
            recording.append()
        recording.finish(engine.recipe_request(take))
        print(recording.id, flush=True)
"""


def test_killing_the_program_harms_no_finished_take(qwen3_tiny, tmp_path):
    finished = []
    for n_more in (1, 3):
        program = subprocess.Popen(
            [sys.executable, "-c", SPEAK_FOR_EVER, qwen3_tiny.talker, tmp_path], stdout=subprocess.PIPE, text=True
        )
        assert program.stdout is not None
        with program.stdout:
            finished += [program.stdout.readline().strip() for _ in range(n_more)]
            program.send_signal(signal.SIGKILL)
            finished += program.stdout.read().split()  # those that it still announced
        program.wait()
    store = TakeStore(tmp_path)
    listed = {summary.id: summary for summary in store.summaries()}
    assert set(finished) <= set(listed)
    assert {p.name for p in tmp_path.iterdir() if p.is_dir() and not p.name.startswith(".")} == set(listed)
    for take_id, summary in listed.items():
        take = store.read(take_id)
        assert len(take.codes) == take.n_frames
        if take_id in finished:
            assert take.complete
            assert (take.n_frames, math.isnan(summary.rtf)) == (summary.n_frames, False)
