"""Speech made faster or slower at its own pitch, as it is played.

Waveform-similarity overlap-add (W. Verhelst and M. Roelands, "An overlap-add technique based on waveform similarity
(WSOLA) for high quality time-scale modification of speech", ICASSP 1993): windows are taken from the sound at the pace
asked for, each moved by up to a few milliseconds to where it continues the one before it best.
"""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

_WINDOW_S = 0.04  # holds two periods of the lowest voices
_SEARCH_S = 0.010  # one period of them

Samples = NDArray[np.float32]


class TimeStretcher:
    """Stretches a stream of mono sound.

    Parameters
    ----------
    sample_rate_hz
        Rate of the sound.
    speed
        How much faster, 0.5 to 2; it may be changed between two calls.
    """

    def __init__(self, sample_rate_hz: int, speed: float = 1.0) -> None:
        self.speed = speed
        self._hop = round(_WINDOW_S * sample_rate_hz / 2)
        self._reach = round(_SEARCH_S * sample_rate_hz)
        self._rise = (0.5 - 0.5 * np.cos(np.pi * (np.arange(self._hop) + 0.5) / self._hop)).astype(np.float32)
        self._sound = np.zeros(0, np.float32)  # not yet used up; its first sample is number `_first` of all
        self._first = 0
        self._n_in = 0
        self._n_needed = 0.0  # sound used up at the pace asked for, in samples
        self._continuation: int | None = None  # where the last window goes on

    @property
    def n_held(self) -> float:
        """How much of the sound given has not been given back, in samples of it."""
        return max(0.0, self._n_in - self._n_needed)

    def process(self, samples: Samples) -> Samples:
        """Take the next samples ``[n]`` and return what can be played now, ``[m]``."""
        self._sound = np.concatenate([self._sound, samples])
        self._n_in += len(samples)
        out = []
        while (start := self._next_window()) is not None:
            out.append(self._overlap(start))
        self._forget()
        return np.concatenate(out) if out else np.zeros(0, np.float32)

    def flush(self) -> Samples:
        """Return what is left at the end of the sound, ``[m]``; the stretcher is used up then."""
        n_wanted = max(0, round((self._n_in - self._n_needed) / self.speed))
        n_in = self._n_in
        rest = self.process(np.zeros(4 * self._hop + 2 * self._reach, np.float32))
        self._n_in = n_in
        self._n_needed = float(n_in)
        return rest[:n_wanted]

    def _next_window(self) -> int | None:
        """Return where the next window starts; None while too little sound is there to tell."""
        if self._continuation is None:
            return 0 if self._n_in >= 2 * self._hop else None
        nominal = round(self._n_needed)
        lowest = max(self._first, nominal - self._reach)
        highest = nominal + self._reach
        if max(highest, self._continuation) + 2 * self._hop > self._n_in:
            return None
        target = self._slice(self._continuation, self._hop)
        candidates = sliding_window_view(self._slice(lowest, highest - lowest + self._hop), self._hop)
        energies = np.einsum("ij,ij->i", candidates, candidates)
        likeness = (candidates @ target) / np.sqrt(energies + 1e-9)
        # Among equals, as in silence, the one that changes the pace least.
        likeness -= 1e-6 * np.abs(np.arange(len(likeness)) + lowest - nominal, dtype=np.float32)
        return lowest + int(np.argmax(likeness))

    def _overlap(self, start: int) -> Samples:
        rising = self._slice(start, self._hop)
        falling = rising if self._continuation is None else self._slice(self._continuation, self._hop)
        self._continuation = start + self._hop
        self._n_needed += self._hop * self.speed
        return falling + self._rise * (rising - falling)

    def _slice(self, start: int, n: int) -> Samples:
        return self._sound[start - self._first : start - self._first + n]

    def _forget(self) -> None:
        if self._continuation is None:
            return
        keep = min(self._continuation, round(self._n_needed) - self._reach)
        n_old = max(0, min(keep - self._first, len(self._sound)))
        self._sound = self._sound[n_old:]
        self._first += n_old
