"""Lines of text that may be longer than the room there is."""

from __future__ import annotations

from collections.abc import Sequence

from phonoscope.gui.plain_text import plain_tip
from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy


class ElidedLines(QLabel):
    """A label that marks with dots in the middle of a line that it is too long, and says all in a tool tip then."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: list[str] = []
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def set_lines(self, lines: Sequence[str]) -> None:
        """Show these lines, as far as there is room."""
        self._lines = list(lines)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802 - Qt's name
        """Show more or less of them."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics, room_px = self.fontMetrics(), self.contentsRect().width()
        shown = [metrics.elidedText(line, Qt.TextElideMode.ElideMiddle, room_px) for line in self._lines]
        self.setText("\n".join(shown))
        self.setToolTip(plain_tip("\n".join(self._lines)) if shown != self._lines else "")
