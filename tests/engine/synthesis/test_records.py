"""What a take keeps beside its sound: magnitudes, whole states, draws."""

from dataclasses import replace

import numpy as np
import pytest
from phonoscope._native import CodecDecoder
from phonoscope.engine.request import TapMode, TapsRequest
from phonoscope.engine.take_figures import FrameColumn

from .conftest import spoken


def test_frames_point_into_the_taps(engine, request_):
    take = spoken(engine, request_)
    frames, n_passes = take.frames, engine.n_codebooks - 1
    prompt = take.segments[0].n_prompt_rows
    np.testing.assert_array_equal(frames[:, FrameColumn.POSITION_ROW], prompt - 1 + np.arange(len(frames)))
    np.testing.assert_array_equal(frames[:, FrameColumn.PASS_ROW], n_passes * np.arange(len(frames)))
    assert take.taps["predictor"].shape == (n_passes * len(frames), 2, 3)
    assert take.taps["codec_blocks"].shape == (len(frames), len(engine.codec_block_names), 3)
    for values in take.taps.values():
        assert np.isfinite(values).all()
        assert (values[..., 0] > 0).all()
        assert (values[..., 0] <= values[..., 1] * (1 + 1e-5)).all()  # rms is at most the largest value
        assert (values[..., 2] == 0).all()
    assert (np.diff(frames[:, FrameColumn.PUBLISHED_MS]) >= 0).all()


def test_kept_states_agree_with_the_magnitudes(engine, request_):
    layers = ("talker.1", "talker_keys.1", "talker_values.0", "predictor.0", "codec_transformer.0", "codec_blocks.2")
    taps = TapsRequest(TapMode.FULL, layers, first_step=2, n_steps=5)
    take = spoken(engine, replace(request_, taps=taps))
    kept = take.kept_states
    assert sorted({f"{state.group}.{state.layer}" for state in kept}) == sorted(layers)
    assert sorted(state.step for state in kept) == sorted([2, 3, 4, 5, 6] * len(layers))
    for state in kept:
        rms, absmax, _ = take.taps[state.group][state.step, state.layer]
        assert rms == pytest.approx(np.sqrt(np.mean(state.values.astype(np.float64) ** 2)), rel=1e-5)
        assert absmax == np.abs(state.values).max()


def test_kept_states_of_the_codec_are_those_of_its_decoder(engine, request_):
    layer = engine.codec_block_names.index("block2")
    taps = TapsRequest(TapMode.FULL, (f"codec_blocks.{layer}",), first_step=1, n_steps=6)
    take = spoken(engine, replace(request_, taps=taps, chunk_frames=4))
    stage = CodecDecoder(engine.pair.codec, 1).decode_stages(take.codes)["block2"]  # [channel, time]
    frames = stage.reshape(len(stage), len(take.codes), -1).transpose(1, 2, 0)
    assert [state.step for state in take.kept_states] == [1, 2, 3, 4, 5, 6]
    for state in take.kept_states:
        np.testing.assert_array_equal(state.values, frames[state.step].ravel())


def test_draws_are_probabilities(engine, request_):
    draws = spoken(engine, request_).draws
    assert draws.shape == (len(draws), engine.n_codebooks, 2)
    assert (draws[..., 0] >= 0).all()
    assert ((draws[..., 1] > 0) & (draws[..., 1] <= 1)).all()
