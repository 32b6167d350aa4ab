"""Lines and areas that grow to the right."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.gui.live.growing_plot import GrowingPlot, PlotArea
from pyqtgraph.functions import arrayToQPath, arrayToQPolygonF
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen


def draw_line(painter: QPainter, area: PlotArea, x: NDArray[np.float64], y: NDArray[np.float64]) -> None:
    """Draw a line through points ``[n]``; where one is not finite there is a gap."""
    if len(x):
        painter.drawPath(arrayToQPath(area.x_px(x), area.y_px(y), connect="finite"))


class GrowingCurve:
    """A layer that draws a line through points, of which more come at the right.

    Parameters
    ----------
    plot
        Where it is drawn.
    """

    def __init__(self, plot: GrowingPlot) -> None:
        self._plot = plot
        self._pen = QPen()
        self.x: NDArray[np.floating[Any]] = np.zeros(0)
        self.y: NDArray[np.floating[Any]] = np.zeros(0)
        plot.add_layer(self)

    def set_pen(self, colour: str, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> None:
        """Draw it so."""
        self._pen = QPen(QColor(colour), 1, style)
        self._pen.setCosmetic(True)
        self._plot.redraw()

    def set_data(self, x: NDArray[np.floating[Any]], y: NDArray[np.floating[Any]]) -> None:
        """Draw these points, ``[n]`` each; those that were drawn before are still the same."""
        n_before, self.x, self.y = len(self.x), x, y
        if len(x) > n_before:
            self._plot.redraw_span(float(x[max(0, n_before - 1)]), float(x[-1]))

    def clear(self) -> None:
        """Draw nothing."""
        self.x, self.y = self.x[:0].copy(), self.y[:0].copy()
        self._plot.redraw()

    def paint(self, painter: QPainter, area: PlotArea, span: tuple[float, float]) -> None:
        """Paint what lies in ``span``, with one point more at both ends."""
        first, last = np.searchsorted(self.x, span)
        part = slice(max(0, int(first) - 1), int(last) + 1)
        painter.setPen(self._pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        draw_line(painter, area, self.x[part].astype(np.float64), self.y[part].astype(np.float64))


class GrowingSteps:
    """A layer that fills the area below a line of steps, of which more come at the right.

    Parameters
    ----------
    plot
        Where it is drawn.
    """

    def __init__(self, plot: GrowingPlot) -> None:
        self._plot = plot
        self._brush = QBrush()
        self._step_s = 1.0
        self.heights: NDArray[np.float64] = np.zeros(0)
        plot.add_layer(self)

    def set_colour(self, colour: str) -> None:
        """Fill it so."""
        self._brush = QBrush(QColor(colour))
        self._plot.redraw()

    def set_data(self, heights: NDArray[np.float64], step_s: float) -> None:
        """Draw steps of this width and of these heights, ``[n]``; those that were drawn before are still the same."""
        n_before, self.heights, self._step_s = len(self.heights), heights, step_s
        if len(heights) > n_before:
            self._plot.redraw_span(n_before * step_s, len(heights) * step_s)

    def clear(self) -> None:
        """Draw nothing."""
        self.heights = np.zeros(0)
        self._plot.redraw()

    def paint(self, painter: QPainter, area: PlotArea, span: tuple[float, float]) -> None:
        """Paint the steps in ``span``."""
        first = max(0, int(span[0] / self._step_s) - 1)
        heights = self.heights[first : max(0, int(span[1] / self._step_s) + 2)]
        if not len(heights):
            return
        edges = (first + np.arange(len(heights) + 1)) * self._step_s
        x = np.repeat(edges, 2)
        y = np.concatenate([[0.0], np.repeat(heights, 2), [0.0]])
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._brush)
        painter.drawPolygon(arrayToQPolygonF(area.x_px(x), area.y_px(y)))
