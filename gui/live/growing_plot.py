"""A plot whose content grows: only what is new is painted, and pyqtgraph's scene is kept as a picture.

Axes and what can be dragged belong to the scene and change rarely; asking the scene to paint anything costs more
than all that is new in a picture. So the scene is painted once into a transparent picture, whenever it says that it has
changed. What grows is painted below that picture by layers; hints come and go above it, and cursors move, each
within its own strip.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeVar

import numpy as np
import pyqtgraph
from numpy.typing import NDArray
from phonoscope.gui.number_axis import SecondsAxis
from PySide6.QtCore import QCoreApplication, QEvent, QLineF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QGraphicsView

Values = TypeVar("Values", float, NDArray[np.float64])

_STRIP_MARGIN_PX = 2  # around what has changed: lines have a width


@dataclass(frozen=True)
class PlotArea:
    """Where values lie on the screen.

    Parameters
    ----------
    rect
        The part of the plot inside the axes, in pixels of the widget.
    x_span
        Values at its left and right edge.
    y_span
        Values at its lower and upper edge.
    """

    rect: QRectF
    x_span: tuple[float, float]
    y_span: tuple[float, float]

    def x_px(self, values: Values) -> Values:
        """Return where values of the horizontal axis are, in pixels."""
        first, scale, left_px = self._x_line
        return (values - first) * scale + left_px

    def y_px(self, values: Values) -> Values:
        """Return where values of the vertical axis are, in pixels."""
        first, scale, bottom_px = self._y_line
        return (values - first) * scale + bottom_px

    def rect_px(self, left: float, right: float, low: float, high: float) -> QRectF:
        """Return the rectangle between two values of each axis."""
        left_px, low_px = self.x_px(left), self.y_px(low)
        return QRectF(left_px, low_px, self.x_px(right) - left_px, self.y_px(high) - low_px).normalized()

    def span_of(self, left_px: float, right_px: float) -> tuple[float, float]:
        """Return the values of the horizontal axis between two pixels."""
        first, scale, left = self._x_line
        return first + (left_px - left) / scale, first + (right_px - left) / scale

    @cached_property
    def edges_px(self) -> tuple[int, int, int, int]:
        """Its left, upper, right and lower edge in whole pixels, as Qt rounds a rectangle that it clips to."""
        rect = self.rect
        return (
            math.floor(rect.left() + 0.5),
            math.floor(rect.top() + 0.5),
            math.floor(rect.right() + 0.5),
            math.floor(rect.bottom() + 0.5),
        )

    @cached_property
    def _x_line(self) -> tuple[float, float, float]:
        """The value at the left edge, pixels for each unit, and where that edge is."""
        low, high = self.x_span
        return low, max(1.0, self.rect.width()) / (high - low), self.rect.left()

    @cached_property
    def _y_line(self) -> tuple[float, float, float]:
        """The value at the lower edge, pixels downwards for each unit, and where that edge is."""
        low, high = self.y_span
        return low, -self.rect.height() / (high - low), self.rect.bottom()


class Layer(Protocol):
    """Content of a plot."""

    def paint(self, painter: QPainter, area: PlotArea, span: tuple[float, float]) -> None:
        """Paint at least what lies between the two values of the horizontal axis."""


class GrowingPlot(pyqtgraph.PlotWidget):  # type: ignore[misc]
    """pyqtgraph's plot widget with layers below its scene and cursors above it."""

    mouse_left = Signal()

    def __init__(self) -> None:
        # Menus would be made for every plot.
        super().__init__(enableMenu=False, background=None, axisItems={"bottom": SecondsAxis("bottom")})
        self._layers: list[Layer] = []
        self._cursors: list[Cursor] = []
        self.hint = Hint(self)
        self._colour = QColor()
        self._scene_picture: QPixmap | None = None
        self._ratio = 1.0  # its pixels to those of the widget
        self._area: PlotArea | None = None
        self._settling = self._settled = False
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.NoViewportUpdate)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.scene().changed.connect(self._scene_changed)
        self._box = self.getPlotItem().getViewBox()
        self._box.sigResized.connect(self._moved)
        self._box.sigRangeChanged.connect(self._moved)
        for name in self.getPlotItem().axes:  # those that are hidden, too
            self.getPlotItem().getAxis(name).enableAutoSIPrefix(False)  # which writes a label anew at each change

    @property
    def area(self) -> PlotArea:
        """Where values lie now."""
        if self._area is None:
            x_span, y_span = self._box.viewRange()
            bottom_up = (y_span[1], y_span[0]) if self.upside_down else (y_span[0], y_span[1])
            self._area = PlotArea(self._box.sceneBoundingRect(), (x_span[0], x_span[1]), bottom_up)
        return self._area

    @property
    def upside_down(self) -> bool:
        """Whether the vertical axis points downwards."""
        return bool(self._box.yInverted())

    def show_span(self, start: float, end: float) -> None:
        """Show another part of the horizontal axis. The picture of the scene stays where it does not depend on that."""
        kept = None if self._depends_on_span or self._settle_scene() else self._scene_picture
        # pyqtgraph never finds the range itself here, and need not be told again that it must not.
        self._box.setRange(xRange=(start, end), padding=0, disableAutoRange=False)
        if kept is not None:
            self._settle_scene()
            self._scene_picture = kept

    @property
    def _depends_on_span(self) -> bool:
        """Whether something of the scene moves along with the horizontal axis."""
        item = self.getPlotItem()
        return item.getAxis("bottom").isVisible() or any(added.isVisible() for added in item.getViewBox().addedItems)

    def set_colour(self, colour: str) -> None:
        """Use this colour behind everything."""
        self._colour = QColor(colour)
        self.redraw()

    def add_layer(self, layer: Layer) -> None:
        """Paint ``layer`` above those that were added before."""
        self._layers.append(layer)
        self.redraw()

    def remove_layer(self, layer: Layer) -> None:
        """Paint ``layer`` no more."""
        self._layers.remove(layer)
        self.redraw()

    def add_cursor(self) -> Cursor:
        """Return a new cursor, which is not yet seen."""
        self._cursors.append(Cursor(self))
        return self._cursors[-1]

    def redraw(self, *_: object) -> None:
        """Paint the whole plot again."""
        self._settled = False
        self.viewport().update()

    def redraw_span(self, start: float, end: float) -> None:
        """Paint again what lies between two values of the horizontal axis."""
        area = self.area
        left_px, right_px = math.floor(area.x_px(start)), math.ceil(area.x_px(end))
        first, top, last, bottom = area.edges_px
        left_px, right_px = max(left_px - _STRIP_MARGIN_PX, first), min(right_px + _STRIP_MARGIN_PX, last)
        if left_px < right_px:
            self.viewport().update(left_px, top, right_px - left_px, bottom - top)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint layers, scene and cursors, where it is needed."""
        ratio = self.devicePixelRatioF()
        if not self._settled:  # a strip is there for the layers alone
            self._settle_scene()
            self._settled = True
        picture = self._picture_of_scene(ratio)
        area, region = self.area, event.region()
        first, top, last, bottom = area.edges_px
        painter = QPainter(self.viewport())
        # One by one: within a single rectangle Qt draws images in the same way always.
        is_strip = region.rectCount() == 1 and ratio == 1.0
        for exposed in region:  # type: ignore[attr-defined]  # which the stubs leave out
            x1, y1, x2, y2 = exposed.getCoords()
            clips = not (is_strip and first <= x1 and x2 < last and top <= y1 and y2 < bottom)  # Qt has done so
            if clips:
                painter.setClipRect(exposed)
            painter.fillRect(exposed, self._colour)
            if clips:
                painter.setClipRect(area.rect, Qt.ClipOperation.IntersectClip)
            span = area.span_of(x1 - _STRIP_MARGIN_PX, x2 + _STRIP_MARGIN_PX)
            for layer in self._layers:
                layer.paint(painter, area, span)
            if clips:
                painter.setClipRect(exposed)
            painter.drawPixmap(0, 0, picture)
            if self.hint.visible:
                self.hint.paint(painter, area)
            if clips:
                painter.setClipRect(area.rect, Qt.ClipOperation.IntersectClip)
            for cursor in self._cursors:
                if cursor.at is not None and span[0] <= cursor.at <= span[1]:
                    cursor.paint(painter, area, cursor.at)
        painter.end()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Say that the mouse points here no more."""
        super().leaveEvent(event)
        self.mouse_left.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Have another picture of the scene."""
        self._scene_picture = None
        super().resizeEvent(event)

    def _moved(self, *_: object) -> None:
        self._area = None
        self.redraw()

    def _scene_changed(self, places: Sequence[QRectF]) -> None:
        if not places:  # so it is after every picture of the scene
            return
        self._scene_picture = self._area = None
        if not self._settling:
            self.redraw()

    def _settle_scene(self) -> bool:
        """Return whether the scene has changed, and say so before this is painted: otherwise it would come after it.

        pyqtgraph moves items only when they are to be painted, and Qt tells of what has changed when all else is done.
        """
        self._settling = True
        self.scene().prepareForPaint()
        QCoreApplication.sendPostedEvents(self.scene(), QEvent.Type.MetaCall.value)
        self._settling = False
        return self._scene_picture is None

    def _picture_of_scene(self, ratio: float) -> QPixmap:
        if self._scene_picture is not None and ratio == self._ratio:
            return self._scene_picture
        size, self._ratio = self.viewport().size(), ratio
        picture = QPixmap(size * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        self.render(painter, QRectF(QRect(0, 0, size.width(), size.height())), self.viewport().rect())
        painter.end()
        self._scene_picture = picture
        return picture


class Hint:
    """A text in the middle as long as there is nothing to draw; `GrowingPlot.hint`."""

    def __init__(self, plot: GrowingPlot) -> None:
        self._plot = plot
        self._colour = QColor()
        self.text, self.visible = "", True

    def set_colour(self, colour: str) -> None:
        """Write in this colour."""
        self._colour = QColor(colour)
        self._plot.redraw()

    def write(self, text: str) -> None:
        """Write this, once it is shown."""
        if text != self.text:
            self.text = text
            self._plot.redraw()

    def show(self, visible: bool) -> None:
        """Show or hide it."""
        if visible != self.visible:
            self.visible = visible
            self._plot.redraw()

    def paint(self, painter: QPainter, area: PlotArea) -> None:
        """Paint it."""
        if self.text:
            painter.setPen(self._colour)
            painter.drawText(area.rect, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, self.text)


class Cursor:
    """A vertical line that moves without anything else being painted again; made by `GrowingPlot.add_cursor`."""

    def __init__(self, plot: GrowingPlot) -> None:
        self._plot = plot
        self._pen = QPen()
        self.at: float | None = None

    def set_pen(self, colour: str, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> None:
        """Draw it so."""
        self._pen = QPen(QColor(colour), 1, style)
        self._pen.setCosmetic(True)
        self._update()

    def move(self, at: float | None) -> None:
        """Move it to a value of the horizontal axis; None hides it."""
        if at != self.at:
            self._update()
            self.at = at
            self._update()

    def paint(self, painter: QPainter, area: PlotArea, at: float) -> None:
        """Paint it, if it is in sight there."""
        if not area.x_span[0] <= at <= area.x_span[1]:
            return
        x = area.x_px(at)
        painter.setPen(self._pen)
        painter.drawLine(QLineF(x, area.rect.top(), x, area.rect.bottom()))

    def _update(self) -> None:
        if self.at is not None:
            self._plot.redraw_span(self.at, self.at)
