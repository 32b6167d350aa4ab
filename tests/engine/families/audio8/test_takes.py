"""Speaking with Audio8 through the engine that all families share."""

import shutil
from dataclasses import replace

import numpy as np
import pytest
from phonoscope import _native
from phonoscope.engine.errors import ModelError, RequestError, VoiceError
from phonoscope.engine.request import TapMode, TapsRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.voices.references import load_reference

from .conftest import N_FRAMES, QUIET, TEXT, assert_same, spoken


def test_a_take_has_frames_of_ten_codes_at_44100_hz(engine, reference):
    assert (engine.sample_rate_hz, reference.codes.shape) == (44_100, (N_FRAMES, 10))
    assert reference.audio.shape == (N_FRAMES * 2048,)
    assert np.abs(reference.audio).max() > 0
    assert reference.stop_reason is StopReason.MAX_FRAMES
    assert set(reference.figures.stage_ms) == {"slow", "fast", "codec"}


def test_the_audio_is_that_of_its_codes_decoded_at_once(audio8_tiny, reference):
    decoder = _native.CodecDecoder(audio8_tiny.codec, 1)
    np.testing.assert_allclose(decoder.decode(reference.codes), reference.audio, atol=1e-5)


@pytest.mark.parametrize(
    "change",
    [
        {"chunk_frames": 1},
        {"chunk_frames": 64},
        {"taps": TapsRequest(TapMode.OFF)},
        {"taps": TapsRequest(TapMode.FULL)},
    ],
)
def test_nothing_but_the_seed_changes_a_bit(engine, request_, reference, change):
    assert_same(spoken(engine, replace(request_, **change)), reference)


def test_threads_change_no_bit(audio8_tiny, request_, reference):
    with Engine.load(audio8_tiny.model, threads=1) as engine:
        assert_same(spoken(engine, request_), reference)


def test_another_seed_says_it_differently(engine, request_, reference):
    assert (spoken(engine, replace(request_, seed=8)).codes != reference.codes).any()


def test_greedy_codes_are_the_most_probable_ones(audio8_tiny, engine, request_):
    greedy = replace(request_, sampler=engine.declaration.settings({"greedy": True, "min_new_tokens": N_FRAMES}))
    take = spoken(engine, greedy)
    loaded = load_reference(greedy.voice, n_codebooks=10, codebook_size=48)
    probe = _native.Audio8Probe(audio8_tiny.model, 1)
    settings = _native.Audio8SamplerSettings(do_sample=False)
    columns = engine._runtime.writer.write(TEXT, loaded).columns
    for at in range(0, len(columns), 64):
        out = probe.run_slow(columns[at : at + 64])
    for frame in take.codes:
        first = int(out["logits"][:48].argmax())
        codes = [first, *probe.run_fast(out["final"][-1], first, settings)["codes"].tolist()]
        assert frame.tolist() == codes
        out = probe.run_slow(np.array([[first + 64, *codes]], np.int32))


def test_a_first_code_that_repeats_is_drawn_again(engine, request_):
    hot = {"temperature": 5.0, "top_k": 0, "top_p": 1.0, "min_new_tokens": 40}
    plain, rescued = (
        spoken(
            engine, replace(request_, max_frames=40, sampler=engine.declaration.settings({**hot, "rescue_window": n}))
        )
        for n in (0, 10)
    )
    ours, other = plain.codes[:, 0], rescued.codes[:, 0]
    first = int(np.flatnonzero(ours != other)[0])
    assert ours[first] in ours[max(0, first - 10) : first]  # up to its first repetition it is the same take
    np.testing.assert_array_equal(plain.codes[:first], rescued.codes[:first])


def test_the_end_of_speech_ends_it(engine, voice):
    takes = [spoken(engine, engine.request("a", voice=voice, seed=seed, watchdog=QUIET)) for seed in range(4)]
    assert all(take.stop_reason in (StopReason.END_OF_SPEECH, StopReason.MAX_FRAMES) for take in takes)
    ends = [take for take in takes if take.stop_reason is StopReason.END_OF_SPEECH]
    assert ends
    assert all((take.codes < 48).all() for take in ends)


def test_a_folder_is_loaded_as_it_was_published(audio8_tiny, request_):
    with Engine.load(audio8_tiny.folder, threads=1) as engine:
        assert engine.declaration.name == "audio8"
        assert spoken(engine, request_).n_frames == N_FRAMES  # other weights: the cache holds 8 bits


def test_a_folder_without_its_tokenizer_is_named_as_it_was_given(audio8_tiny, tmp_path):
    folder = tmp_path / "published"
    shutil.copytree(audio8_tiny.folder, folder, ignore=shutil.ignore_patterns("tokenizer.json"))
    with pytest.raises(ModelError) as refused:
        Engine.load(folder)
    assert str(refused.value) == f"{folder}: has no tokenizer; convert a folder with tokenizer.json"


def test_the_codec_of_another_model_is_refused(audio8_tiny, qwen3_tiny):
    with pytest.raises(ModelError, match="holds no codec"):
        Engine.load(audio8_tiny.model, codec=qwen3_tiny.codec)


def test_what_does_not_fit_is_refused(engine, request_, tmp_path):
    with pytest.raises(RequestError, match="does not follow instructions"):
        engine.speak(replace(request_, instruct="sadly"))
    with pytest.raises(RequestError, match="reads all of a text before it speaks"):
        engine.speak(replace(request_, streaming_text=True))
    with pytest.raises(RequestError, match="finds the language out itself"):
        engine.speak(replace(request_, language="french"))
    with pytest.raises(RequestError, match="unknown sampler setting 'penalty_window'"):
        engine.request(TEXT, sampler={"penalty_window": 3})
    np.save(tmp_path / "vector.npy", np.ones(40, np.float32))
    with pytest.raises(VoiceError, match="takes reference codes"):
        engine.speak(engine.request(TEXT, voice=tmp_path / "vector.npy"))
    for layer, problem in {"slow_ssm.3": "the last one is slow_ssm.2", "slow_ssm_heads.0": "are not kept"}.items():
        with pytest.raises(RequestError, match=problem):
            engine.speak(replace(request_, taps=TapsRequest(TapMode.FULL, (layer,))))
