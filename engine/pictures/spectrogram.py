"""A spectrogram that grows with the sound."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.pictures.growing import GrowingArray

_N_FFT = 512
_FLOOR_POWER = 1e-20
_BLOCK_COLUMNS = 512  # transformed at a time, which bounds the memory for long sound


class Spectrogram:
    """Levels of a short-time Fourier transform, column by column.

    A full-scale sine has 0 dB (the window's gain is divided out); the Hann window is 512 samples long and column
    ``i`` is centred on sample ``i * hop_samples``.

    Parameters
    ----------
    hop_samples
        Samples from one column to the next.
    """

    n_bins = _N_FFT // 2 + 1

    def __init__(self, hop_samples: int) -> None:
        self.hop_samples = hop_samples
        window = np.hanning(_N_FFT + 1)[:-1]  # periodic, as fits a transform
        self._power = _native.PowerSpectrum((window * (2.0 / window.sum())).astype(np.float32))
        self._columns: GrowingArray[np.float32] = GrowingArray((self.n_bins,), np.float32)

    @property
    def levels_db(self) -> NDArray[np.float32]:
        """Levels, float32 ``[columns, bins]``, from 0 Hz to half the sample rate."""
        return self._columns.rows

    def update(self, audio: NDArray[np.float32], *, finished: bool) -> None:
        """Add the columns that ``audio``, ``[samples]``, all sound so far, makes possible.

        The last columns of a sound reach beyond its end, into silence: they come when it is ``finished``.
        """
        half = _N_FFT // 2
        n_columns = 1 + (len(audio) - (0 if finished else half)) // self.hop_samples if len(audio) else 0
        while (first := len(self._columns)) < n_columns:
            n = min(n_columns - first, _BLOCK_COLUMNS)
            start, stop = first * self.hop_samples - half, (first + n - 1) * self.hop_samples + half
            sound = audio[max(0, start) : stop]
            if start < 0 or stop > len(audio):  # silence lies around it
                sound = np.pad(sound, (max(0, -start), max(0, stop - len(audio))))
            levels_db = self._power.columns(sound, self.hop_samples)
            levels_db += _FLOOR_POWER
            np.log10(levels_db, out=levels_db)
            levels_db *= 10.0
            self._columns.extend(levels_db)
