"""A line of text that leads somewhere."""

from __future__ import annotations

from phonoscope.gui.steady_label import SteadyLabel
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent


class SteadyLink(SteadyLabel):
    """A steady label that can be clicked, or reached with Tab and followed with Enter, while it leads somewhere."""

    clicked = Signal()

    def set_leads(self, leads: bool) -> None:
        """Say whether there is somewhere to go."""
        self.setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if leads else Qt.FocusPolicy.NoFocus)

    @property
    def leads(self) -> bool:
        """Whether there is somewhere to go."""
        return self.focusPolicy() is not Qt.FocusPolicy.NoFocus

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Follow it."""
        inside = self.rect().contains(event.position().toPoint())
        if self.leads and inside and event.button() is Qt.MouseButton.LeftButton:
            self.clicked.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Follow it with Enter or Space."""
        if self.leads and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Show that Enter goes here now."""
        self._underline(True)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802 - Qt's name
        """Show that it does so no more."""
        self._underline(False)
        super().focusOutEvent(event)

    def _underline(self, underlined: bool) -> None:
        font = self.font()
        font.setUnderline(underlined)
        self.setFont(font)
