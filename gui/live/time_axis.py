"""The time axis that all panes share: what is visible, where the mouse points, where the sound is."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

_MIN_SPAN_S = 0.02
# While a take grows the visible end moves in these steps, so that the picture does not creep all the time.
_STEPS_S = (2.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0, 64.0)


class TimeAxis(QObject):
    """State of the axis in seconds; panes draw it and send what people do to it."""

    span_changed = Signal(float, float)
    hover_changed = Signal(float)  # negative when the mouse points nowhere; again where only the row changes
    playhead_changed = Signal(float)
    seek_requested = Signal(float)
    loop_changed = Signal(object)  # (start, end) of the part that is repeated, or None

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.span_s = (0.0, _STEPS_S[0])
        self.hover_s = -1.0
        self._hover_row: int | None = None
        self.playhead_s = 0.0
        self.loop_s: tuple[float, float] | None = None
        self._follows = True
        self._duration_s = 0.0
        self._least_end_s = _STEPS_S[0]

    def begin(self, expected_s: float) -> None:
        """Show another take from its beginning, with room for what is expected: the axis need not grow with it.

        Where what is visible has about that room and not twice as much, it stays: takes of one text stand still.
        """
        self._follows = True
        start_s, end_s = self.span_s
        stays = start_s == 0.0 and 0.9 * expected_s <= end_s <= 2.0 * expected_s  # expected only by estimate
        self._least_end_s = end_s if stays else _end_for(expected_s)

    def set_duration(self, duration_s: float, *, finished: bool) -> None:
        """Say how long the take is; the visible end follows unless someone has zoomed."""
        self._duration_s = duration_s
        if not self._follows:
            return
        if finished and duration_s > 0:
            self._set(0.0, duration_s)
        else:
            self._set(0.0, self._least_end_s if duration_s <= self._least_end_s else _end_for(duration_s))

    def show(self, start_s: float, end_s: float) -> None:
        """Zoom to a range, as with the mouse."""
        self._follows = False
        self._set(start_s, end_s)

    def show_everything(self) -> None:
        """Show the whole take and follow it again."""
        self._follows = True
        self.set_duration(self._duration_s, finished=True)

    def zoom(self, factor: float) -> None:
        """Multiply the visible range by ``factor``, around what is pointed at, or else its middle."""
        start, end = self.span_s
        fixed = self.hover_s if start <= self.hover_s <= end else (start + end) / 2
        self.show(fixed - (fixed - start) * factor, fixed + (end - fixed) * factor)

    def point_at(self, time_s: float) -> None:
        """Point at a time as with the mouse, and move the visible range there if it lies outside."""
        start, end = self.span_s
        if not start <= time_s <= end:
            self.show(max(0.0, time_s - (end - start) / 2), max(0.0, time_s - (end - start) / 2) + end - start)
        self.set_hover(time_s)

    def set_hover(self, time_s: float, row: int | None = None) -> None:
        """Point at a time, and at a row of the picture below the mouse; a negative time for nowhere."""
        if (time_s, row) != (self.hover_s, self._hover_row):
            self.hover_s, self._hover_row = time_s, row
            self.hover_changed.emit(time_s)

    def set_playhead(self, time_s: float) -> None:
        """Say where the sound is."""
        if time_s != self.playhead_s:
            self.playhead_s = time_s
            self.playhead_changed.emit(time_s)

    def set_loop(self, loop_s: tuple[float, float] | None) -> None:
        """Repeat a part of the take; None for none."""
        if loop_s != self.loop_s:
            self.loop_s = loop_s
            self.loop_changed.emit(loop_s)

    def _set(self, start_s: float, end_s: float) -> None:
        start_s = max(0.0, start_s)
        span = (start_s, max(end_s, start_s + _MIN_SPAN_S))
        if span != self.span_s:
            self.span_s = span
            self.span_changed.emit(*span)


def _end_for(duration_s: float) -> float:
    """Return where the axis ends while a take of this length grows."""
    return next((step_s for step_s in _STEPS_S if step_s >= duration_s), duration_s * 1.25)
