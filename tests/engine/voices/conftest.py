"""A library with a few voices, and recordings of the tiny model's encoders."""

import numpy as np
import pytest
import soundfile
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.families.qwen3_tts.recording_encoder import Qwen3RecordingEncoder
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.voices.card import Consent, VoiceCard
from phonoscope.engine.voices.library import VoiceLibrary
from phonoscope.engine.voices.store import VoiceStore
from phonoscope.engine.voices.voice import XVectorVoice
from phonoscope.engine.voices.voice_file import stored_voice

WIDTH = 64


@pytest.fixture
def library(tmp_path):
    """Six voices of the tiny model's width, half of them tagged female."""
    library = VoiceLibrary(VoiceStore(tmp_path / "voices"))
    rng = np.random.default_rng(9)
    common = rng.standard_normal(WIDTH)
    gender = rng.standard_normal(WIDTH)
    for i, name in enumerate(("anna", "berta", "carla", "david", "emil", "fritz")):
        sign = 1 if i < 3 else -1
        values = (common + sign * gender + 0.5 * rng.standard_normal(WIDTH)).astype(np.float32)
        card = VoiceCard(
            name,
            VoiceKind.XVECTOR,
            tags=("female" if sign > 0 else "male",),
            language="german",
            licence="CC0",
            consent=Consent.OWN if i else Consent.PERMITTED,
        )
        library.store.add(stored_voice(card, XVectorVoice(values)))
    return library


@pytest.fixture(scope="session")
def encoder(qwen3_tiny):
    """The tiny model's encoders."""
    encoder = Qwen3RecordingEncoder.load(ModelPair(qwen3_tiny.talker, qwen3_tiny.codec), 1)
    assert encoder is not None
    return encoder


def sound(seconds=2.0, hz=150.0, seed=0):
    """Something with harmonics and syllables."""
    t = np.arange(round(seconds * 24_000)) / 24_000
    rng = np.random.default_rng(seed)
    tone = sum(np.sin(2 * np.pi * hz * k * t) / k for k in range(1, 8)) * (np.sin(2 * np.pi * 3 * t) > -0.5)
    return (0.15 * tone + 0.001 * rng.standard_normal(len(t))).astype(np.float32)


@pytest.fixture
def recording(tmp_path):
    """A recording of two seconds."""
    path = tmp_path / "clip.wav"
    soundfile.write(path, sound(), 24_000, subtype="FLOAT")
    return path
