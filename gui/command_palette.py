"""The command palette: every action, those of changing menus included, found by typing parts of its name."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QMenu, QVBoxLayout, QWidget

_ACTION = Qt.ItemDataRole.UserRole


class CommandPalette(QDialog):
    """A list that typing narrows down; Enter runs what is marked.

    Parameters
    ----------
    actions
        What can be found.
    parent
        Where it opens.
    menus
        Whose entries can be found as well, as they are when the menu opens, under the menu's title.
    """

    def __init__(self, actions: Iterable[QAction], parent: QWidget, menus: Iterable[QMenu] = ()) -> None:
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
            self._add(action, action.text())
        for menu in menus:
            menu.aboutToShow.emit()  # its entries are made for each opening
            for action in menu.actions():
                if action.isEnabled() and not action.isSeparator():
                    self._add(action, f"{menu.title()} › {action.text()}")  # noqa: RUF001 - a step down
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

    def _add(self, action: QAction, text: str) -> None:
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        name = text.replace("&&", "\0").replace("&", "").replace("\0", "&")  # without the marks of the letters
        item = QListWidgetItem(name + (f"    {keys}" if keys else ""))
        item.setData(_ACTION, action)
        item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)  # the tick only tells how things stand
        if action.isCheckable():
            item.setCheckState(Qt.CheckState.Checked if action.isChecked() else Qt.CheckState.Unchecked)
        if not action.isEnabled():
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEnabled)
        self.commands.addItem(item)

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
