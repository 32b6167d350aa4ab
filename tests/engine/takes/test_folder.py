import json

import numpy as np
import pytest
from phonoscope.engine.diagnosis.alarms import AlarmKind, find_alarms
from phonoscope.engine.errors import OutputError, PhonoscopeError
from phonoscope.engine.recipe import audio_digest, read_recipe
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.takes.folder import StoredTake, TakeWriter
from phonoscope.engine.text.segments import SegmentLimits


def assert_same_arrays(stored, take, n_frames=None):
    n = take.n_frames if n_frames is None else n_frames
    np.testing.assert_array_equal(stored.audio, take.audio[: n * take.hop_samples])
    for name in ("codes", "draws", "frames"):
        np.testing.assert_array_equal(getattr(stored, name), getattr(take, name)[:n], err_msg=name)


def test_a_finished_take_comes_back_whole(engine, spoken, tmp_path):
    writer = TakeWriter(tmp_path / "take", spoken)
    writer.append()
    request = engine.recipe_request(spoken)
    writer.finish(request)
    stored = StoredTake(tmp_path / "take")
    assert_same_arrays(stored, spoken)
    assert stored.taps.keys() == spoken.taps.keys()
    for group, rows in spoken.taps.items():
        np.testing.assert_array_equal(stored.taps[group], rows, err_msg=group)
    assert stored.figures == spoken.figures
    assert (stored.request, stored.complete, stored.alarm) == (spoken.request, True, None)
    recipe = read_recipe(tmp_path / "take" / "recipe.json")
    assert recipe.request == request
    assert recipe.audio_sha256 == audio_digest(stored.audio)


def test_what_was_written_before_a_crash_is_read_in_whole_frames(spoken, tmp_path):
    folder = tmp_path / "take"
    TakeWriter(folder, spoken).append()
    with (folder / "codes.i32").open("rb+") as file:  # cut in the middle of the sixth frame
        file.truncate(5 * 4 * spoken.codes.shape[1] + 3)
    with (folder / "taps" / "talker.f32").open("ab") as file:
        file.write(b"\0\0\0")
    stored = StoredTake(folder)
    assert stored.n_frames == 5
    assert_same_arrays(stored, spoken, 5)
    np.testing.assert_array_equal(stored.taps["talker"], spoken.taps["talker"])
    assert not stored.complete
    assert stored.figures.stop_reason is StopReason.NONE
    assert stored.figures.ttfa_ms == pytest.approx(spoken.figures.ttfa_ms)


def test_a_take_killed_before_its_first_frame_is_empty(spoken, tmp_path):
    TakeWriter(tmp_path / "take", spoken)
    stored = StoredTake(tmp_path / "take")
    assert (stored.n_frames, stored.duration_s, len(stored.audio)) == (0, 0.0, 0)
    assert stored.figures.n_frames == 0


@pytest.mark.parametrize("name", ["request.json", "layout.json", "result.json"])
@pytest.mark.parametrize("content", ["", "[]", '{"version": 1}', '{"version": 99}', "\0"])
def test_damaged_descriptions_are_refused_in_one_line(engine, spoken, tmp_path, name, content):
    folder = tmp_path / "take"
    TakeWriter(folder, spoken).finish(engine.recipe_request(spoken))
    (folder / name).write_text(content)
    with pytest.raises(PhonoscopeError, match=name):
        StoredTake(folder)


def test_segments_come_back_with_their_ends_and_what_was_given_up(engine, tmp_path):
    wanted = {"max_frames": 4, "retries": 2, "segments": SegmentLimits(1, 80), "sampler": {"min_new_tokens": 100}}
    take = engine.speak(engine.request("The old fox. Hello world.", **wanted))
    take.wait()
    TakeWriter(tmp_path / "take", take).finish(engine.recipe_request(take))
    stored = StoredTake(tmp_path / "take")
    assert [(s.first_frame, s.n_frames, s.stop_reason, list(s.discarded), s.seed) for s in stored.segments] == [
        (s.first_frame, s.n_frames, s.stop_reason, s.discarded, s.seed) for s in take.segments
    ]
    assert [list(segment.discarded) for segment in stored.segments] == [["max_frames"] * 2] * 2
    groups = engine.declaration.tap_groups
    ends = [alarm.frame for alarm in find_alarms(stored, groups) if alarm.kind is AlarmKind.MISSED_END]
    assert ends == [3, take.n_frames - 1]  # and not once, at the end of the whole
    assert find_alarms(stored, groups) == find_alarms(take, groups)


def as_version_2(folder):
    """Rewrite the result as an earlier version wrote it."""
    path = folder / "result.json"
    result = json.loads(path.read_text())
    del result["segments"], result["n_alarms"]
    path.write_text(json.dumps({**result, "version": 2}))


def test_of_takes_without_kept_segments_a_missed_end_is_that_of_the_whole(engine, tmp_path):
    take = engine.speak(engine.request("Hello.", max_frames=4, sampler={"min_new_tokens": 100}))
    take.wait()
    TakeWriter(tmp_path / "take", take).finish(engine.recipe_request(take))
    as_version_2(tmp_path / "take")
    stored = StoredTake(tmp_path / "take")
    assert (list(stored.segments), stored.n_alarms) == ([], None)
    kinds = {alarm.kind: alarm.frame for alarm in find_alarms(stored, engine.declaration.tap_groups)}
    assert kinds[AlarmKind.MISSED_END] == 3


def as_version_1(folder, *, with_stages_apart):
    """Rewrite the result as earlier versions wrote it."""
    as_version_2(folder)
    path = folder / "result.json"
    result = json.loads(path.read_text())
    stages = result["figures"].pop("stage_ms")
    if with_stages_apart:
        result["figures"] |= {f"{stage}_ms": ms for stage, ms in stages.items()}
    else:
        result["figures"]["stage_ms"] = stages
    path.write_text(json.dumps({**result, "version": 1}))


@pytest.mark.parametrize("with_stages_apart", [True, False])
def test_takes_of_earlier_versions_are_read(engine, spoken, tmp_path, with_stages_apart):
    TakeWriter(tmp_path / "take", spoken).finish(engine.recipe_request(spoken))
    as_version_1(tmp_path / "take", with_stages_apart=with_stages_apart)
    stored = StoredTake(tmp_path / "take")
    assert stored.figures == spoken.figures
    assert stored.complete


@pytest.mark.parametrize(("place", "value"), [("rtf", "fast"), ("stage_ms", {"talker": "slow"}), ("ttfa_ms", [1])])
def test_figures_that_are_no_numbers_are_refused(engine, spoken, tmp_path, place, value):
    TakeWriter(tmp_path / "take", spoken).finish(engine.recipe_request(spoken))
    path = tmp_path / "take" / "result.json"
    result = json.loads(path.read_text())
    result["figures"][place] = value
    path.write_text(json.dumps(result))
    with pytest.raises(PhonoscopeError, match="is damaged"):
        StoredTake(tmp_path / "take")


@pytest.mark.parametrize(
    "change",
    [{"first_frame": -1}, {"n_frames": 13}, {"first_frame": 1}, {"stop_reason": "bored"}, {"discarded": ["x"]}],
)
def test_segments_that_cannot_be_are_refused(engine, spoken, tmp_path, change):
    TakeWriter(tmp_path / "take", spoken).finish(engine.recipe_request(spoken))
    path = tmp_path / "take" / "result.json"
    result = json.loads(path.read_text())
    result["segments"][0] |= change
    path.write_text(json.dumps(result))
    with pytest.raises(PhonoscopeError, match="is damaged"):
        StoredTake(tmp_path / "take")


@pytest.mark.parametrize("n_alarms", [-1, 0.5, "2", True])
def test_a_number_of_alarms_that_cannot_be_is_refused(engine, spoken, tmp_path, n_alarms):
    TakeWriter(tmp_path / "take", spoken).finish(engine.recipe_request(spoken))
    path = tmp_path / "take" / "result.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "n_alarms": n_alarms}))
    with pytest.raises(PhonoscopeError, match="is damaged"):
        StoredTake(tmp_path / "take")


def test_no_array_is_read_from_outside_the_folder(spoken, tmp_path):
    TakeWriter(tmp_path / "take", spoken)
    path = tmp_path / "take" / "layout.json"
    layout = json.loads(path.read_text())
    layout["n_layers"]["../../secret"] = 1
    path.write_text(json.dumps(layout))
    with pytest.raises(PhonoscopeError, match="is damaged"):
        StoredTake(tmp_path / "take")


def test_a_folder_that_exists_is_not_written_into(spoken, tmp_path):
    (tmp_path / "take" / "taps").mkdir(parents=True)
    with pytest.raises(OutputError, match="cannot be written"):
        TakeWriter(tmp_path / "take", spoken)
    assert [p.name for p in tmp_path.iterdir()] == ["take"]
