from types import SimpleNamespace

import numpy as np
import pytest
from phonoscope.engine.diagnosis.alarms import AlarmKind, Severity, find_alarms
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.take_figures import FrameColumn, StopReason

GROUPS = (TapGroupDeclaration("blocks", "Blocks", "", "frame"),)
HOP = 640


def found(take):
    return [(alarm.kind, alarm.frame, alarm.layer) for alarm in find_alarms(take, GROUPS)]


def test_a_sound_take_raises_none(sounding):
    assert find_alarms(sounding(), GROUPS) == []
    assert find_alarms(sounding(0), GROUPS) == []


def test_the_first_value_that_is_not_finite_is_found_by_layer_and_frame(sounding):
    take = sounding()
    take.taps["blocks"][7:, 1, 2] = 5
    take.taps["blocks"][7:, 2, 2] = 5
    (alarm,) = find_alarms(take, GROUPS)
    assert (alarm.kind, alarm.frame, alarm.layer, alarm.value) == (AlarmKind.NON_FINITE, 7, 1, 23 * 5)
    assert alarm.severity is Severity.ERROR


def test_what_the_engine_stopped_at_names_its_operation(sounding):
    take = sounding(4, alarm=SimpleNamespace(stage="blocks", layer=2, step=4, operation="mlp"))
    (alarm,) = find_alarms(take, GROUPS)
    assert (alarm.frame, alarm.layer, alarm.operation) == (4, 2, "mlp")


@pytest.mark.parametrize(
    ("absmax", "kind"), [(70_000, AlarmKind.OVERFLOW), (40_000, AlarmKind.LITTLE_HEADROOM), (30_000, None)]
)
def test_headroom_is_measured_against_f16(sounding, absmax, kind):
    take = sounding()
    take.taps["blocks"][11, 2] = absmax / 2, absmax, 0
    kinds = [entry for entry in found(take) if entry[0] in (AlarmKind.OVERFLOW, AlarmKind.LITTLE_HEADROOM)]
    assert kinds == ([] if kind is None else [(kind, 11, 2)])


def test_single_channels_that_tower_above_the_rest_are_noted(sounding):
    take = sounding()
    take.taps["blocks"][3, 1] = 1, 400, 0
    assert found(take) == [(AlarmKind.MASSIVE, 3, 1)]


def test_growth_in_one_layer_is_noted(sounding):
    take = sounding()
    take.taps["blocks"][:, 2, :2] = 12, 24
    (alarm,) = find_alarms(take, GROUPS)
    assert (alarm.kind, alarm.layer) == (AlarmKind.JUMP, 2)
    assert alarm.value == pytest.approx(12)


def test_growth_leads_to_its_own_layer_wherever_others_are_largest(sounding):
    take = sounding()
    take.taps["blocks"][:, 2, :2] = 12, 24
    take.taps["blocks"][17, 2, 1] = 30
    take.taps["blocks"][5, 0, 1] = 400
    assert found(take) == [(AlarmKind.MASSIVE, 5, 0), (AlarmKind.JUMP, 17, 2)]


@pytest.mark.parametrize(("row", "outside"), [(3, True), (9, False), (20, False), (25, True), (26, False)])
def test_what_was_in_a_prompt_is_told_from_what_a_frame_shows(sounding, row, outside):
    take = sounding()
    first = np.arange(9, 9 + take.n_frames)
    first[12:] += 5  # a second segment with its own prompt
    take.frames[:, FrameColumn.POSITION_ROW] = first
    take.taps["blocks"] = np.tile(np.array([1, 2, 0], np.float32), (first[-1] + 1, 3, 1))
    take.taps["blocks"][row, 1, 1] = 400
    (alarm,) = find_alarms(take, (TapGroupDeclaration("blocks", "Blocks", "", "position"),))
    assert (alarm.kind, alarm.outside_frames, alarm.row) == (AlarmKind.MASSIVE, outside, row)
    assert outside or first[alarm.frame] == row


@pytest.mark.parametrize("reason", [StopReason.MAX_FRAMES, StopReason.SILENCE, StopReason.REPEATED_CODES])
def test_speech_that_did_not_end_by_itself_is_told(sounding, reason):
    assert found(sounding(figures=SimpleNamespace(stop_reason=reason))) == [(AlarmKind.MISSED_END, 29, -1)]


def test_each_segment_that_was_cut_off_is_told_at_its_own_end(sounding):
    ends = [(0, 8, "end_of_speech"), (10, 5, "max_frames"), (17, 6, "silence"), (25, 5, "end_of_speech")]
    segments = [SimpleNamespace(first_frame=at, n_frames=n, stop_reason=reason) for at, n, reason in ends]
    take = sounding(segments=segments, figures=SimpleNamespace(stop_reason=StopReason.MAX_FRAMES))
    assert found(take) == [(AlarmKind.MISSED_END, 14, -1), (AlarmKind.MISSED_END, 22, -1)]
    assert [alarm.value for alarm in find_alarms(take, GROUPS)] == pytest.approx([5 * 0.08, 6 * 0.08])


def test_long_silence_is_told_and_a_pause_is_not(sounding):
    take = sounding()
    take.audio[5 * HOP : 9 * HOP] = 0
    assert find_alarms(take, GROUPS) == []
    take.audio[12 * HOP : 26 * HOP] = 1e-4
    take.codes[12:26, 0] = 9  # silence repeats itself: that is no second alarm
    (alarm,) = find_alarms(take, GROUPS)
    assert (alarm.kind, alarm.frame, alarm.n_frames) == (AlarmKind.SILENCE, 12, 14)
    assert alarm.value == pytest.approx(14 * 0.08)


def test_a_stuck_code_is_told(sounding):
    take = sounding()
    take.codes[4:15, 0] = 9
    (alarm,) = find_alarms(take, GROUPS)
    assert (alarm.kind, alarm.frame, alarm.n_frames) == (AlarmKind.REPEATED, 5, 10)


def test_clipping_is_told_and_a_single_peak_is_not(sounding):
    take = sounding()
    take.audio[100] = 1.0
    assert find_alarms(take, GROUPS) == []
    take.audio[8 * HOP - 2 : 8 * HOP + 2] = -1.0
    assert found(take) == [(AlarmKind.CLIPPED, 7, -1)]


def test_the_worst_comes_first(sounding):
    take = sounding(figures=SimpleNamespace(stop_reason=StopReason.MAX_FRAMES))
    take.taps["blocks"][20, 0] = 1, 1e5, 0
    take.audio[0 : 15 * HOP] = 0
    assert [alarm.kind for alarm in find_alarms(take, GROUPS)] == [
        AlarmKind.OVERFLOW,
        AlarmKind.SILENCE,
        AlarmKind.MISSED_END,
        AlarmKind.MASSIVE,
    ]


def test_sound_that_is_not_finite_does_not_stop_the_search(sounding):
    take = sounding()
    take.audio[HOP : 3 * HOP] = np.nan
    assert find_alarms(take, GROUPS) == []
