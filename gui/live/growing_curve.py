"""Lines and areas that grow to the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.gui.live.growing_plot import GrowingPlot, PlotArea
from pyqtgraph.functions import arrayToQPath, arrayToQPolygonF
from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen


def draw_line(painter: QPainter, area: PlotArea, x: NDArray[np.float64], y: NDArray[np.float64]) -> None:
    """Draw a line through points ``[n]``; where one is not finite there is a gap."""
    if not len(x):
        return
    x_px, y_px = area.x_px(x), area.y_px(y)
    if np.isfinite(y_px).all():
        path = QPainterPath()
        path.addPolygon(arrayToQPolygonF(x_px, y_px))
    else:
        path = arrayToQPath(x_px, y_px, connect="finite")
    painter.drawPath(path)


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

    def append(self, x: NDArray[np.floating[Any]], y: NDArray[np.floating[Any]]) -> None:
        """Draw more points, ``[n]`` each."""
        self.set_data(np.concatenate([self.x, x]), np.concatenate([self.y, y]))

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
    """A layer that fills the areas below lines of steps, of which more come at the right.

    Parameters
    ----------
    plot
        Where it is drawn.
    """

    def __init__(self, plot: GrowingPlot) -> None:
        self._plot = plot
        self._brushes: list[QBrush] = []
        self._step_s = 1.0
        self.heights: NDArray[np.float64] = np.zeros((0, 0))
        plot.add_layer(self)

    def set_colours(self, colours: Sequence[str]) -> None:
        """Fill the areas so."""
        self._brushes = [QBrush(QColor(colour)) for colour in colours]
        self._plot.redraw()

    def set_data(self, heights: NDArray[np.float64], step_s: float) -> None:
        """Draw steps of this width and of these heights; those that were drawn before are still the same.

        The heights, ``[n, areas]``, grow from area to area, so the last is drawn behind all others.
        """
        n_before, self.heights, self._step_s = len(self.heights), heights, step_s
        if len(heights) > n_before:
            self._plot.redraw_span(n_before * step_s, len(heights) * step_s)

    def clear(self) -> None:
        """Draw nothing."""
        self.heights = self.heights[:0].copy()
        self._plot.redraw()

    def paint(self, painter: QPainter, area: PlotArea, span: tuple[float, float]) -> None:
        """Paint the steps in ``span``."""
        first = max(0, int(span[0] / self._step_s) - 1)
        heights = self.heights[first : max(0, int(span[1] / self._step_s) + 2)]
        if not len(heights):
            return
        n_areas = heights.shape[1]
        x_px = area.x_px(np.repeat((first + np.arange(len(heights) + 1)) * self._step_s, 2))
        y_px = np.full((n_areas, len(x_px)), area.y_px(0.0))
        y_px[:, 1:-1] = np.repeat(area.y_px(heights.T), 2, axis=1)
        painter.setPen(Qt.PenStyle.NoPen)
        for index in reversed(range(n_areas)):
            painter.setBrush(self._brushes[index])
            painter.drawPolygon(arrayToQPolygonF(x_px, y_px[index]))
