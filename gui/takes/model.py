"""The index of a store as a table."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from phonoscope.engine.takes.notes_file import SAID
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.gui.alarms.alarm_text import kept_place
from phonoscope.gui.language.figures import filled
from phonoscope.gui.list_table import NUMBER
from phonoscope.gui.plain_text import plain_tip
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.takes.dragging import FILES, Dragging
from PySide6.QtCore import (
    QAbstractTableModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtWidgets import QWidget

Index = QModelIndex | QPersistentModelIndex
SORT_ROLE = Qt.ItemDataRole.UserRole
_ROLES = {
    Qt.ItemDataRole.DisplayRole,
    SORT_ROLE,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.TextAlignmentRole,
}
_IN_A_ROW = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled


@dataclass(frozen=True)
class Column:
    """One column: its key in the settings, what its cells show and sort by, and its width at first."""

    key: str
    title: str
    text: Callable[[TakeSummary], str]
    sort: Callable[[TakeSummary], Any]
    width_px: int
    is_number: bool = False


class TakesModel(QAbstractTableModel):
    """Takes, newest first; rows can be dragged out as sound files.

    Parameters
    ----------
    store
        Where takes are kept.
    settings
        Whether files that are dragged out are marked as synthetic.
    """

    def __init__(self, store: TakeStore, settings: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._settings = settings
        self.shows_bin = False  # whether it lists what lies in the bin, from the next `set_takes` on
        self._takes: list[TakeSummary] = []
        self._rows: dict[str, int] = {}  # by id
        self.dragging = Dragging(store, self)
        self.columns = (
            Column("rating", self.tr("Rating"), lambda t: "★" * t.rating, lambda t: t.rating, 66),
            Column("text", self.tr("Text"), lambda t: " ".join(t.text.split()), lambda t: t.text.casefold(), 90),
            Column("tags", self.tr("Tags"), lambda t: t.tags, lambda t: t.tags.casefold(), 70),
            Column("voice", self.tr("Voice"), lambda t: Path(t.voice).stem, lambda t: t.voice.casefold(), 76),
            Column(
                "likeness",
                self.tr("Likeness"),
                lambda t: _number(t.likeness, "{:.2f}"),
                lambda t: _sortable(t.likeness, -2.0),
                64,
                True,
            ),
            Column("seed", self.tr("Seed"), lambda t: str(t.seed), lambda t: float(t.seed), 100, True),
            Column("length", self.tr("Length"), _length, lambda t: t.duration_s, 64, True),
            Column("rtf", self.tr("RTF"), lambda t: _number(t.rtf, "{:.2f}"), lambda t: _sortable(t.rtf), 48, True),
            Column("ending", self.tr("Ended by"), self.ending, self.ending, 100),
            Column(
                "alarms", self.tr("Alarms"), _n_alarms, lambda t: -1 if t.n_alarms is None else t.n_alarms, 56, True
            ),
            Column(
                "ttfa",
                self.tr("First audio"),
                lambda t: _number(t.ttfa_ms, "{:.0f} ms"),
                lambda t: _sortable(t.ttfa_ms),
                82,
                True,
            ),
            Column("model", self.tr("Model"), lambda t: Path(t.model).stem, lambda t: t.model.casefold(), 84),
            Column("created", self.tr("Made"), lambda t: _local_time(t.created), lambda t: t.id, 118),
        )

    def take(self, row: int) -> TakeSummary:
        """Return the take in a row."""
        return self._takes[row]

    def row_of(self, take_id: str) -> int:
        """Return the row of a take; -1 when it is not listed."""
        return self._rows.get(take_id, -1)

    def show(self, summary: TakeSummary) -> bool:
        """Add a take where it belongs and return True, or bring what is measured of it up to date."""
        row = self.row_of(summary.id)
        if row >= 0:
            self._takes[row] = _merged(self._takes[row], summary)
            self._tell_changed(row, row)
            return False
        if summary.binned is not self.shows_bin:
            return False
        row = sum(other.id > summary.id for other in self._takes)  # names begin with the time
        self.beginInsertRows(QModelIndex(), row, row)
        self._takes.insert(row, summary)
        self._number()
        self.endInsertRows()
        return True

    def say(self, field: str, takes: Sequence[TakeSummary]) -> None:
        """Show what was said of takes just now, in one field, also where that brings them here or takes them away."""
        known = {take.id: take for take in self._takes}
        said = {
            take.id: replace(known[take.id], **{field: getattr(take, field)}) if take.id in known else take
            for take in takes
        }
        listed = [take for take in (known | said).values() if take.binned is self.shows_bin]
        self.set_takes(sorted(listed, key=lambda take: take.id, reverse=True))

    def set_takes(self, takes: Sequence[TakeSummary]) -> None:
        """List these takes instead, newest first; rows that stay keep their selection."""
        changed = [row for row, (old, new) in enumerate(zip(self._takes, takes, strict=False)) if old != new]
        if [take.id for take in takes] == list(self._rows):
            self._takes = list(takes)
            if changed:
                self._tell_changed(changed[0], changed[-1])
            return
        self.beginResetModel()
        self._takes = list(takes)
        self._number()
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's signature
        """Return the number of takes."""
        return 0 if parent.isValid() else len(self._takes)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008, N802 - Qt's signature
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(  # noqa: N802 - Qt's name
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the title of a column."""
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return self.columns[section].title
        if role == Qt.ItemDataRole.TextAlignmentRole and self.columns[section].is_number:
            return NUMBER
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows, sorts by, and how it is aligned."""
        if role not in _ROLES:  # half a dozen for each cell that is painted
            return None
        take, column = self._takes[index.row()], self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(take)
        if role == SORT_ROLE:
            return column.sort(take)
        if role == Qt.ItemDataRole.ToolTipRole:
            parts = (kept_place(take, self._store), take.text, take.notes)
            return plain_tip("\n\n".join(part for part in parts if part))
        if role == Qt.ItemDataRole.TextAlignmentRole and column.is_number:
            return NUMBER
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let rows be dragged out."""
        return _IN_A_ROW if index.isValid() else Qt.ItemFlag.NoItemFlags

    def mimeTypes(self) -> list[str]:  # noqa: N802 - Qt's name
        """Return what a drag carries."""
        return [FILES]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:  # noqa: N802 - Qt's name
        """Return the dragged takes as sound files."""
        takes = [self._takes[row] for row in sorted({index.row() for index in indexes})]
        return self.dragging.begin(takes, marks_synthetic=self._settings.settings.takes.marks_synthetic)

    def ending(self, take: TakeSummary) -> str:
        """Return why a take ended, with a sign where it needs a look."""
        if take.alarm:
            return "⚠ " + self.tr("alarm")
        return {
            "none": self.tr("unfinished"),
            "end_of_speech": self.tr("end of speech"),
            "max_frames": "⚠ " + self.tr("length limit"),
            "repeated_codes": "⚠ " + self.tr("repeated codes"),
            "silence": "⚠ " + self.tr("silence"),
            "cancelled": self.tr("stopped"),
            "failed": "⚠ " + self.tr("failure"),
        }.get(take.stop_reason, take.stop_reason)

    def needs_a_look(self, take: TakeSummary) -> bool:
        """Whether something went wrong."""
        return bool(take.n_alarms) or self.ending(take).startswith("⚠")

    def _number(self) -> None:
        self._rows = {take.id: row for row, take in enumerate(self._takes)}

    def _tell_changed(self, first: int, last: int) -> None:
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(self.columns) - 1))


def _merged(known: TakeSummary, measured: TakeSummary) -> TakeSummary:
    """Return what is measured now with what people have said before."""
    return replace(measured, **{name: getattr(known, name) for name in SAID})


def _n_alarms(take: TakeSummary) -> str:
    return "" if take.n_alarms is None else f"⚠ {take.n_alarms}" if take.n_alarms else "0"


def _number(value: float, pattern: str) -> str:
    return "" if math.isnan(value) else filled(pattern, value)


def _length(take: TakeSummary) -> str:
    return filled("{:.2f} s", take.duration_s)


def _local_time(created: str) -> str:
    return f"{datetime.fromisoformat(created).astimezone():%Y-%m-%d %H:%M}"


def _sortable(value: float, unknown: float = -1.0) -> float:
    return unknown if math.isnan(value) else value
