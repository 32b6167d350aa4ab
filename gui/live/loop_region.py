"""The part of the take that is repeated: dragged out with Shift, moved and resized with the mouse."""

from __future__ import annotations

from typing import Any

import pyqtgraph
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import Theme
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QColor, QMouseEvent

_OPACITY = 40  # of 255
_MIN_LOOP_S = 0.03


class LoopRegion(QObject):
    """The loop on one plot.

    Parameters
    ----------
    plot
        Where it is shown and dragged out.
    axis
        Keeps it for everyone.
    """

    def __init__(self, plot: Any, axis: TimeAxis, parent: QObject) -> None:
        super().__init__(parent)
        self._plot = plot
        self._axis = axis
        self._from_s: float | None = None
        self.item: Any = pyqtgraph.LinearRegionItem(swapMode="sort")
        self.item.setZValue(50)
        self.item.hide()
        plot.getPlotItem().addItem(self.item, ignoreBounds=True)
        self.item.sigRegionChangeFinished.connect(self._dragged)
        axis.loop_changed.connect(self._show)
        plot.viewport().installEventFilter(self)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        colour = QColor(theme.accent)
        for line in self.item.lines:
            line.setPen(colour, width=2)
            line.setHoverPen(colour, width=4)
        colour.setAlpha(_OPACITY)
        self.item.setBrush(colour)
        self.item.setHoverBrush(colour)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Drag a loop out with Shift and the left button."""
        if not isinstance(event, QMouseEvent):
            return False
        if event.type() is QEvent.Type.MouseButtonPress:
            held = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            if event.button() is not Qt.MouseButton.LeftButton or not held:
                return False
            self._from_s = self._time_s(event.position())
            return True
        if self._from_s is None:
            return False
        to_s = self._time_s(event.position())
        if abs(to_s - self._from_s) >= _MIN_LOOP_S:
            self._axis.set_loop((min(self._from_s, to_s), max(self._from_s, to_s)))
        if event.type() is QEvent.Type.MouseButtonRelease:
            if abs(to_s - self._from_s) < _MIN_LOOP_S:
                self._axis.set_loop(None)
            self._from_s = None
        return True

    def _time_s(self, position: QPointF) -> float:
        box = self._plot.getPlotItem().getViewBox()
        return max(0.0, float(box.mapSceneToView(self._plot.mapToScene(position.toPoint())).x()))

    def _show(self, loop_s: tuple[float, float] | None) -> None:
        self.item.setVisible(loop_s is not None)
        if loop_s is not None and tuple(self.item.getRegion()) != loop_s:
            self.item.blockSignals(True)  # what is shown need not be told to the axis again
            self.item.setRegion(loop_s)
            self.item.blockSignals(False)

    def _dragged(self) -> None:
        start_s, end_s = self.item.getRegion()
        self._axis.set_loop((max(0.0, start_s), max(start_s + _MIN_LOOP_S, end_s)))
