import numpy as np
import pytest
from phonoscope.engine.pictures.spectrogram import Spectrogram

RATE_HZ = 24_000


def test_a_full_scale_sine_has_0_db_at_its_frequency():
    frequency_hz = 3000.0
    audio = np.sin(2 * np.pi * frequency_hz * np.arange(RATE_HZ) / RATE_HZ).astype(np.float32)
    spectrogram = Spectrogram(240)
    spectrogram.update(audio, finished=True)
    inner = spectrogram.levels_db[5:-5]
    assert (inner.argmax(axis=1) == round(frequency_hz / (RATE_HZ / 2) * (Spectrogram.n_bins - 1))).all()
    np.testing.assert_allclose(inner.max(axis=1), 0.0, atol=0.1)


def test_a_click_stands_in_the_column_of_its_time():
    audio = np.zeros(RATE_HZ, np.float32)
    audio[12_000] = 1.0
    spectrogram = Spectrogram(240)
    spectrogram.update(audio, finished=True)
    assert spectrogram.levels_db.mean(axis=1).argmax() == 12_000 // 240


@pytest.mark.parametrize("n_samples", [1, 100, 5000])
def test_columns_reach_to_the_end_only_when_it_is_certain(n_samples):
    audio = np.ones(n_samples, np.float32)
    spectrogram = Spectrogram(240)
    spectrogram.update(audio, finished=False)
    assert len(spectrogram.levels_db) == max(0, 1 + (n_samples - 256) // 240)
    spectrogram.update(audio, finished=True)
    assert len(spectrogram.levels_db) == 1 + n_samples // 240


def test_growing_piece_by_piece_gives_the_same_picture():
    audio = np.random.default_rng(1).normal(0, 0.1, 200_000).astype(np.float32)
    grown, at_once = Spectrogram(240), Spectrogram(240)
    for end in (0, 100, 1920, 9600, 9601, 150_000):
        grown.update(audio[:end], finished=False)
    grown.update(audio, finished=True)
    at_once.update(audio, finished=True)
    np.testing.assert_allclose(grown.levels_db, at_once.levels_db, atol=1e-3)


def test_silence_is_very_quiet_and_finite():
    spectrogram = Spectrogram(240)
    spectrogram.update(np.zeros(10_000, np.float32), finished=True)
    assert np.isfinite(spectrogram.levels_db).all()
    assert spectrogram.levels_db.max() < -150
