"""What is measured while Audio8 speaks, and what is noticed in it."""

from dataclasses import replace

import numpy as np
import pytest
from phonoscope.engine.diagnosis.alarms import AlarmKind, find_alarms
from phonoscope.engine.errors import AlarmError
from phonoscope.engine.request import TapMode, TapsRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take_figures import FrameColumn

from ....altered_weights import with_weights
from .conftest import N_FRAMES, spoken

N_HEADS = 6  # of each mixer


def test_taps_follow_every_position_pass_and_frame(engine, request_, reference):
    taps, frames = reference.taps, reference.frames
    declared = [group.name for group in engine.declaration.tap_groups]
    assert sorted(taps) == sorted(name for name in declared if name != "slow_ssm_heads")
    n_rows = reference.segments[0].n_prompt_rows + N_FRAMES - 1
    for name in ("slow", "slow_windows", "slow_ssm", "slow_keys", "slow_values"):
        assert taps[name].shape == (n_rows, 3, 3), name
        assert (taps[name][:, :, 1] >= taps[name][:, :, 0]).all()
        assert (taps[name][:, :, 2] == 0).all()
        assert (taps[name][:, :, 0] > 0).all()
    assert taps["fast"].shape == (9 * N_FRAMES, 2, 3)
    assert taps["codec_transformer"].shape == (N_FRAMES, 2, 3)
    np.testing.assert_array_equal(frames[:, FrameColumn.POSITION_ROW], n_rows - N_FRAMES + np.arange(N_FRAMES))
    np.testing.assert_array_equal(frames[:, FrameColumn.PASS_ROW], 9 * np.arange(N_FRAMES))


def test_whole_states_have_the_magnitudes_of_the_taps(engine, request_):
    slow = ("slow.2", "slow_windows.0", "slow_ssm.1", "slow_keys.2", "slow_values.0")
    layers = (*slow, "fast.1", "codec_transformer.1", "codec_blocks.2")
    take = spoken(engine, replace(request_, taps=TapsRequest(TapMode.FULL, layers, 3, 20)))
    states = take.kept_states
    assert {f"{state.group}.{state.layer}" for state in states} == set(layers)
    for state in states:
        rms, absmax, bad = take.taps[state.group][state.step, state.layer]
        assert np.sqrt(np.square(state.values, dtype=np.float64).mean()) == pytest.approx(rms, rel=1e-5)
        assert np.abs(state.values).max() == pytest.approx(absmax, rel=1e-6)
        assert bad == 0
    assert next(state for state in states if state.group == "slow_ssm").values.size == N_HEADS * 8 * 16


def test_heads_are_measured_when_whole_states_are_kept(engine, request_):
    take = spoken(engine, replace(request_, taps=TapsRequest(TapMode.FULL, ("slow_ssm.1",), 0, 40)))
    whole, heads = take.taps["slow_ssm"], take.taps["slow_ssm_heads"].reshape(-1, 3, N_HEADS, 3)
    assert len(heads) == len(whole)
    np.testing.assert_allclose(np.sqrt(np.square(heads[..., 0]).mean(axis=2)), whole[..., 0], rtol=1e-5)
    np.testing.assert_array_equal(heads[..., 1].max(axis=2), whole[..., 1])
    for state in take.kept_states:
        expected = np.abs(state.values.reshape(N_HEADS, -1)).max(axis=1)
        np.testing.assert_array_equal(heads[state.step, state.layer, :, 1], expected)


def test_a_poisoned_weight_names_the_mixer(audio8_tiny, tmp_path, request_):
    poisoned = with_weights(audio8_tiny.model, "slow.blk.1.ssm_d", np.nan, tmp_path / "poisoned.gguf")
    with Engine.load(poisoned, codec=audio8_tiny.codec, threads=1) as engine:
        take = engine.speak(request_)
        take.wait()
        with pytest.raises(AlarmError, match="slow layer 1, step 0, state-space mixer"):
            take.check()


def load_with_growing_state(audio8_tiny, folder, rate):
    """Load the model with a mixer in layer 1 whose states grow instead of fading."""
    growing = with_weights(audio8_tiny.model, "slow.blk.1.ssm_a", [rate] * N_HEADS, folder / "growing.gguf")
    return Engine.load(growing, codec=audio8_tiny.codec, threads=1)


def test_a_state_that_blows_up_is_seen_and_named(audio8_tiny, engine, request_, reference, tmp_path):
    groups = engine.declaration.tap_groups
    assert not [alarm for alarm in find_alarms(reference, groups) if alarm.group == "slow_ssm"]
    with load_with_growing_state(audio8_tiny, tmp_path, 0.5) as growing:
        take = spoken(growing, request_)
    absmax = take.taps["slow_ssm"][:, :, 1]
    assert absmax[-1, 1] > 1e3 * reference.taps["slow_ssm"][:, 1, 1].max()
    assert (absmax[:, 0] < 1e2).all()
    worst = next(alarm for alarm in find_alarms(take, groups) if alarm.group == "slow_ssm")
    assert (worst.kind, worst.layer) == (AlarmKind.OVERFLOW, 1)


def test_a_state_that_leaves_what_floats_can_hold_stops_the_take(audio8_tiny, request_, tmp_path):
    with load_with_growing_state(audio8_tiny, tmp_path, 200.0) as growing:
        take = growing.speak(request_)
        take.wait()
    alarm = take.alarm
    assert alarm is not None
    assert (alarm.stage, alarm.layer) == ("slow", 1)
    assert alarm.operation in ("state-space mixer", "attention")
