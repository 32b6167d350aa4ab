"""The choice of the two takes that are compared."""

from __future__ import annotations

import contextlib

from phonoscope.engine.errors import LockedError
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.gui.elided_combo_box import ElidedComboBox
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QToolButton, QWidget

_LEAST_CHARACTERS = 8  # of a choice that are always seen
_MAX_TEXT = 60  # characters of a take's text in the choice


class TakePair(QWidget):
    """Two takes, A and B, out of all that are kept.

    Parameters
    ----------
    store
        Where the takes are kept.
    """

    chosen = Signal()  # by somebody, and both are there

    def __init__(self, store: TakeStore) -> None:
        super().__init__()
        self._store = store
        self._summaries: dict[str, TakeSummary] = {}
        self.a, self.b = self._choice(self.tr("Take A")), self._choice(self.tr("Take B"))
        self.swap_button = QToolButton()
        self.swap_button.setText("⇄")
        self.swap_button.setAccessibleName(self.tr("Swap A and B"))
        self.swap_button.setToolTip(self.tr("Swap A and B"))
        self.swap_button.clicked.connect(self.swap)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for letter, choice in (("A", self.a), ("B", self.b)):
            label = QLabel(letter)
            label.setObjectName("heading")
            label.setBuddy(choice)
            row.addWidget(label)
            row.addWidget(choice, 1)
            if choice is self.a:
                row.addWidget(self.swap_button)

    @property
    def ids(self) -> tuple[str, str]:
        """Ids of A and B, empty where none is chosen."""
        return self.a.currentData() or "", self.b.currentData() or ""

    @property
    def same_seed(self) -> bool:
        """Whether both are one text spoken with one seed."""
        a, b = (self._summaries.get(take_id) for take_id in self.ids)
        return a is not None and b is not None and (a.seed, a.text) == (b.seed, b.text)

    def choose(self, take_a: str, take_b: str) -> None:
        """Choose two kept takes."""
        self.reload()
        for choice, take_id in ((self.a, take_a), (self.b, take_b)):
            choice.setCurrentIndex(max(0, choice.findData(take_id)))

    def swap(self) -> None:
        """Let A be B and B be A."""
        if all(self.ids):
            self.choose(*reversed(self.ids))
            self.chosen.emit()

    def reload(self) -> None:
        """List all takes, keeping what is chosen."""
        with contextlib.suppress(LockedError):  # those that are known already can be chosen
            self._summaries = {summary.id: summary for summary in self._store.summaries()}
        for choice in (self.a, self.b):
            chosen = choice.currentData()
            choice.clear()
            choice.addItem(self.tr("Choose a take"), "")
            for summary in self._summaries.values():
                choice.addItem(_title(summary), summary.id)
            choice.setCurrentIndex(max(0, choice.findData(chosen)))

    def _choice(self, name: str) -> QComboBox:
        choice = ElidedComboBox(_LEAST_CHARACTERS)
        choice.setAccessibleName(name)
        choice.activated.connect(self._tell)
        return choice

    def _tell(self) -> None:
        if all(self.ids):
            self.chosen.emit()


def _title(summary: TakeSummary) -> str:
    text = " ".join(summary.text.split())
    text = text if len(text) <= _MAX_TEXT else text[: _MAX_TEXT - 1] + "…"
    voice, model = (name.rpartition("/")[2] for name in (summary.voice, summary.model))
    # What tells two takes apart comes first: their text is often the same, and cut off where there is little room.
    return " · ".join(part for part in (voice, str(summary.seed), text, model) if part)
