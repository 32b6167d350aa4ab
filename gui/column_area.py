"""A column of widgets that scrolls up and down where there is little height."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget


class ColumnArea(QScrollArea):
    """A column that is never narrower than what is in it, however long its words are in a language.

    Parameters
    ----------
    content
        What is scrolled.
    """

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._content = content
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the focus inside
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setWidget(content)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the width of the content beside the scroll bar."""
        content, bar = self._content.minimumSizeHint(), self.verticalScrollBar().sizeHint()
        return QSize(content.width() + bar.width(), super().minimumSizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Notice when the content needs another width."""
        if watched is self._content and event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
