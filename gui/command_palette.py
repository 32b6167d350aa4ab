"""The command palette: every action, those of changing menus included, found by typing parts of its name."""

from __future__ import annotations

from collections.abc import Iterable

from phonoscope.gui.list_table import NUMBER
from phonoscope.gui.local_files import keep_files_out
from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QPainter, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

_Index = QModelIndex | QPersistentModelIndex
_ACTION = Qt.ItemDataRole.UserRole
_KEYS = Qt.ItemDataRole.UserRole + 1
_MARGIN_PX = 6


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
        self.commands.setItemDelegate(_WithKeys(self.commands))
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
        keep_files_out(self)
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
        item = QListWidgetItem(name)
        item.setData(_ACTION, action)
        item.setData(_KEYS, keys)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name} {keys}".rstrip())
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
            said = item.data(Qt.ItemDataRole.AccessibleTextRole).casefold()
            item.setHidden(not all(word in said for word in words))
        self.commands.setCurrentRow(next(iter(self._visible_rows()), -1))

    def _run(self, *_: object) -> None:
        item = self.commands.currentItem()
        if item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled:
            self.accept()
            item.data(_ACTION).trigger()


class _WithKeys(QStyledItemDelegate):
    """Draws a command with its keys at the other end of the row."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        super().paint(painter, option, index)
        is_chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole.HighlightedText if is_chosen else QPalette.ColorRole.PlaceholderText
        painter.setPen(option.palette.color(role))
        painter.drawText(option.rect.adjusted(0, 0, -_MARGIN_PX, 0), NUMBER, index.data(_KEYS))

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:  # noqa: N802 - Qt's name
        return super().sizeHint(option, index) + QSize(0, _MARGIN_PX)
