"""Likeness to the voice that was asked for, along the way."""

import numpy as np
import pytest
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.voices.bundled import bundled_voices
from phonoscope.engine.voices.encoders import load_encoder
from phonoscope.engine.voices.files import load_voice
from phonoscope.engine.voices.likeness import WINDOW_S, measure_likeness
from phonoscope.engine.voices.making import cosine
from phonoscope.engine.voices.voice import XVectorVoice

from .conftest import sound

RATE = 24_000


def test_speech_is_like_itself(encoder):
    audio = sound(2.0)
    found = measure_likeness(audio, RATE, encoder.xvector(audio), encoder)
    assert found is not None
    assert found.similarity == pytest.approx(1, abs=1e-5)
    assert list(found.drift) == pytest.approx([1], abs=1e-5)
    assert found.times_s == (1.0,)


def test_the_parts_of_a_blend_are_compared_as_well(encoder):
    audio, other = sound(2.0), np.ones(64, np.float32)
    found = measure_likeness(audio, RATE, other, encoder, {"anna": encoder.xvector(audio), "ben": other})
    assert found is not None
    assert found.parts == pytest.approx({"anna": 1, "ben": found.similarity}, abs=1e-5)


def test_drift_shows_where_the_voice_changes(encoder):
    same, other = sound(6.0, hz=110), np.random.default_rng(1).standard_normal(6 * RATE).astype(np.float32) * 0.1
    found = measure_likeness(np.concatenate([same, other]), RATE, encoder.xvector(same), encoder)
    assert found is not None
    assert np.diff(found.times_s) == pytest.approx(1.5, abs=0.01)
    assert min(found.drift[:3]) > max(found.drift[-3:])
    assert found.lowest == min(found.drift)


def test_the_effort_for_long_speech_is_bounded(encoder):
    found = measure_likeness(sound(90.0), RATE, encoder.xvector(sound(3.0)), encoder)
    assert found is not None
    assert len(found.drift) == 16
    assert found.times_s[0] == WINDOW_S / 2
    assert found.times_s[-1] == 90 - WINDOW_S / 2


def test_too_little_to_judge(encoder):
    vector = np.ones(64, np.float32)
    assert measure_likeness(sound(0.3), RATE, vector, encoder) is None
    assert measure_likeness(np.zeros(RATE, np.float32), RATE, vector, encoder) is None


def test_other_rates(encoder):
    audio = sound(2.0)
    import soxr

    found = measure_likeness(soxr.resample(audio, RATE, 48_000), 48_000, encoder.xvector(audio), encoder)
    assert found is not None
    assert found.similarity > 0.99


def test_speakers_of_the_model_are_vectors_like_those_in_files():
    encoder = load_encoder("phonoscope-voice", 1).encoder
    for name, path in bundled_voices().items():
        stored = load_voice(path, n_codebooks=0, codebook_size=0)
        assert isinstance(stored, XVectorVoice)
        assert cosine(encoder.speaker(name.upper()), stored.values) > 0.999  # named in any case, as in a request
    with pytest.raises(VoiceError, match="no speaker 'nobody'"):
        encoder.speaker("nobody")
