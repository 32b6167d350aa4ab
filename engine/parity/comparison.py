"""One stage against its reference: figures, tolerance, verdict."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

_SMALLEST = 1e-9  # of a distance between cosines that doubles tell apart reliably


@dataclass(frozen=True)
class Tolerance:
    """How far a stage may be from its reference.

    Parameters
    ----------
    cosine
        Smallest cosine between the two, taken over all values.
    max_abs
        Largest absolute difference; ``relative`` multiplies it by the largest absolute reference value where that is
        above 1. None where only the direction counts.
    """

    cosine: float
    max_abs: float | None
    relative: bool = False

    def limit(self, reference_absmax: float) -> float | None:
        """Return the largest absolute difference allowed against a reference of this size."""
        if self.max_abs is None:
            return None
        return self.max_abs * max(1.0, reference_absmax) if self.relative else self.max_abs


@dataclass(frozen=True)
class StageResult:
    """A compared stage.

    Parameters
    ----------
    name
        As in the recorded arrays; a layer or a case is added where one array holds several.
    shape
        Of the reference; where ours has another, the name says which.
    cosine, max_abs
        Similarity and largest absolute difference; for ids and codes 1.0 and the number of different entries.
    limit_cosine, limit_max_abs
        What was allowed.
    passed
        Whether it is within both.
    ours, reference
        The arrays themselves, to be looked at; their shapes may differ.
    """

    name: str
    shape: tuple[int, ...]
    cosine: float
    max_abs: float
    limit_cosine: float
    limit_max_abs: float | None
    passed: bool
    ours: NDArray[Any] = field(repr=False, compare=False)
    reference: NDArray[Any] = field(repr=False, compare=False)

    @property
    def badness(self) -> float:
        """How many times the allowed distance from the reference was used up: above 1 it is out of tolerance."""
        if not (math.isfinite(self.cosine) and math.isfinite(self.max_abs)):
            return math.inf
        used = (1.0 - self.cosine) / max(1.0 - self.limit_cosine, _SMALLEST)
        if self.limit_max_abs is not None:
            used = max(used, self.max_abs / self.limit_max_abs if self.limit_max_abs > 0 else self.max_abs)
        return used

    def to_plain(self) -> dict[str, Any]:
        """Return the result as plain values for JSON, which knows only finite numbers: None stands for any other."""
        return {
            "stage": self.name,
            "shape": list(self.shape),
            "cosine": self.cosine if math.isfinite(self.cosine) else None,
            "max_abs": self.max_abs if math.isfinite(self.max_abs) else None,
            "limit_cosine": self.limit_cosine,
            "limit_max_abs": self.limit_max_abs,
            "passed": self.passed,
        }


def compare(
    name: str, ours: NDArray[np.floating[Any]], reference: NDArray[np.floating[Any]], tolerance: Tolerance
) -> StageResult:
    """Compare two arrays of one shape; arrays of different shapes and values that are not finite never pass."""
    if ours.shape != reference.shape:
        return _other_shape(name, ours, reference, tolerance.cosine, None)
    a, b = ours.astype(np.float64).ravel(), reference.astype(np.float64).ravel()
    norms = float(np.linalg.norm(a) * np.linalg.norm(b))
    # Two zero arrays are equal; a zero array has no direction in common with any other.
    cosine = float(a @ b) / norms if norms > 0 else float(not a.any() and not b.any())
    max_abs = float(np.abs(a - b).max(initial=0.0))
    limit = tolerance.limit(float(np.abs(b).max(initial=0.0)))
    passed = cosine >= tolerance.cosine and (limit is None or max_abs <= limit)  # false for NaN
    return StageResult(name, reference.shape, cosine, max_abs, tolerance.cosine, limit, bool(passed), ours, reference)


def compare_exact(
    name: str, ours: NDArray[np.integer[Any]], reference: NDArray[np.integer[Any]], allowed_share: float = 0.0
) -> StageResult:
    """Compare ids or codes, of which at most ``allowed_share`` may differ."""
    if ours.shape != reference.shape:
        return _other_shape(name, ours, reference, 1.0, 0.0)
    n_different = int(np.count_nonzero(ours != reference))
    limit = float(int(allowed_share * reference.size))
    return StageResult(
        name, reference.shape, 1.0, float(n_different), 1.0, limit, n_different <= limit, ours, reference
    )


def _other_shape(
    name: str, ours: NDArray[Any], reference: NDArray[Any], limit_cosine: float, limit_max_abs: float | None
) -> StageResult:
    """Return the result of arrays that have no difference."""
    name = f"{name} (ours {list(ours.shape)})"
    return StageResult(name, reference.shape, 0.0, math.inf, limit_cosine, limit_max_abs, False, ours, reference)
