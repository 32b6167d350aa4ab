"""An image that grows to the right, kept in tiles of pixels: each column is coloured once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from phonoscope.gui.live.growing_plot import GrowingPlot, PlotArea
from PySide6.QtGui import QImage, QPainter

_TILE_COLUMNS = 512
_OPAQUE = 0xFF000000
_FORMAT = QImage.Format.Format_ARGB32_Premultiplied  # of a tile that is not yet full the rest cannot be seen


class _Tile:
    """Pixels of up to 512 columns, and Qt's image of the same memory."""

    def __init__(self, n_rows: int) -> None:
        self.pixels: NDArray[np.uint32] = np.zeros((n_rows, _TILE_COLUMNS), np.uint32)
        self.image = QImage(self.pixels.data, _TILE_COLUMNS, n_rows, self.pixels.strides[0], _FORMAT)


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
        self.n_columns = 0  # how many are drawn
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
        self.n_columns = 0
        self._plot.redraw()

    @property
    def pixels(self) -> NDArray[np.uint32]:
        """What is drawn, as 0xffRRGGBB ``[rows, columns]``, the uppermost row first."""
        return np.concatenate([tile.pixels for tile in self._tiles], axis=1)[:, : self.n_columns]

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
        pixels = self._table.take(entries).T
        if not self._plot.upside_down:
            pixels = pixels[::-1]
        while pixels.shape[1]:
            used = self.n_columns % _TILE_COLUMNS
            if not used:
                self._tiles.append(_Tile(len(pixels)))
            n = min(_TILE_COLUMNS - used, pixels.shape[1])
            tile = self._tiles[-1].pixels
            tile[:, used : used + n] = pixels[:, :n]
            self.n_columns += n
            pixels = pixels[:, n:]
        self._plot.redraw_span(start_s + first * column_s, start_s + self.n_columns * column_s)

    def paint(self, painter: QPainter, area: PlotArea, span: tuple[float, float]) -> None:
        """Paint the tiles that lie in ``span``."""
        tile_s = _TILE_COLUMNS * self._column_s
        first, last = (int((edge_s - self._start_s) / tile_s) for edge_s in span)
        for index in range(max(0, first), min(last + 1, len(self._tiles))):
            left = self._start_s + index * tile_s
            # The whole tile, however much of it is used or exposed: parts would be sampled elsewhere.
            painter.drawImage(area.rect_px(left, left + tile_s, 0.0, self._height), self._tiles[index].image)
