"""The list of voices: searched, sorted, renamed and tagged in place."""

from __future__ import annotations

from collections.abc import Sequence

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.voices.card import tags_of
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.library import VoiceLibrary
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.said import said
from phonoscope.gui.list_table import NUMBER, set_up_list
from phonoscope.gui.plain_text import plain_tip
from phonoscope.gui.voices.card_text import card_line, kind_text, tags_text
from PySide6.QtCore import QAbstractTableModel, QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

_Index = QModelIndex | QPersistentModelIndex
_NAME, _TAGS, _FOLDER, _KIND, _WIDTH = range(5)


class VoicesModel(QAbstractTableModel):
    """Voices as rows; name, tags and folder of the user's own can be written over."""

    changed = Signal()
    failed = Signal(str)

    def __init__(self, library: VoiceLibrary, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._entries: Sequence[VoiceEntry] = ()
        self._titles = (self.tr("Name"), self.tr("Tags"), self.tr("Folder"), self.tr("Kind"), self.tr("Width"))

    def show(self, entries: Sequence[VoiceEntry]) -> None:
        """List these voices."""
        self.beginResetModel()
        self._entries = entries
        self.endResetModel()

    def entry(self, row: int) -> VoiceEntry:
        """Return the voice of a row."""
        return self._entries[row]

    def row_of(self, voice_id: str) -> int:
        """Return the row of a voice; -1 when it is not listed."""
        return next((row for row, entry in enumerate(self._entries) if entry.id == voice_id), -1)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's name and form
        """Return how many voices are listed."""
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: N802, B008 - Qt's name and form
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> object:  # noqa: N802
        """Return the title of a column."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section == _WIDTH:
            return NUMBER
        return self._titles[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: _Index, role: int = 0) -> object:
        """Return the text of a cell."""
        entry = self._entries[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(card_line(entry))
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == _WIDTH:
            return NUMBER
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return None
        width = str(entry.width) if entry.width else ""
        return (entry.name, tags_text(entry), declared(entry.folder), kind_text(entry.kind), width)[index.column()]

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """Say what can be written over."""
        flags = super().flags(index)
        is_own = self._library.is_own(self._entries[index.row()])
        editable = is_own and index.column() in (_NAME, _TAGS, _FOLDER)
        return flags | Qt.ItemFlag.ItemIsEditable if editable else flags

    def setData(self, index: _Index, value: object, role: int = 0) -> bool:  # noqa: N802 - Qt's name
        """Write a cell into the library."""
        text = str(value).strip()
        tags = tags_of(text)
        field, new = ((("name", text), ("tags", tags), ("folder", text)))[index.column()]
        if role != Qt.ItemDataRole.EditRole or text == self.data(index, Qt.ItemDataRole.EditRole):
            return False
        try:
            self._library.store.update([self._entries[index.row()].id], **{field: new})
        except PhonoscopeError as error:
            self.failed.emit(said(error))
            return False
        self.changed.emit()
        return True


class VoiceTable(QTableView):
    """The list itself; Space asks to hear the selected voice, Return to speak with it, Delete to bin it."""

    hear_requested = Signal()
    speak_requested = Signal()
    bin_requested = Signal()

    def __init__(self, model: VoicesModel) -> None:
        super().__init__()
        self._voices = model
        self.setModel(model)
        self.setAccessibleName(self.tr("Voices of the library"))
        set_up_list(self, ((_NAME, 94), (_FOLDER, 74), (_KIND, 72), (_WIDTH, 58)))
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(_TAGS, QHeaderView.ResizeMode.Stretch)

    def selected(self) -> list[VoiceEntry]:
        """Return the voices that are selected, in the order of the list."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        return [self._voices.entry(row) for row in rows]

    def select(self, voice_id: str) -> None:
        """Select one voice, where it is listed."""
        row = self._voices.row_of(voice_id)
        if row >= 0:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().select(self._voices.index(row, 0), flags)
            self.scrollTo(self._voices.index(row, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Act on the selected voices; Qt's own list would search for what is typed, or select once more."""
        asked = {
            Qt.Key.Key_Space: self.hear_requested,
            Qt.Key.Key_Return: self.speak_requested,
            Qt.Key.Key_Enter: self.speak_requested,
            Qt.Key.Key_Delete: self.bin_requested,
        }.get(Qt.Key(event.key()))
        if asked is None or event.modifiers() or self.state() is QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)
        elif self.selected():
            asked.emit()
