"""A pane: one picture of the take, on the shared time axis."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from phonoscope.engine.pictures.magnitudes import prompt_rows
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.live.growing_plot import GrowingPlot
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import Theme
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

_LABEL_MARGIN_PX, _RIGHT_MARGIN_PX = 7, 8
_TIMES_HEIGHT_PX, _MIN_PLOT_HEIGHT_PX = 22, 40
AXIS_WIDTH_PX = 58  # the same in every pane, so that equal times stand above each other


class Pane(QWidget):
    """Base of all panes: title, plot, time axis, hover line and playhead.

    Parameters
    ----------
    axis
        The shared time axis.
    theme
        Its first colours.
    """

    draws_codes = False  # whether what is drawn is about the drawing of codes
    draws_prompt = False  # whether there is something to draw of a take that was stopped before its first frame
    reads_while_hidden = False  # whether a frame is read off even where the pane is not shown

    def __init__(self, axis: TimeAxis, theme: Theme) -> None:
        super().__init__()
        self.axis = axis
        self.theme = theme
        self.take: TakeView | None = None
        self.pointed_row: int | None = None  # row of the picture below the mouse
        self._drawn: tuple[int, bool] | None = None
        self._setting_span = False
        self._heading = QLabel()
        self._heading.setObjectName("heading")
        self.header_area = QWidget()
        self.header_area.setObjectName("pane_header")
        self.header_area.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the pane is moved and resized with keys from here
        self.header = QHBoxLayout(self.header_area)
        self.header.setContentsMargins(8, 3, 8, 2)
        self.header.setSpacing(10)
        self.header.addWidget(self._heading)
        self.header.addStretch(1)

        self.plot = GrowingPlot()
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.item: Any = self.plot.getPlotItem()
        self.item.hideButtons()
        self.item.getAxis("left").setWidth(AXIS_WIDTH_PX)
        self.item.getAxis("left").setTicks([[]])
        self.show_times(False)
        self._vertical: object = None
        self.box: Any = self.item.getViewBox()
        self.box.setMouseEnabled(x=True, y=False)
        self.box.disableAutoRange()
        self.box.setLimits(xMin=0.0)
        self.box.setXRange(*axis.span_s, padding=0)
        self.box.sigXRangeChanged.connect(self._span_dragged)
        self._hover = self.plot.add_cursor()
        self._playhead = self.plot.add_cursor()
        self.plot.scene().sigMouseMoved.connect(self._pointed)
        self.plot.scene().sigMouseClicked.connect(self._clicked)
        self.plot.mouse_left.connect(self._left)

        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header_area)
        layout.addWidget(self.plot, 1)

        axis.span_changed.connect(self._show_span)
        axis.hover_changed.connect(self._show_hover)
        axis.playhead_changed.connect(self._show_playhead)

    def set_titles(self, title: str, hint: str) -> None:
        """Set the heading, and what is written in the middle as long as there is nothing to draw."""
        self._heading.setText(title)
        for widget in (self, self.plot, self.header_area):
            widget.setAccessibleName(title)
        self._first_hint = hint
        self.plot.hint.write(hint)

    def set_vertical(
        self, low: float, high: float, labels: Iterable[tuple[float, str]], *, padding: float = 0.0
    ) -> None:
        """Let the vertical axis span a range, with labels at some values; the same again costs nothing."""
        wanted = (low, high, tuple(labels), padding)
        if wanted != self._vertical:
            self._vertical = wanted
            self.box.setYRange(low, high, padding=padding)
            self.item.getAxis("left").setTicks([list(wanted[2])])

    def show_hint(self, hint: str) -> None:
        """Write why there is nothing to draw."""
        self.plot.hint.write(hint)
        self.plot.hint.show(True)

    def show_times(self, shown: bool) -> None:
        """Write times below the plot, or not."""
        below_px = 0 if shown else _LABEL_MARGIN_PX  # room for half a label at the lower end of the axis
        self.item.setContentsMargins(0, _LABEL_MARGIN_PX, _RIGHT_MARGIN_PX, below_px)
        self.item.showAxis("bottom", shown)
        times_px = _TIMES_HEIGHT_PX if shown else 0
        self.item.getAxis("bottom").setHeight(times_px)
        self.plot.setMinimumHeight(_MIN_PLOT_HEIGHT_PX + times_px)

    def set_take(self, take: TakeView | None) -> None:
        """Draw another take from now on."""
        self.take = take
        self._playhead.move(self.axis.playhead_s if take is not None else None)
        self._drawn = None
        self.clear()
        if take is None:
            self.plot.hint.write(self._first_hint)
        self.plot.hint.show(take is None)  # of a take that has begun there will soon be something to see
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self.theme = theme
        self.plot.set_colour(theme.plot)
        for name in ("left", "bottom"):
            axis = self.item.getAxis(name)
            axis.setPen(theme.border)
            axis.setTextPen(theme.muted)
        self.box.setBorder(theme.border)
        self.plot.hint.set_colour(theme.muted)
        self._hover.set_pen(theme.muted, Qt.PenStyle.DashLine)
        self._playhead.set_pen(theme.accent)
        self._drawn = None
        self.refresh()

    def refresh(self) -> bool:
        """Draw what came since the last call; return whether anything did."""
        if self.take is None or not self.isVisible():
            return False
        state = (self.take.n_frames, self.take.finished)
        if state == self._drawn:
            return False
        if not (state[0] or (self.draws_prompt and prompt_rows(self.take))):
            if state[1]:
                self.show_hint(self.tr("This take ended before its first frame"))
            return False
        self._drawn = state
        if not self.applies(self.take):
            self.show_hint(self.tr("This model draws no codes"))
            return False
        self.plot.hint.show(False)
        self.draw(self.take, finished=state[1])
        return True

    def applies(self, take: TakeView) -> bool:
        """Whether there can be anything to draw: what is drawn of codes is of no use to models that draw none."""
        return not self.draws_codes or bool(take.codes.shape[1])

    @property
    def drawn_frames(self) -> int:
        """Frames of the take when it was last drawn."""
        return self._drawn[0] if self._drawn is not None else 0

    def redraw(self) -> None:
        """Draw everything again, because a choice in the header has changed."""
        self._drawn = None
        self.refresh()

    def clear(self) -> None:
        """Remove what is drawn of the last take."""
        raise NotImplementedError

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw ``take``; called when it has grown."""
        raise NotImplementedError

    def describe(self, frame: int) -> str:
        """Return what there is to read off at a frame; empty for nothing."""
        return ""

    def span_shown(self) -> None:
        """Draw what depends on the visible range; the rest needs nothing."""

    def showEvent(self, event: QEvent) -> None:  # noqa: N802 - Qt's name
        """Catch up with what came while the pane was hidden."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._show_span(*self.axis.span_s)
        self.refresh()

    def _show_span(self, start_s: float, end_s: float) -> None:
        if self.isVisible():
            self._setting_span = True
            self.plot.show_span(start_s, end_s)
            self._setting_span = False
            self.span_shown()

    def _show_hover(self, time_s: float) -> None:
        if time_s < 0:
            self.pointed_row = None
        self._hover.move(time_s if time_s >= 0 else None)

    def _show_playhead(self, time_s: float) -> None:
        if self.take is not None:
            self._playhead.move(time_s)

    def _span_dragged(self, _: object, span: tuple[float, float]) -> None:
        if not self._setting_span:
            self.axis.show(*span)

    def _pointed(self, position: Any) -> None:
        if not self.box.sceneBoundingRect().contains(position):
            self.axis.set_hover(-1.0)
            return
        point = self.box.mapSceneToView(position)
        self.pointed_row = math.floor(point.y())
        self.axis.set_hover(max(0.0, point.x()), self.pointed_row)

    def _left(self) -> None:
        self.axis.set_hover(-1.0)

    def _clicked(self, event: Any) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.box.sceneBoundingRect().contains(event.scenePos()):
            self.axis.seek_requested.emit(max(0.0, self.box.mapSceneToView(event.scenePos()).x()))
