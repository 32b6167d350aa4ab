"""The same request makes the same bits, however the work is cut; and what a loaded model says and refuses."""

from dataclasses import replace

import numpy as np
import pytest
from phonoscope.engine.cores import available_cores
from phonoscope.engine.errors import PhonoscopeError, RequestError, VoiceError
from phonoscope.engine.request import TapMode, TapsRequest
from phonoscope.engine.synthesis import Engine

from .conftest import TEXT, assert_same, spoken


@pytest.mark.parametrize("chunk_frames", [1, 2, 3, 4, 8, 64])
def test_the_chunk_size_changes_no_bit(engine, request_, reference, chunk_frames):
    assert_same(spoken(engine, replace(request_, chunk_frames=chunk_frames)), reference)


def test_the_number_of_threads_changes_no_bit(qwen3_tiny, request_, reference):
    with Engine.load(qwen3_tiny.talker, threads=1) as engine:
        assert_same(spoken(engine, request_), reference)


def test_no_more_threads_than_cores_are_used(qwen3_tiny, request_, reference):
    with Engine.load(qwen3_tiny.talker, threads=64) as engine:
        assert engine.n_threads == available_cores()
        assert_same(spoken(engine, request_), reference)


def test_taps_change_no_bit(engine, request_, reference):
    assert_same(spoken(engine, replace(request_, taps=TapsRequest(TapMode.OFF))), reference)


def test_another_seed_sounds_different(engine, request_, reference):
    take = spoken(engine, replace(request_, seed=8))
    assert take.codes.shape != reference[1].shape or (take.codes != reference[1]).any()


def test_chunks_are_the_audio(engine, request_):
    take = engine.speak(request_)
    np.testing.assert_array_equal(np.concatenate(list(take.chunks())), take.audio)
    assert take.finished


def test_views_never_change(engine, request_):
    take = engine.speak(request_)
    first = next(take.chunks())
    kept = first.copy()
    take.wait()
    np.testing.assert_array_equal(first, kept)
    with pytest.raises(ValueError, match="read-only"):
        take.audio[0] = 1.0


def test_a_take_outlives_its_engine(qwen3_tiny, request_, reference):
    with Engine.load(qwen3_tiny.talker, threads=1) as engine:
        take = spoken(engine, request_)
    del engine
    assert_same(take, reference)


def test_one_take_at_a_time(engine, request_):
    endless = engine.declaration.settings({"min_new_tokens": 1000})  # of each segment
    take = engine.speak(replace(request_, text=10 * TEXT, max_frames=100_000, sampler=endless))
    with pytest.raises(PhonoscopeError, match="already speaking"):
        engine.speak(request_)
    take.cancel()
    take.wait()
    spoken(engine, request_)


def test_a_loaded_model_says_what_it_is_and_takes(engine, qwen3_tiny):
    figures = engine.figures
    assert (figures.quantisation, figures.device, figures.n_threads) == ("f32", "cpu", engine.n_threads)
    files = {qwen3_tiny.talker, qwen3_tiny.codec}
    assert 0.5 * sum(f.stat().st_size for f in files) < figures.weight_bytes < sum(f.stat().st_size for f in files)


def test_what_does_not_fit_is_refused(engine, request_, tmp_path):
    np.zeros(63, "<f4").tofile(tmp_path / "zero.spk")
    np.full(63, 0.5, "<f4").tofile(tmp_path / "short.spk")
    with pytest.raises(VoiceError, match=r"zero\.spk"):
        engine.request(TEXT, voice=tmp_path / "zero.spk")
    with pytest.raises(VoiceError, match="63 values"):
        engine.speak(engine.request(TEXT, voice=tmp_path / "short.spk"))
    with pytest.raises(RequestError, match="does not speak 'klingon'"):
        engine.speak(replace(request_, language="klingon"))
    for layer in ("talker.99", "talker_values.3"):
        problem = f"the last one is {layer.split('.')[0]}.2"
        with pytest.raises(RequestError, match=problem):
            engine.speak(replace(request_, taps=TapsRequest(TapMode.FULL, (layer,))))
    with pytest.raises(RequestError, match="blank"):
        engine.request("  \n ")
    with pytest.raises(RequestError, match="threads"):
        Engine.load(engine.pair.model, threads=0)
    spoken(engine, request_)
