"""Where a voice stands among the others: nearest voices, distance from the library, figures of its vector."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.library import VectorTable
from phonoscope.engine.voices.making import MIN_VOICES_FOR_DISTRIBUTION, Distribution, cosine

FAR_DISTANCE = 2.0  # voices of the library itself are around 1


@dataclass(frozen=True)
class VectorFigures:
    """What there is to see of an x-vector.

    Parameters
    ----------
    norm, smallest, largest, mean, deviation
        Of its values.
    library_norm, library_norm_deviation
        Mean and standard deviation of the norms of the library's voices of this width; NaN without any.
    distance
        From the mean of the library's other voices, beside how far those are from it; about 1 is typical, NaN where
        they are too few.
    """

    norm: float
    smallest: float
    largest: float
    mean: float
    deviation: float
    library_norm: float
    library_norm_deviation: float
    distance: float

    @property
    def is_far(self) -> bool:
        """Whether the model has probably never spoken with anything like it."""
        return self.distance > FAR_DISTANCE


def vector_figures(vector: NDArray[np.float32], table: VectorTable) -> VectorFigures:
    """Return the figures of an x-vector beside those of the library's voices of its width."""
    values = vector.astype(np.float64)
    norms = np.linalg.norm(table.vectors.astype(np.float64), axis=1)
    others = table.vectors[(table.vectors != vector).any(axis=1)]  # the voice itself must not be its own yardstick
    return VectorFigures(
        norm=float(np.linalg.norm(values)),
        smallest=float(values.min()),
        largest=float(values.max()),
        mean=float(values.mean()),
        deviation=float(values.std()),
        library_norm=float(norms.mean()) if len(norms) else float("nan"),
        library_norm_deviation=float(norms.std()) if len(norms) else float("nan"),
        distance=Distribution.of(others).distance(values)
        if len(others) >= MIN_VOICES_FOR_DISTRIBUTION
        else float("nan"),
    )


def nearest(
    vector: NDArray[np.float32], table: VectorTable, n: int, *, without: str = ""
) -> list[tuple[VoiceEntry, float]]:
    """Return the ``n`` voices with the largest cosines to a vector, the one with the id ``without`` left out."""
    others = [(e, cosine(vector, row)) for e, row in zip(table.entries, table.vectors, strict=True) if e.id != without]
    return sorted(others, key=lambda pair: -pair[1])[:n]
