"""A take at the size of a stamp."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.pictures.colours import shade
from phonoscope.engine.pictures.spectrogram import Spectrogram
from phonoscope.engine.takes.view import TakeView

_FLOOR_DB, _CEILING_DB = -85.0, -15.0


def thumbnail(take: TakeView, n_columns: int, n_rows: int, span_s: float | None = None) -> NDArray[np.uint8]:
    """Return a small spectrogram as entries of a colour table, uint8 ``[n_rows, n_columns]``, high tones on top.

    Parameters
    ----------
    n_columns, n_rows
        Size of the picture; at most 256 rows.
    span_s
        Time that it spans, so that lengths can be compared; None for the length of the take.
    """
    rate_hz = take.sample_rate_hz
    n_samples = max(1, int((span_s if span_s is not None else take.duration_s) * rate_hz))
    spectrogram = Spectrogram(max(1, n_samples // n_columns))
    spectrogram.update(np.nan_to_num(np.asarray(take.audio)[:n_samples]), finished=True)
    levels = np.full((n_columns, spectrogram.n_bins), _FLOOR_DB, np.float32)
    known = spectrogram.levels_db[:n_columns]
    levels[: len(known)] = known
    edges = np.linspace(0, spectrogram.n_bins, n_rows + 1).astype(np.int64)
    rows = np.stack([levels[:, lo : max(hi, lo + 1)].max(axis=1) for lo, hi in itertools.pairwise(edges)])
    return shade(rows[::-1], _FLOOR_DB, _CEILING_DB)
