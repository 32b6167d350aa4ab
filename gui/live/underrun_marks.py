"""Marks where the sound broke off because it was not ready in time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyqtgraph
from phonoscope.gui.theme import Theme

_SIZE_PX = 11


class UnderrunMarks:
    """Triangles at the foot of a plot, so that they are told by their shape as well as their colour."""

    def __init__(self, plot_item: Any) -> None:
        self.times_s: list[float] = []
        self._foot = 0.0
        self._item: Any = pyqtgraph.ScatterPlotItem(symbol="t1", size=_SIZE_PX, pxMode=True)
        self._item.setZValue(90)
        self._item.hide()
        plot_item.addItem(self._item, ignoreBounds=True)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._item.setBrush(theme.alarm)
        self._item.setPen(theme.plot)

    def set_foot(self, foot: float) -> None:
        """Stand at this value of the vertical axis."""
        if foot != self._foot:
            self._foot = foot
            self._draw()

    def show(self, times_s: Sequence[float]) -> None:
        """Mark these times."""
        if list(times_s) != self.times_s:
            self.times_s = list(times_s)
            self._draw()

    def _draw(self) -> None:
        self._item.setVisible(bool(self.times_s))
        self._item.setData(x=self.times_s, y=[self._foot] * len(self.times_s))
