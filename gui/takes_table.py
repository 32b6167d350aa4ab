"""The table of kept takes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from phonoscope.engine.takes.store import TakeStore, TakeSummary
from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QModelIndex,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

_Index = QModelIndex | QPersistentModelIndex
_SORT = Qt.ItemDataRole.UserRole
_MAX_RATING = 5


@dataclass(frozen=True)
class _Column:
    title: str
    text: Callable[[TakeSummary], str]
    sort: Callable[[TakeSummary], Any]
    is_number: bool = False


def _number(value: float, pattern: str) -> str:
    return "" if math.isnan(value) else pattern.format(value)


class TakesModel(QAbstractTableModel):
    """The index of a store as a table; ratings can be edited.

    Parameters
    ----------
    store
        Where takes are kept.
    """

    def __init__(self, store: TakeStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._takes: list[TakeSummary] = store.summaries()
        self._columns = (
            _Column(self.tr("Rating"), lambda t: "★" * t.rating, lambda t: t.rating),
            _Column(self.tr("Text"), lambda t: " ".join(t.text.split()), lambda t: t.text.casefold()),
            _Column(self.tr("Voice"), lambda t: t.voice.rpartition("/")[2], lambda t: t.voice.casefold()),
            _Column(self.tr("Model"), lambda t: t.model.rpartition("/")[2], lambda t: t.model.casefold()),
            _Column(self.tr("Seed"), lambda t: str(t.seed), lambda t: float(t.seed), True),
            _Column(self.tr("Length"), lambda t: f"{t.duration_s:.2f} s", lambda t: t.duration_s, True),
            _Column(
                self.tr("First audio"), lambda t: _number(t.ttfa_ms, "{:.0f} ms"), lambda t: _sortable(t.ttfa_ms), True
            ),
            _Column(self.tr("RTF"), lambda t: _number(t.rtf, "{:.2f}"), lambda t: _sortable(t.rtf), True),
            _Column(self.tr("Ended by"), self._ending, self._ending),
            _Column(self.tr("Made"), lambda t: _local_time(t.created), lambda t: t.id),
        )

    def take(self, row: int) -> TakeSummary:
        """Return the take in a row."""
        return self._takes[row]

    def row_of(self, take_id: str) -> int:
        """Return the row of a take; -1 when it is not listed."""
        return next((row for row, take in enumerate(self._takes) if take.id == take_id), -1)

    def show(self, summary: TakeSummary) -> None:
        """Add a take on top, or bring its row up to date."""
        row = self.row_of(summary.id)
        if row < 0:
            self.beginInsertRows(QModelIndex(), 0, 0)
            self._takes.insert(0, summary)
            self.endInsertRows()
        else:
            self._takes[row] = summary
            self.dataChanged.emit(self.index(row, 0), self.index(row, len(self._columns) - 1))

    def reload(self) -> None:
        """Read the index again."""
        self.beginResetModel()
        self._takes = self._store.summaries()
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's signature
        """Return the number of takes."""
        return 0 if parent.isValid() else len(self._takes)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's signature
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._columns)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a column."""
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return self._columns[section].title
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows, sorts by, and how it is aligned."""
        take, column = self._takes[index.row()], self._columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(take)
        if role == _SORT:
            return column.sort(take)
        if role == Qt.ItemDataRole.ToolTipRole:
            return take.alarm or take.text
        if role == Qt.ItemDataRole.TextAlignmentRole and column.is_number:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def rate(self, take_id: str, rating: int) -> None:
        """Rate a take and keep the rating."""
        self._store.rate(take_id, rating)
        self.reload()

    def _ending(self, take: TakeSummary) -> str:
        if take.alarm:
            return "⚠ " + self.tr("alarm")
        return {
            "none": self.tr("unfinished"),
            "end_of_speech": self.tr("end of speech"),
            "max_frames": self.tr("⚠ length limit"),
            "repeated_codes": self.tr("⚠ repeated codes"),
            "silence": self.tr("⚠ silence"),
            "cancelled": self.tr("stopped"),
            "failed": self.tr("⚠ failure"),
        }.get(take.stop_reason, take.stop_reason)


def _local_time(created: str) -> str:
    return f"{datetime.fromisoformat(created).astimezone():%Y-%m-%d %H:%M}"


def _sortable(value: float) -> float:
    return -1.0 if math.isnan(value) else value


class _Filter(QSortFilterProxyModel):
    """Keeps the rows in which any cell contains the text."""

    def __init__(self, source: TakesModel) -> None:
        super().__init__(source)
        self.setSourceModel(source)
        self.setSortRole(_SORT)
        self.setFilterKeyColumn(-1)
        self.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)


class TakesTable(QWidget):
    """Kept takes: sorted by any column, filtered by text, several selected at once; keys 0 to 5 rate.

    Parameters
    ----------
    store
        Where takes are kept.
    """

    take_chosen = Signal(str)

    def __init__(self, store: TakeStore) -> None:
        super().__init__()
        self.model = TakesModel(store, self)
        self._filter = _Filter(self.model)
        heading = QLabel(self.tr("Takes"))
        heading.setObjectName("heading")
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Filter takes"))
        self.search.setAccessibleName(self.tr("Filter takes"))
        self.search.setClearButtonEnabled(True)
        self.search.setMaximumWidth(260)
        self.search.textChanged.connect(self._filter.setFilterFixedString)
        self.table = QTableView()
        self.table.setAccessibleName(self.tr("Takes"))
        self.table.setModel(self._filter)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(self.model.columnCount() - 1, Qt.SortOrder.DescendingOrder)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(24)
        header = self.table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, width_px in enumerate((60, 240, 84, 84, 90, 60, 80, 48, 106, 118)):
            self.table.setColumnWidth(column, width_px)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(48)
        self.table.selectionModel().selectionChanged.connect(self._selected)
        self._hint = QLabel(self.tr("Every take is kept here by itself, with its recipe, sound, codes and states"))
        self._hint.setObjectName("muted")
        top = QHBoxLayout()
        top.setContentsMargins(8, 4, 8, 4)
        top.addWidget(heading)
        top.addWidget(self._hint)
        top.addStretch(1)
        top.addWidget(self.search)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.table, 1)
        for signal in (self.model.rowsInserted, self.model.modelReset):
            signal.connect(self._show_hint)
        self._show_hint()

    def selected(self) -> list[TakeSummary]:
        """Return the selected takes in the order of the table."""
        rows = [self._filter.mapToSource(index).row() for index in self.table.selectionModel().selectedRows()]
        return [self.model.take(row) for row in rows]

    def select(self, take_id: str) -> None:
        """Select one take."""
        row = self.model.row_of(take_id)
        if row >= 0:
            self.table.selectRow(self._filter.mapFromSource(self.model.index(row, 0)).row())

    def rate_selected(self, rating: int) -> None:
        """Give all selected takes a rating, 0 (none) to 5."""
        ids = [take.id for take in self.selected()]
        for take_id in ids:
            self.model.rate(take_id, rating)
        for take_id in ids[:1]:
            self.select(take_id)

    def keyPressEvent(self, event: Any) -> None:  # noqa: N802 - Qt's name
        """Rate with the digits."""
        if self.table.hasFocus() and event.text().isdigit() and int(event.text()) <= _MAX_RATING:
            self.rate_selected(int(event.text()))
        else:
            super().keyPressEvent(event)

    def _selected(self, chosen: QItemSelection, _: QItemSelection) -> None:
        if len(takes := self.selected()) == 1 and not chosen.isEmpty():
            self.take_chosen.emit(takes[0].id)

    def _show_hint(self, *_: object) -> None:
        self._hint.setVisible(self.model.rowCount() == 0)
