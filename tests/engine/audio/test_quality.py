"""Every weakness of a reference is found by its figure, and named."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from phonoscope.engine.audio.quality import assess
from phonoscope.engine.audio.recordings import Recording

RATE = 24_000


def speech(seconds=6.0, level=0.3, noise=1e-4):
    """Syllables of a tone with pauses between them, over noise."""
    t = np.arange(round(seconds * RATE)) / RATE
    syllables = (np.sin(2 * np.pi * 2.5 * t) > -0.6).astype(float)
    noise_floor = noise * np.random.default_rng(3).standard_normal(len(t))
    return (level * syllables * np.sin(2 * np.pi * 180 * t) + noise_floor).astype(np.float32)


def recording(samples, **more):
    made = Recording(samples, RATE, Path("a.wav"), "", 0, len(samples) / RATE, RATE)
    return replace(made, **more)


def test_a_good_reference_needs_no_advice():
    q = assess(recording(speech()))
    assert q.advice == ()
    assert abs(q.speech_dbfs - 20 * np.log10(0.3 / np.sqrt(2))) < 1
    assert abs(q.peak_dbfs - 20 * np.log10(0.3)) < 0.1
    assert abs(q.noise_dbfs + 80) < 3
    assert q.clipped_share == 0
    assert abs(q.duration_s - 6) < 1e-6


@pytest.mark.parametrize(
    ("samples", "word"),
    [
        (speech(1.5), "Short"),
        (speech(40.0), "Long"),
        (speech(level=0.005, noise=1e-6), "Quiet"),
        (speech(level=0.95), "Loud"),
        (np.clip(speech(level=1.5), -1, 1), "Clipped"),
        (speech() + np.float32(0.1), "Off centre"),
        (speech(noise=0.05), "Noisy"),
        (np.concatenate([speech(3.0), np.zeros(4 * RATE, np.float32)]), "Mostly pauses"),
        (np.concatenate([np.zeros(2 * RATE, np.float32), speech(6.0)]), "Silence at the ends"),
    ],
)
def test_weaknesses_are_named(samples, word):
    assert word in [sentence.split(":")[0] for sentence in assess(recording(samples)).advice]


@pytest.mark.parametrize(
    ("source_rate_hz", "is_dull"), [(8_000, True), (16_000, True), (22_050, False), (96_000, False)]
)
def test_a_low_sample_rate_is_told(source_rate_hz, is_dull):
    advice = assess(recording(speech(), source_rate_hz=source_rate_hz)).advice
    assert any(sentence.startswith("Dull:") for sentence in advice) == is_dull


def test_beyond_full_scale_is_told():
    q = assess(recording(speech(level=1.0), overload=2.0))
    assert q.peak_dbfs > 5.5
    assert any(sentence.startswith("Beyond full scale") for sentence in q.advice)


def test_clipping_counts_the_flat_tops():
    samples = np.clip(speech(level=1.5), -0.9, 0.9)
    share = float(np.mean(np.abs(samples) >= 0.8999))
    assert assess(recording(samples)).clipped_share == pytest.approx(share, rel=0.02)


def test_an_offset_is_neither_sound_nor_noise():
    plain, shifted = assess(recording(speech())), assess(recording(speech() + np.float32(0.1)))
    assert len(shifted.advice) == 1
    assert shifted.speech_dbfs == pytest.approx(plain.speech_dbfs, abs=0.1)
    assert shifted.noise_dbfs == pytest.approx(plain.noise_dbfs, abs=1.0)
    assert shifted.silence_share == plain.silence_share
