"""The outline of a waveform at any zoom, from a pyramid of minima and maxima."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.pictures.growing import GrowingArray

_BASE_SAMPLES = 32  # of one entry of the lowest level
_FACTOR = 4  # entries of one level that make one of the next
_N_LEVELS = 8  # the highest has an entry for 22 s at 24 kHz


class Envelope:
    """Minima and maxima of sound that grows; each sample is looked at once, however often it is drawn."""

    def __init__(self) -> None:
        self._levels: list[GrowingArray[np.float32]] = [GrowingArray((2,), np.float32) for _ in range(_N_LEVELS)]

    @property
    def n_samples(self) -> int:
        """Samples looked at so far."""
        return len(self._levels[0]) * _BASE_SAMPLES

    def update(self, audio: NDArray[np.float32]) -> None:
        """Take in what is new in ``audio``, ``[samples]``, which is all sound so far."""
        base = self._levels[0]
        n_new = len(audio) // _BASE_SAMPLES - len(base)
        if n_new > 0:
            start = len(base) * _BASE_SAMPLES
            blocks = audio[start : start + n_new * _BASE_SAMPLES].reshape(n_new, _BASE_SAMPLES)
            columns = np.ascontiguousarray(blocks.T)  # many extremes side by side are found faster than one by one
            base.extend(_ends(columns, columns))

    def outline(
        self, audio: NDArray[np.float32], start: int, stop: int, samples_per_column: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
        """Return the waveform between two samples as a line for a picture, or for a part of one.

        Parameters
        ----------
        audio
            All sound so far, ``[samples]``, as last given to `update`.
        start, stop
            Range of samples; what lies outside the sound is left out.
        samples_per_column
            Samples for a pixel of the picture's width; the line has at most some ten points a column. Parts of a
            picture that overlap have the same points where they do.

        Returns
        -------
        positions, values
            Points ``[n]`` in samples and amplitude: the samples themselves where there are few, else minimum and
            maximum in turn.
        """
        start, stop = max(0, start), min(len(audio), stop)
        if stop <= start:
            return np.zeros(0), np.zeros(0, np.float32)
        step = _BASE_SAMPLES
        if samples_per_column <= step / 2:
            return np.arange(start, stop, dtype=np.float64), audio[start:stop]
        level = 0
        while level + 1 < _N_LEVELS and step * _FACTOR <= samples_per_column:
            level, step = level + 1, step * _FACTOR
        entries = self._level(level)[start // step : -(-stop // step)]
        first = start // step
        positions = np.repeat((np.arange(first, first + len(entries)) + 0.5) * step, 2)
        return positions, entries.reshape(-1)

    def _level(self, level: int) -> NDArray[np.float32]:
        """Return the entries of a level, ``[n, 2]``; levels that nobody draws are not computed."""
        upper = self._levels[level]
        if level > 0:
            entries = self._level(level - 1)[len(upper) * _FACTOR :]
            if n_new := len(entries) // _FACTOR:
                columns = entries[: n_new * _FACTOR].reshape(n_new, _FACTOR, 2).T
                upper.extend(_ends(columns[0], columns[1]))
        return upper.rows


def _ends(lower: NDArray[np.float32], upper: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the minimum of each column of ``lower`` and the maximum of that of ``upper``, ``[columns, 2]``."""
    ends = np.empty((lower.shape[1], 2), np.float32)
    lower.min(axis=0, out=ends[:, 0])
    upper.max(axis=0, out=ends[:, 1])
    return ends
