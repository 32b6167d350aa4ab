"""A frame around the row of a layer in a picture of all layers, and around a column where one is meant."""

from __future__ import annotations

from typing import Any

import pyqtgraph
from phonoscope.gui.theme import Theme
from PySide6.QtGui import QColor


class LayerMark:
    """Bands across a plot; where they cross is what is meant.

    Parameters
    ----------
    plot_item
        The plot; its vertical axis counts layers.
    """

    def __init__(self, plot_item: Any) -> None:
        self._plot_item = plot_item
        self._row, self._column = (
            pyqtgraph.LinearRegionItem(orientation=orientation, movable=False)
            for orientation in ("horizontal", "vertical")
        )
        for band in (self._row, self._column):
            band.setZValue(50)
            band.setBrush(QColor(0, 0, 0, 0))
        self.layer: int | None = None
        self.column: int | None = None

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        for line in (*self._row.lines, *self._column.lines):
            line.setPen(theme.text, width=2)  # seen on the colours of the map as well as on that of alarms

    def show(self, layer: int | None, column: int | None = None) -> None:
        """Mark a layer, and one column in it; None takes the mark away."""
        self._move(self._row, self.layer, layer)
        self._move(self._column, self.column, column)
        self.layer, self.column = layer, column

    def _move(self, band: Any, before: int | None, now: int | None) -> None:
        if before is not None:
            self._plot_item.removeItem(band)
        if now is not None:
            self._plot_item.addItem(band, ignoreBounds=True)  # no sooner: it is moved at each zoom
            band.setRegion((now, now + 1))
