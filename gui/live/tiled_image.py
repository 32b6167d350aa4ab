"""An image that grows to the right, kept in tiles of pixels: each column is coloured once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from phonoscope.gui.live.growing_plot import GrowingPlot, PlotArea
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

_TILE_COLUMNS = 512
_OPAQUE = 0xFF000000


class _Tile:
    """Pixels of up to 512 columns, and Qt's image of the same memory."""

    def __init__(self, n_rows: int) -> None:
        self.pixels: NDArray[np.uint32] = np.zeros((n_rows, _TILE_COLUMNS), np.uint32)
        self.n_columns = 0
        self.image = QImage(self.pixels.data, _TILE_COLUMNS, n_rows, self.pixels.strides[0], QImage.Format.Format_RGB32)


class TiledImage:
    """A layer that draws uint8 entries of a colour table.

    Parameters
    ----------
    plot
        Where it is drawn.
    """

    def __init__(self, plot: GrowingPlot) -> None:
        self._plot = plot
        self._tiles: list[_Tile] = []
        self._table: NDArray[np.uint32] = np.zeros(256, np.uint32)
        self._column_s, self._start_s, self._height = 1.0, 0.0, 1.0
        plot.add_layer(self)

    def set_table(self, table: NDArray[np.uint8]) -> None:
        """Use a colour table, uint8 ``[256, 3]``; what was drawn with another has to be drawn again."""
        red, green, blue = table.astype(np.uint32).T
        self._table = _OPAQUE | red << 16 | green << 8 | blue
        self.clear()

    def clear(self) -> None:
        """Remove everything."""
        self._tiles = []
        self._plot.redraw()

    @property
    def n_columns(self) -> int:
        """How many columns are drawn."""
        return sum(tile.n_columns for tile in self._tiles)

    @property
    def pixels(self) -> NDArray[np.uint32]:
        """What is drawn, as 0xffRRGGBB ``[rows, columns]``, the uppermost row first."""
        return np.concatenate([tile.pixels[:, : tile.n_columns] for tile in self._tiles], axis=1)

    def append(self, entries: NDArray[np.uint8], *, column_s: float, start_s: float, height: float) -> None:
        """Draw more columns.

        Parameters
        ----------
        entries
            Columns from `n_columns` on, uint8 ``[columns, rows]``, the row at the origin of the vertical axis first.
        column_s, start_s
            Width of a column, and where column 0 begins, in seconds.
        height
            Height of the image in units of the vertical axis.
        """
        first = self.n_columns
        self._column_s, self._start_s, self._height = column_s, start_s, height
        pixels = self._table[entries.T]
        if not self._plot.getPlotItem().getViewBox().yInverted():
            pixels = pixels[::-1]
        while pixels.shape[1]:
            if not self._tiles or self._tiles[-1].n_columns == _TILE_COLUMNS:
                self._tiles.append(_Tile(len(pixels)))
            tile = self._tiles[-1]
            n = min(_TILE_COLUMNS - tile.n_columns, pixels.shape[1])
            tile.pixels[:, tile.n_columns : tile.n_columns + n] = pixels[:, :n]
            tile.n_columns += n
            # A pixel of the screen may lie half beyond the last column.
            tile.pixels[:, tile.n_columns : tile.n_columns + 1] = pixels[:, n - 1 : n]
            pixels = pixels[:, n:]
        self._plot.redraw_span(start_s + first * column_s, start_s + self.n_columns * column_s)

    def paint(self, painter: QPainter, area: PlotArea, span: tuple[float, float]) -> None:
        """Paint the tiles that lie in ``span``."""
        for index, tile in enumerate(self._tiles):
            left = self._start_s + index * _TILE_COLUMNS * self._column_s
            right = left + tile.n_columns * self._column_s
            if right >= span[0] and left <= span[1]:
                # The whole tile, however much of it is used or exposed: parts would be sampled elsewhere.
                painter.save()
                painter.setClipRect(area.rect_px(left, right, 0.0, self._height), Qt.ClipOperation.IntersectClip)
                end = left + _TILE_COLUMNS * self._column_s
                painter.drawImage(area.rect_px(left, end, 0.0, self._height), tile.image)
                painter.restore()
