from types import SimpleNamespace

import numpy as np
import pytest
from phonoscope.engine.diagnosis.alarms import AlarmKind, Severity, find_alarms
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.take_figures import StopReason

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


@pytest.mark.parametrize("reason", [StopReason.MAX_FRAMES, StopReason.SILENCE, StopReason.REPEATED_CODES])
def test_speech_that_did_not_end_by_itself_is_told(sounding, reason):
    assert found(sounding(figures=SimpleNamespace(stop_reason=reason))) == [(AlarmKind.MISSED_END, 29, -1)]


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
