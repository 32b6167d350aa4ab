"""A tensor and its reference as pictures and histograms."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

_MAX_PIXELS = 512  # of a side
_N_BINS = 80


@dataclass(frozen=True)
class TensorPair:
    """Two tensors, ready to be drawn.

    Parameters
    ----------
    ours, reference, difference
        Pictures, float32 ``[rows, columns]``; of several values that share a pixel, the one of largest magnitude.
        Infinite where a value is not finite, NaN where there is none. No difference where the shapes differ.
    shape_ours, shape_reference
        Of the tensors.
    largest
        Largest finite magnitude in either tensor: end of their colour scale.
    largest_difference
        Ditto of the difference; 0 where there is none.
    edges
        Edges of the histograms' bins, ``[n + 1]``.
    counts_ours, counts_reference
        Values in each bin, ``[n]``.
    worst
        Index of the largest difference; None when the tensors are empty or their shapes differ.
    """

    ours: NDArray[np.float32]
    reference: NDArray[np.float32]
    difference: NDArray[np.float32] | None
    shape_ours: tuple[int, ...]
    shape_reference: tuple[int, ...]
    largest: float
    largest_difference: float
    edges: NDArray[np.float64]
    counts_ours: NDArray[np.int64]
    counts_reference: NDArray[np.int64]
    worst: tuple[int, ...] | None


def tensor_pair(ours: NDArray[Any], reference: NDArray[Any]) -> TensorPair:
    """Return two tensors, of any number of dimensions, ready to be drawn.

    The last dimension runs to the right, all others downwards; a vector is folded to about a square.
    """
    a, b = ours.astype(np.float64), reference.astype(np.float64)
    difference: NDArray[np.float64] | None = None
    largest_difference, worst = 0.0, None
    if a.shape == b.shape:
        with np.errstate(invalid="ignore"):
            difference = a - b
        largest_difference = float(np.abs(difference[np.isfinite(difference)]).max(initial=0.0))
        magnitudes = np.where(np.isfinite(difference), np.abs(difference), np.inf)
        worst = np.unravel_index(int(magnitudes.argmax()), magnitudes.shape) if magnitudes.size else None
    known = [array[np.isfinite(array)] for array in (a, b)]
    low = min((float(array.min()) for array in known if array.size), default=0.0)
    high = max((float(array.max()) for array in known if array.size), default=1.0)
    edges = np.linspace(low, high if high > low else low + 1.0, _N_BINS + 1)
    return TensorPair(
        ours=_picture(a),
        reference=_picture(b),
        difference=_picture(difference) if difference is not None else None,
        shape_ours=a.shape,
        shape_reference=b.shape,
        largest=max((float(np.abs(array).max()) for array in known if array.size), default=0.0),
        largest_difference=largest_difference,
        edges=edges,
        counts_ours=np.histogram(known[0], edges)[0],
        counts_reference=np.histogram(known[1], edges)[0],
        worst=tuple(int(index) for index in worst) if worst is not None else None,
    )


def _picture(values: NDArray[np.float64]) -> NDArray[np.float32]:
    values = np.where(np.isfinite(values), values, np.inf)
    if values.ndim < 2:
        flat = values.reshape(-1)
        width = max(1, math.ceil(math.sqrt(len(flat))))
        values = np.pad(flat, (0, -len(flat) % width), constant_values=np.nan).reshape(-1, width)
    rows = values.reshape(-1, values.shape[-1])
    return _pooled(_pooled(rows).T).T.astype(np.float32)


def _pooled(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return at most `_MAX_PIXELS` rows, each the value of largest magnitude of those that it stands for."""
    factor = -(-len(values) // _MAX_PIXELS) if len(values) else 1
    if factor == 1:
        return values
    padded = np.pad(values, ((0, -len(values) % factor), (0, 0)), mode="edge")
    blocks = padded.reshape(-1, factor, values.shape[1])
    at = np.where(np.isnan(blocks), -1.0, np.abs(blocks)).argmax(axis=1)
    return np.take_along_axis(blocks, at[:, None], axis=1)[:, 0]
