"""How a state grows from layer to layer, one curve for each time that it was computed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.pictures.magnitudes import METRIC_COLUMN, Metric

MAX_CURVES = 48  # more cannot be told apart
_LEAST_MARKS, _MOST_MARKS = 2, 5  # on the axis


@dataclass(frozen=True)
class Growth:
    """Curves over the layers of a tap group.

    Parameters
    ----------
    rows
        Which rows are drawn, int64 ``[curves]``: all, or evenly spread with the first and the last among them.
    curves
        Base-10 logarithms, float64 ``[curves, layers]``; NaN where nothing positive and finite was measured.
    factor
        Last layer over first in the newest row; NaN where either is not positive and finite.
    """

    rows: NDArray[np.int64]
    curves: NDArray[np.float64]
    factor: float

    @property
    def span(self) -> tuple[float, float]:
        """Lowest and highest value of all curves; 0 and 1 where there are none."""
        finite = self.curves[np.isfinite(self.curves)]
        return (float(finite.min()), float(finite.max())) if finite.size else (0.0, 1.0)

    @property
    def marks(self) -> list[float]:
        """Where the vertical axis is marked: base-10 logarithms of round values."""
        return _round_marks(*self.span)


def _round_marks(low: float, high: float) -> list[float]:
    """Return two to five round values between two base-10 logarithms, as logarithms; the ends where there are none."""
    for steps in ((1,), (1, 3), (1, 2, 5), range(1, 10)):
        decades = range(math.floor(low), math.ceil(high) + 1)
        marks = [m for d in decades for step in steps if low <= (m := d + math.log10(step)) <= high]
        if len(marks) >= _LEAST_MARKS:
            return marks[:: -(-len(marks) // _MOST_MARKS)]
    return [low, high]


def growth(taps: NDArray[np.float32], metric: Metric) -> Growth:
    """Return the growth of one measurement over the layers.

    Parameters
    ----------
    taps
        Magnitudes of a tap group, ``[rows, layers, 3]``, at least one row.
    metric
        Which of the three.
    """
    rows = np.unique(np.linspace(0, len(taps) - 1, min(len(taps), MAX_CURVES)).round().astype(np.int64))
    values = taps[rows, :, METRIC_COLUMN[metric]].astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        curves = np.log10(np.where(values > 0, values, np.nan))
    curves[~np.isfinite(curves)] = np.nan
    first, last = curves[-1, 0], curves[-1, -1]
    return Growth(rows, curves, float(10 ** (last - first)))
