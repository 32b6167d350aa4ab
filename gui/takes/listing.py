"""The takes of a store on their way into the list, beside the window."""

from __future__ import annotations

from functools import partial

from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.gui.retrying import Retrying
from phonoscope.gui.takes.model import TakesModel
from PySide6.QtCore import QObject, Signal


class TakeListing(QObject):
    """Reads the index into a model, and after that, some at a time, the folders of takes that the index lacks.

    Parameters
    ----------
    store
        Where takes are kept.
    model
        Lists them.
    retrying
        Does what is done to the store.

    Attributes
    ----------
    n_binned
        How many takes lay in the bin when the index was read last.
    n_left
        How many folders are still to be looked into, once one was found that the index lacks.
    known
        Whether the index was read at all, and there is a take or will be none.
    """

    read = Signal(object)  # list[TakeSummary], all that are to be listed now
    found = Signal(object)  # list[TakeSummary], some of those that the index lacked
    completed = Signal()  # for the first time `known`

    def __init__(self, store: TakeStore, model: TakesModel, retrying: Retrying, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._model, self._retrying = store, model, retrying
        self._n_asked, self._n_read = 0, 0  # how often for the index to be read, and up to which of these it was
        self._kept: dict[str, TakeSummary] = {}  # since it was asked for last
        self._promise = self.tr("The takes are listed as soon as that program lets go.")
        self.n_binned = 0
        self.n_left = 0
        self.known = False

    def begin(self) -> None:
        """Read the index, and look for what it lacks."""
        self.read_again()
        if not self._store.adoption.done:
            self._adopt()

    def read_again(self) -> None:
        """Read the index, once all that was changed until now is written to it."""
        self._n_asked += 1
        self._kept.clear()
        read, number = partial(self._read, self._model.shows_bin), self._n_asked
        self._retrying.do(read, lambda found: self._deliver(number, *found), self._promise)

    def note(self, summary: TakeSummary) -> None:
        """Keep a take that is listed by itself in the list, if the index is read before it has come into it."""
        if self._n_read < self._n_asked:
            self._kept[summary.id] = summary

    def _read(self, binned: bool) -> tuple[list[TakeSummary], int]:
        takes = self._store.summaries(binned=binned)
        return takes, len(takes) if binned else self._store.n_binned()

    def _deliver(self, number: int, takes: list[TakeSummary], n_binned: int) -> None:
        if number < self._n_asked:
            return  # something was changed meanwhile: that is read as well
        self._n_read = number
        self.n_binned = n_binned
        self.read.emit(takes)
        if self._kept:
            self.found.emit(list(self._kept.values()))
        self._complete()

    def _adopt(self) -> None:
        self._retrying.do(self._store.adoption.go_on, self._list_found, self._promise)

    def _list_found(self, takes: list[TakeSummary]) -> None:
        adoption = self._store.adoption
        self.n_left = adoption.n_left if takes or self.n_left else 0
        self.found.emit(takes)
        self._complete()
        if adoption.done:
            self.read_again()  # without those whose folders are gone
        else:
            self._adopt()

    def _complete(self) -> None:
        if not self.known and (self._model.rowCount() or self._store.adoption.done):
            self.known = True
            self.completed.emit()
