"""Two takes on one time axis: which moment of the one belongs to which of the other."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.pictures.spectrogram import Spectrogram

_COLUMNS_PER_S = 50
_MAX_COLUMNS = 2500  # longer sound is compared more coarsely, which bounds time and memory
_N_BANDS = 24
_LOWEST_HZ, _HIGHEST_HZ = 100.0, 8000.0
_FLOOR_DB = -80.0
_STEP_COST_DB = 1.5  # for standing still in one of the two: what is equally likely runs straight


@dataclass(frozen=True)
class Alignment:
    """A monotone map between the times of take A and those of take B, straight between its knots.

    Parameters
    ----------
    times_a_s, times_b_s
        The knots in seconds, each never falling, ``[n]`` with n >= 2.
    """

    times_a_s: NDArray[np.float64]
    times_b_s: NDArray[np.float64]

    def to_b(self, time_a_s: NDArray[np.floating[Any]] | float) -> NDArray[np.float64]:
        """Return the times of B for times of A; what lies outside A continues at the same speed."""
        return _interpolate(np.asarray(time_a_s, np.float64), self.times_a_s, self.times_b_s)

    def to_a(self, time_b_s: NDArray[np.floating[Any]] | float) -> NDArray[np.float64]:
        """Return the times of A for times of B."""
        return _interpolate(np.asarray(time_b_s, np.float64), self.times_b_s, self.times_a_s)

    def frames_of_b(self, n_frames_a: int, n_frames_b: int, frame_s: float) -> NDArray[np.int64]:
        """Return the frame of B that belongs to each frame of A, ``[n_frames_a]``; -1 where B has none."""
        middles = (np.arange(n_frames_a) + 0.5) * frame_s
        frames = np.floor(self.to_b(middles) / frame_s + 1e-9).astype(np.int64)
        frames[(frames < 0) | (frames >= n_frames_b)] = -1
        return frames


def align_starts() -> Alignment:
    """Return the map of equal times: right for takes of the same seed, whose frames can be compared one by one."""
    return Alignment(np.array([0.0, 1.0]), np.array([0.0, 1.0]))


def align_sounds(
    audio_a: NDArray[np.float32], rate_a_hz: int, audio_b: NDArray[np.float32], rate_b_hz: int
) -> Alignment:
    """Return the map that brings equal sounds together: dynamic time warping of levels in bands.

    Each sound is described by its levels in 24 bands on a mel scale, 50 times a second, without its overall level; the
    cheapest monotone path through all pairs of moments is the map (Sakoe and Chiba, 1978).

    Parameters
    ----------
    audio_a, audio_b
        Sounds, ``[samples]``.
    rate_a_hz, rate_b_hz
        Their rates.
    """
    if not len(audio_a) or not len(audio_b):
        return align_starts()
    longest_s = max(len(audio_a) / rate_a_hz, len(audio_b) / rate_b_hz)
    column_s = max(1.0 / _COLUMNS_PER_S, longest_s / _MAX_COLUMNS)
    a = _band_levels(audio_a, rate_a_hz, column_s)
    b = _band_levels(audio_b, rate_b_hz, column_s)
    path_a, path_b = _cheapest_path(a, b)
    # Where A waits for B, its moment belongs to the middle of what B says meanwhile.
    columns = np.arange(len(a))
    first = np.searchsorted(path_a, columns, "left")
    last = np.searchsorted(path_a, columns, "right") - 1
    middles = np.maximum.accumulate((path_b[first] + path_b[last]) / 2)
    return Alignment(columns * np.float64(column_s), (middles * column_s).astype(np.float64))


def _interpolate(
    times: NDArray[np.float64], known: NDArray[np.float64], values: NDArray[np.float64]
) -> NDArray[np.float64]:
    beyond = np.minimum(0.0, times - known[0]) + np.maximum(0.0, times - known[-1])
    mapped: NDArray[np.float64] = np.interp(times, known, values) + beyond
    return mapped


def _band_levels(audio: NDArray[np.float32], rate_hz: int, column_s: float) -> NDArray[np.float32]:
    """Return levels in dB above their own mean, ``[columns, bands]``."""
    spectrogram = Spectrogram(max(1, round(column_s * rate_hz)))
    spectrogram.update(audio, finished=True)
    power = np.power(10.0, spectrogram.levels_db / 10.0)
    mel = np.linspace(_mel(_LOWEST_HZ), _mel(_HIGHEST_HZ), _N_BANDS + 1)
    edges_hz = 700.0 * (np.power(10.0, mel / 2595.0) - 1.0)
    bins = np.minimum(spectrogram.n_bins - 1, edges_hz / (rate_hz / 2) * (spectrogram.n_bins - 1)).astype(np.int64)
    bands = np.stack([power[:, lo : max(hi, lo + 1)].sum(axis=1) for lo, hi in itertools.pairwise(bins)], 1)
    levels = np.maximum(10.0 * np.log10(bands + 1e-20), _FLOOR_DB)
    centred: NDArray[np.float32] = (levels - levels.mean()).astype(np.float32)
    return centred


def _mel(frequency_hz: float) -> float:
    return float(2595.0 * np.log10(1.0 + frequency_hz / 700.0))


def _cheapest_path(a: NDArray[np.float32], b: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the indices of the cheapest path from the first pair of columns to the last, both never falling."""
    squares = (a**2).sum(1)[:, None] + (b**2).sum(1)[None] - 2.0 * (a @ b.T)
    cost = np.sqrt(np.maximum(squares, 0.0) / a.shape[1])
    n, m = cost.shape
    total = np.full((n + 1, m + 1), np.inf, np.float32)
    total[0, 0] = 0.0
    steps = np.zeros((n, m), np.uint8)  # 0: both move on, 1: A alone, 2: B alone
    for diagonal in range(n + m - 1):  # all cells of an anti-diagonal depend on earlier ones only
        i = np.arange(max(0, diagonal - m + 1), min(n, diagonal + 1))
        j = diagonal - i
        before = np.stack([total[i, j], total[i, j + 1] + _STEP_COST_DB, total[i + 1, j] + _STEP_COST_DB])
        best = before.argmin(axis=0)
        steps[i, j] = best
        total[i + 1, j + 1] = before[best, np.arange(len(i))] + cost[i, j]
    i_at, j_at = n - 1, m - 1
    path = [(i_at, j_at)]
    while i_at or j_at:
        step = steps[i_at, j_at]
        i_at, j_at = i_at - int(step != 2), j_at - int(step != 1)
        path.append((i_at, j_at))
    points = np.array(path[::-1], np.int64)
    return points[:, 0], points[:, 1]
