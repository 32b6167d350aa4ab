from types import SimpleNamespace
from typing import Any

import numpy as np
from phonoscope.engine.pictures.colours import N_SHADES
from phonoscope.engine.pictures.thumbnail import thumbnail

RATE_HZ = 16_000


def tone(seconds: float, hz: float) -> Any:
    t = np.arange(int(seconds * RATE_HZ)) / RATE_HZ
    audio = (0.5 * np.sin(2 * np.pi * hz * t)).astype(np.float32)
    return SimpleNamespace(audio=audio, sample_rate_hz=RATE_HZ, duration_s=seconds)


def test_a_tone_is_a_stripe_at_its_height():
    picture = thumbnail(tone(1.0, 6000), 120, 32)
    assert picture.shape == (32, 120)
    brightest = np.unique(picture[:, 20:100].argmax(axis=0))
    assert brightest.tolist() == [32 - 1 - int(6000 / (RATE_HZ / 2) * 32)]


def test_takes_of_different_length_share_a_time_scale():
    picture = thumbnail(tone(0.5, 1000), 100, 16, span_s=1.0)
    assert picture[:, :45].max() > N_SHADES // 2
    assert picture[:, 55:].max() == 0


def test_nothing_is_a_dark_stamp():
    assert not thumbnail(tone(0.0, 1000), 40, 8).any()
