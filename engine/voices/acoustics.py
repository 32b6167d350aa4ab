"""What can be heard of a voice in a few seconds of its speech: pitch and brightness."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_FRAME_S = 0.04
_HOP_S = 0.02
_PITCH_RANGE_HZ = (60.0, 500.0)
_VOICED = 0.5  # autocorrelation at the period, as a share of that at 0
_LOUD_RANGE_DB = 25.0
_LOWEST_HZ = 60.0


def pitch_hz(samples: NDArray[np.float32], rate_hz: int) -> float:
    """Return the median fundamental frequency of the voiced frames by autocorrelation; NaN without any."""
    frames = _loud_frames(samples, rate_hz)
    if not len(frames):
        return float("nan")
    frames = frames - frames.mean(1, keepdims=True)
    n = frames.shape[1]
    spectrum = np.fft.rfft(frames * np.hanning(n), 2 * n)
    correlation = np.fft.irfft(np.abs(spectrum) ** 2)[:, :n]
    window = np.fft.irfft(np.abs(np.fft.rfft(np.hanning(n), 2 * n)) ** 2)[:n]
    correlation = correlation / np.maximum(correlation[:, :1], 1e-12) / (window / window[0] + 1e-3)
    shortest, longest = (int(rate_hz / hz) for hz in reversed(_PITCH_RANGE_HZ))
    lags = correlation[:, shortest : min(longest, n // 2) + 1]
    # The shortest period that explains nearly as much as the best one, so that no octave below is taken for it.
    best = lags.max(1, keepdims=True)
    inner = lags[:, 1:-1]
    peaks = (inner >= lags[:, :-2]) & (inner >= lags[:, 2:]) & (inner > 0.85 * best)
    voiced = (best[:, 0] > _VOICED) & peaks.any(1)
    if not voiced.any():
        return float("nan")
    return float(np.median(rate_hz / (shortest + 1 + peaks[voiced].argmax(1))))


def brightness_hz(samples: NDArray[np.float32], rate_hz: int) -> float:
    """Return the spectral centroid of the loud frames, of magnitudes above 60 Hz; NaN without any."""
    frames = _loud_frames(samples, rate_hz)
    if not len(frames):
        return float("nan")
    magnitudes = np.abs(np.fft.rfft(frames * np.hanning(frames.shape[1]))).mean(0)
    hz = np.fft.rfftfreq(frames.shape[1], 1 / rate_hz)
    magnitudes[hz < _LOWEST_HZ] = 0
    total = float(magnitudes.sum())
    return float(hz @ magnitudes / total) if total > 0 else float("nan")


def _loud_frames(samples: NDArray[np.float32], rate_hz: int) -> NDArray[np.float64]:
    n, hop = round(_FRAME_S * rate_hz), round(_HOP_S * rate_hz)
    if len(samples) < n:
        return np.zeros((0, n))
    frames = np.lib.stride_tricks.sliding_window_view(samples, n)[::hop].astype(np.float64)
    levels = 10 * np.log10(np.square(frames).mean(1) + 1e-12)
    return np.asarray(frames[levels > levels.max() - _LOUD_RANGE_DB], np.float64)
