import numpy as np
import pytest
from phonoscope import _native


@pytest.mark.parametrize("n_fft", [4, 8, 512])
@pytest.mark.parametrize("n_columns", [1, 16, 37])
def test_columns_are_those_of_a_fourier_transform(n_fft, n_columns):
    hop = 3
    random = np.random.default_rng(n_fft + n_columns)
    window = random.uniform(0.1, 1.0, n_fft).astype(np.float32)
    sound = random.uniform(-1, 1, n_fft + (n_columns - 1) * hop).astype(np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(sound, n_fft)[::hop] * window
    expected = np.abs(np.fft.rfft(frames.astype(np.float64), axis=1)) ** 2
    columns = _native.PowerSpectrum(window).columns(sound, hop)
    assert columns.shape == (n_columns, n_fft // 2 + 1)
    np.testing.assert_allclose(columns, expected, rtol=1e-3, atol=1e-6 * expected.max())


def test_a_sound_shorter_than_the_window_has_no_column():
    assert _native.PowerSpectrum(np.ones(8, np.float32)).columns(np.ones(7, np.float32), 1).shape == (0, 5)


@pytest.mark.parametrize("length", [0, 1, 2, 6, 513])
def test_a_window_of_another_length_is_refused(length):
    with pytest.raises(_native.ArgumentError, match="power of two"):
        _native.PowerSpectrum(np.ones(length, np.float32))


def test_a_hop_of_nothing_is_refused():
    with pytest.raises(_native.ArgumentError, match="hop"):
        _native.PowerSpectrum(np.ones(8, np.float32)).columns(np.ones(9, np.float32), 0)
