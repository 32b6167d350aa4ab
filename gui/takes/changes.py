"""What people do to takes, with undo."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.gui.retrying import Retrying
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

FIELDS = ("rating", "tags", "notes", "binned")
Value = str | int


class TakeChanges(QObject):
    """Changes rating, tags, notes and place of takes; each change can be undone and done again.

    Parameters
    ----------
    store
        Where takes are kept.
    """

    changed = Signal()  # the store says something else now

    def __init__(self, store: TakeStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self.stack = QUndoStack(self)
        self.retrying = Retrying(self)

    def set_rating(self, takes: Sequence[TakeSummary], rating: int) -> None:
        """Rate takes, 0 (none) to 5."""
        self._push(takes, "rating", rating, self.tr("rating of %n takes", "", len(takes)))

    def set_tags(self, takes: Sequence[TakeSummary], tags: str) -> None:
        """Give takes these tags."""
        self._push(takes, "tags", " ".join(tags.split()), self.tr("tags of %n takes", "", len(takes)))

    def set_notes(self, takes: Sequence[TakeSummary], notes: str) -> None:
        """Give takes these notes."""
        self._push(takes, "notes", notes, self.tr("notes of %n takes", "", len(takes)))

    def bin(self, takes: Sequence[TakeSummary]) -> None:
        """Move takes to the bin."""
        self._push(takes, "binned", 1, self.tr("move of %n takes to the bin", "", len(takes)))

    def restore(self, takes: Sequence[TakeSummary]) -> None:
        """Take takes out of the bin."""
        self._push(takes, "binned", 0, self.tr("restoring of %n takes", "", len(takes)))

    def empty_bin(self) -> None:
        """Remove what lies in the bin for good; nothing before it can be undone any more."""
        self.retrying.do(self._empty_bin)

    def write(self, field: str, values: Sequence[tuple[str, Value]]) -> None:
        """Write one field of takes, given by their ids."""
        self.retrying.do(partial(self._write, field, values))

    def _empty_bin(self) -> None:
        self._store.empty_bin()
        self.stack.clear()
        self.changed.emit()

    def _write(self, field: str, values: Sequence[tuple[str, Value]]) -> None:
        if field == "binned":
            self._store.bin([take_id for take_id, binned in values if binned])
            self._store.restore([take_id for take_id, binned in values if not binned])
        elif field == "rating":
            for take_id, rating in values:
                self._store.rate(take_id, int(rating))
        else:
            for take_id, text in values:
                self._store.annotate(take_id, **{field: str(text)})
        self.changed.emit()

    def _push(self, takes: Sequence[TakeSummary], field: str, value: Value, text: str) -> None:
        before = [(take.id, getattr(take, field)) for take in takes if getattr(take, field) != value]
        if before:
            self.stack.push(_Change(self, field, before, value, text))


class _Change(QUndoCommand):
    """One field of some takes."""

    def __init__(
        self, changes: TakeChanges, field: str, before: Sequence[tuple[str, Value]], value: Value, text: str
    ) -> None:
        super().__init__(text)
        self._changes = changes
        self._field = field
        self._before = before
        self._after = [(take_id, value) for take_id, _ in before]

    def redo(self) -> None:
        """Do it."""
        self._changes.write(self._field, self._after)

    def undo(self) -> None:
        """Undo it."""
        self._changes.write(self._field, self._before)
