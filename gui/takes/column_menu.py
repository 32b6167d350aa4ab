"""Which columns the table of takes shows."""

from __future__ import annotations

from collections.abc import Sequence

from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.takes.model import Column
from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QTableView, QWidget

_ALWAYS = "text"


class ColumnMenu(QMenu):
    """Shows and hides columns; it opens with the right mouse button on the table's header.

    Parameters
    ----------
    table
        The table; hidden columns are those that the settings do not name.
    columns
        Its columns.
    settings
        Where the choice is kept.
    parent
        Of the menu.
    """

    chosen = Signal()

    def __init__(
        self, table: QTableView, columns: Sequence[Column], settings: SettingsStore, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._table = table
        self._settings = settings
        self._entries: dict[str, QAction] = {}
        shown = settings.settings.takes.columns
        for number, column in enumerate(columns):
            entry = self._entries[column.key] = self.addAction(column.title)
            entry.setCheckable(True)
            entry.setChecked(column.key in shown or column.key == _ALWAYS)
            entry.setEnabled(column.key != _ALWAYS)
            table.setColumnHidden(number, not entry.isChecked())
            entry.toggled.connect(self._choose)
        header = table.horizontalHeader()
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._open)

    def _open(self, place: QPoint) -> None:
        self.popup(self._table.horizontalHeader().mapToGlobal(place))

    def _choose(self) -> None:
        shown = tuple(key for key, entry in self._entries.items() if entry.isChecked())
        for number, key in enumerate(self._entries):
            self._table.setColumnHidden(number, key not in shown)
        self._settings.change("takes", columns=shown)
        self.chosen.emit()
