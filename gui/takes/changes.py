"""What people do to takes, with undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.gui.retrying import Retrying
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

Value = str | int


class TakeChanges(QObject):
    """Changes rating, tags, notes and place of takes; each change can be undone and done again.

    It shows at once, and is written beside the window.

    Parameters
    ----------
    store
        Where takes are kept.
    """

    said = Signal(str, object)  # a field, and list[TakeSummary] as they are now
    changed = Signal()  # the store is told to say something else: read it after that

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
        self._push(takes, "binned", True, self.tr("move of %n takes to the bin", "", len(takes)))

    def restore(self, takes: Sequence[TakeSummary]) -> None:
        """Take takes out of the bin."""
        self._push(takes, "binned", False, self.tr("restoring of %n takes", "", len(takes)))

    def empty_bin(self) -> None:
        """Remove what lies in the bin for good; nothing before it can be undone any more."""
        self.stack.clear()
        self.retrying.do(self._store.empty_bin)
        self.changed.emit()

    def write(self, field: str, takes: Sequence[TakeSummary]) -> None:
        """Write one field of takes as it is here."""
        values = {take.id: getattr(take, field) for take in takes}
        self.said.emit(field, takes)
        self.retrying.do(partial(self._store.say, field, values))
        self.changed.emit()

    def _push(self, takes: Sequence[TakeSummary], field: str, value: Value, text: str) -> None:
        before = [take for take in takes if getattr(take, field) != value]
        if before:
            self.stack.push(_Change(self, field, before, value, text))


class _Change(QUndoCommand):
    """One field of some takes."""

    def __init__(
        self, changes: TakeChanges, field: str, before: Sequence[TakeSummary], value: Value, text: str
    ) -> None:
        super().__init__(text)
        self._changes = changes
        self._field = field
        self._before = before
        self._after = [replace(take, **{field: value}) for take in before]  # type: ignore[arg-type] # of that field

    def redo(self) -> None:
        """Do it."""
        self._changes.write(self._field, self._after)

    def undo(self) -> None:
        """Undo it."""
        self._changes.write(self._field, self._before)
