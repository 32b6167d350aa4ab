"""Speaker and codec encoder: one result for any number of threads and any cut of the recording."""

from pathlib import Path

import numpy as np
import pytest
from phonoscope import _native

_DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="module")
def recording():
    """40 frames and a bit: several chunks of the codec encoder."""
    t = np.arange(40 * 1920 + 333) / 24000
    tone = 0.3 * np.sin(2 * np.pi * (120 * t + 40 * t**2)) * (1 + np.sin(2 * np.pi * 3 * t))
    return (tone + 0.02 * np.random.default_rng(5).standard_normal(len(t))).astype(np.float32)


@pytest.fixture(scope="module")
def codec_encoder(qwen3_tiny):
    return _native.CodecEncoder(qwen3_tiny.codec, 2)


@pytest.fixture(scope="module")
def speaker_encoder(qwen3_tiny):
    return _native.SpeakerEncoder(qwen3_tiny.talker, 2)


def test_dimensions(qwen3_tiny, codec_encoder, speaker_encoder):
    assert (codec_encoder.hop_samples, codec_encoder.n_quantizers) == (1920, 16)
    assert speaker_encoder.width == qwen3_tiny.golden["xvec"].shape[-1]
    assert _native.SpeakerEncoder.sample_rate_hz == 24000


def test_codes_do_not_depend_on_what_follows(codec_encoder, recording):
    whole = codec_encoder.encode(recording)
    assert whole.shape == (41, 16)
    assert len(np.unique(whole)) > 10
    for n_frames in (1, 7, 8, 9, 33):
        assert np.array_equal(codec_encoder.encode(recording[: n_frames * 1920]), whole[:n_frames])


def test_a_recording_that_ends_inside_a_frame(codec_encoder, recording):
    for n_samples in (1, 959, 961, 1919, 1921):
        assert len(codec_encoder.encode(recording[:n_samples])) == -(-n_samples // 1920)


def test_threads_do_not_change_a_bit(qwen3_tiny, codec_encoder, speaker_encoder, recording):
    assert np.array_equal(_native.CodecEncoder(qwen3_tiny.codec, 1).encode(recording), codec_encoder.encode(recording))
    alone = _native.SpeakerEncoder(qwen3_tiny.talker, 1).encode(recording)
    assert np.array_equal(alone, speaker_encoder.encode(recording))


def test_speaker_vector_of_the_shortest_recording(speaker_encoder, recording):
    vector = speaker_encoder.encode(recording[: _native.SpeakerEncoder.min_samples])
    assert np.isfinite(vector).all()
    assert vector.any()


def test_quiet_bands_of_speech_are_those_of_the_reference(speaker_encoder):
    """A reader's pause beside speech (LJ Speech, public domain) and its mel spectrogram by the reference.

    In double precision it is 3e-3 from it: the reference's roundings decide here.
    """
    with np.load(_DATA / "mel_of_speech.npz") as stored:
        mel = speaker_encoder.encode_stages(stored["samples"].astype(np.float32) / 32768)["mel"]
        np.testing.assert_allclose(mel, stored["mel"], rtol=0, atol=1e-5)


def test_recordings_of_impossible_length_are_refused(codec_encoder, speaker_encoder, recording):
    with pytest.raises(_native.ArgumentError, match="too short"):
        speaker_encoder.encode(recording[: _native.SpeakerEncoder.min_samples - 1])
    with pytest.raises(_native.ArgumentError, match="empty"):
        codec_encoder.encode(recording[:0])
    with pytest.raises(_native.ArgumentError, match="too long"):
        codec_encoder.encode(np.zeros(8000 * 960 + 1, np.float32))


def test_files_without_an_encoder_say_so(qwen3_tiny):
    with pytest.raises(_native.ModelFileError, match="no speaker encoder"):
        _native.SpeakerEncoder(qwen3_tiny.codec, 1)
    with pytest.raises(_native.ModelFileError, match="no speech tokenizer encoder"):
        _native.CodecEncoder(qwen3_tiny.talker, 1)


@pytest.mark.parametrize("level", [_native.CpuLevel.portable, _native.CpuLevel.avx2, _native.CpuLevel.avx512])
def test_every_instruction_set_encodes_alike(qwen3_tiny, codec_encoder, speaker_encoder, recording, level):
    best = _native.cpu_level()
    if _native.limit_cpu_level(level) != level:
        pytest.skip("this processor does not have it")
    try:
        codec = _native.CodecEncoder(qwen3_tiny.codec, 1)
        speaker = _native.SpeakerEncoder(qwen3_tiny.talker, 1)
    finally:
        _native.limit_cpu_level(best)
    assert np.array_equal(codec.encode(recording), codec_encoder.encode(recording))
    np.testing.assert_allclose(speaker.encode(recording), speaker_encoder.encode(recording), rtol=0, atol=1e-4)
