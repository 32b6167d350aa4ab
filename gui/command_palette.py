"""The command palette: every action, found by typing parts of its name."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

_ACTION = Qt.ItemDataRole.UserRole


class CommandPalette(QDialog):
    """A list that typing narrows down; Enter runs what is marked.

    Parameters
    ----------
    actions
        What can be found.
    """

    def __init__(self, actions: Iterable[QAction], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Find a command"))
        self.resize(460, 360)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Type parts of a command's name"))
        self.search.setAccessibleName(self.tr("Command"))
        self.search.textChanged.connect(self._filter)
        self.search.returnPressed.connect(self._run)
        self.search.installEventFilter(self)
        self.commands = QListWidget()
        self.commands.setAccessibleName(self.tr("Commands"))
        self.commands.itemActivated.connect(self._run)
        for action in actions:
            keys = action.shortcut().toString()
            item = QListWidgetItem(action.text().replace("&", "") + (f"    {keys}" if keys else ""))
            item.setData(_ACTION, action)
            if not action.isEnabled():
                item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
            self.commands.addItem(item)
        layout = QVBoxLayout(self)
        layout.addWidget(self.search)
        layout.addWidget(self.commands)
        self._filter("")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Move the mark with the arrow keys while typing."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down.value: 1, Qt.Key.Key_Up.value: -1}.get(event.key())
            if step is not None:
                self._move(step)
                return True
        return super().eventFilter(watched, event)

    def _visible_rows(self) -> list[int]:
        return [row for row in range(self.commands.count()) if not self.commands.item(row).isHidden()]

    def _move(self, step: int) -> None:
        rows = self._visible_rows()
        if rows:
            at = rows.index(self.commands.currentRow()) if self.commands.currentRow() in rows else 0
            self.commands.setCurrentRow(rows[max(0, min(len(rows) - 1, at + step))])

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for row in range(self.commands.count()):
            item = self.commands.item(row)
            item.setHidden(not all(word in item.text().casefold() for word in words))
        self.commands.setCurrentRow(next(iter(self._visible_rows()), -1))

    def _run(self, *_: object) -> None:
        item = self.commands.currentItem()
        if item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled:
            self.accept()
            item.data(_ACTION).trigger()
