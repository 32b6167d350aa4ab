"""Rows of the codec's tensors as they are stored, made of those that were published."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import ModelError
from phonoscope.engine.models.checkpoint import SourceTensor
from phonoscope.engine.models.conversion_plan import Rows


@dataclass(frozen=True)
class FoldedWeight:
    """A weight from its direction v and gain g: g v / |v|, the norm over all dimensions but the first."""

    direction: SourceTensor
    gain: SourceTensor

    def rows(self) -> Iterator[NDArray[np.float32]]:
        """Yield all of it at once, float32 ``[rows, the rest]``.

        Raises
        ------
        ModelError
            When a direction has no length.
        """
        v = np.concatenate(list(self.direction.rows())).reshape(self.direction.shape[0], -1)
        g = np.concatenate([rows.reshape(-1) for rows in self.gain.rows()])
        norms = np.sqrt(np.einsum("ij,ij->i", v, v, dtype=np.float64))
        if not np.all(norms > 0):
            raise ModelError(
                "{path}: {name} has a direction of length 0",
                "fetch the model again",
                path=self.direction.path,
                name=self.direction.name,
            )
        yield (v * (g / norms)[:, np.newaxis]).astype(np.float32)


@dataclass(frozen=True)
class ReshapedRows:
    """The values of a tensor with another row length."""

    source: Rows
    n_per_row: int

    def rows(self) -> Iterator[NDArray[np.float32]]:
        """Yield all of them at once, float32 ``[rows, n_per_row]``."""
        yield np.concatenate([values.reshape(-1) for values in self.source()]).reshape(-1, self.n_per_row)


@dataclass(frozen=True)
class RowSlice:
    """Rows ``first`` to ``end`` of a matrix."""

    source: SourceTensor
    first: int
    end: int

    def rows(self) -> Iterator[NDArray[np.float32]]:
        """Yield them in the pieces in which the matrix is read, float32 ``[some, columns]``."""
        at = 0
        for values in self.source.rows():
            part = values[max(0, self.first - at) : max(0, self.end - at)]
            at += len(values)
            if len(part):
                yield part
