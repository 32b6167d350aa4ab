"""The files that a drag or the clipboard carries, and the fields that are no place for them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QWidget


def local_files(carried: QMimeData) -> list[Path]:
    """Return the carried files of this machine; others would have to be fetched."""
    return [Path(url.toLocalFile()) for url in carried.urls() if url.isLocalFile()]


def keep_files_out(part: QWidget) -> None:
    """Leave files that are dragged onto a field of a part, as it is now, to what lies below it."""
    guard = _Guard(part)
    for line in part.findChildren(QLineEdit):
        line.installEventFilter(guard)
    for text in part.findChildren(QPlainTextEdit):
        text.viewport().installEventFilter(guard)


class _Guard(QObject):
    """Keeps files out of a field, which would write down their address."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if isinstance(event, QDragEnterEvent) and local_files(event.mimeData()):
            event.ignore()
            return True
        return super().eventFilter(watched, event)
