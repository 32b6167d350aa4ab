"""Arrays that grow at one end."""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

T = TypeVar("T", bound=np.generic)


class GrowingArray(Generic[T]):
    """Rows in one block of memory that doubles when it is full.

    Parameters
    ----------
    row_shape
        Shape of a row; () for a number.
    dtype
        Type of the numbers.
    """

    def __init__(self, row_shape: tuple[int, ...], dtype: DTypeLike) -> None:
        self._block: NDArray[T] = np.empty((256, *row_shape), dtype)
        self._n = 0

    def __len__(self) -> int:
        return self._n

    @property
    def rows(self) -> NDArray[T]:
        """All rows so far, ``[n, *row_shape]``: a view that later additions leave as it is."""
        return self._block[: self._n]

    def extend(self, rows: NDArray[T]) -> None:
        """Add ``rows``, ``[m, *row_shape]``."""
        needed = self._n + len(rows)
        if needed > len(self._block):
            block = np.empty((max(needed, 2 * len(self._block)), *self._block.shape[1:]), self._block.dtype)
            block[: self._n] = self.rows
            self._block = block
        self._block[self._n : needed] = rows
        self._n = needed
