"""An image that grows to the right, in tiles: only the last tile is sent to the screen again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

_TILE_COLUMNS = 512


class TiledImage:
    """Draws uint8 entries of a colour table.

    Parameters
    ----------
    plot_item
        pyqtgraph's PlotItem that it belongs to.
    """

    def __init__(self, plot_item: Any) -> None:
        self._plot_item = plot_item
        self._tiles: list[Any] = []
        self._n_columns = 0
        self._table: NDArray[np.uint8] | None = None

    def set_table(self, table: NDArray[np.uint8]) -> None:
        """Use a colour table, uint8 ``[256, 3]``."""
        self._table = table
        for tile in self._tiles:
            tile.setLookupTable(table)

    def clear(self) -> None:
        """Remove everything."""
        for tile in self._tiles:
            self._plot_item.removeItem(tile)
        self._tiles, self._n_columns = [], 0

    @property
    def n_columns(self) -> int:
        """How many columns are drawn."""
        return self._n_columns

    def append(self, entries: NDArray[np.uint8], *, column_s: float, start_s: float, height: float) -> None:
        """Draw more columns.

        Parameters
        ----------
        entries
            Columns from the first of the last tile on (`first_open_column`), uint8 ``[columns, rows]``, the lowest
            row first.
        column_s, start_s
            Width of a column, and where column 0 begins, in seconds.
        height
            Height of the image in units of the vertical axis.
        """
        first = self.first_open_column
        self._n_columns = first + len(entries)
        for at in range(0, len(entries), _TILE_COLUMNS):
            part = np.ascontiguousarray(entries[at : at + _TILE_COLUMNS].T)
            index = (first + at) // _TILE_COLUMNS
            if index == len(self._tiles):
                self._add_tile()
            tile = self._tiles[index]
            tile.setImage(part, autoLevels=False)
            tile.setRect(QRectF(start_s + (first + at) * column_s, 0.0, part.shape[1] * column_s, height))

    @property
    def first_open_column(self) -> int:
        """First column of the last tile, from which on `append` wants columns."""
        return max(0, self._n_columns - 1) // _TILE_COLUMNS * _TILE_COLUMNS

    def _add_tile(self) -> None:
        tile = pyqtgraph.ImageItem(axisOrder="row-major", levels=(0, 255), autoDownsample=False)
        tile.setLookupTable(self._table)
        tile.setZValue(-10)
        self._plot_item.addItem(tile, ignoreBounds=True)
        self._tiles.append(tile)
