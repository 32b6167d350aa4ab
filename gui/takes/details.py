"""What is said of the selected takes: rating, tags and notes to edit, and the command that makes the sound again."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeVar

from phonoscope.engine.command_line import command_line
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.gui.alarms.alarm_text import kept_place
from phonoscope.gui.column_area import ColumnArea
from phonoscope.gui.language.figures import BETWEEN_FIGURES, filled
from phonoscope.gui.language.said import said
from phonoscope.gui.plain_text import plain_tip
from phonoscope.gui.steady_label import SteadyLabel
from phonoscope.gui.takes.changes import TakeChanges
from phonoscope.gui.takes.rating_stars import RatingStars
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

_MIN_WIDTH_PX = 210
_NOTES_HEIGHT_PX = 62
_COMMAND_HEIGHT_PX = 76


class TakeDetails(QWidget):
    """Edits the takes that are selected; what is typed counts when the field is left.

    Parameters
    ----------
    store
        Where takes are kept.
    changes
        Makes the changes.
    """

    def __init__(self, store: TakeStore, changes: TakeChanges) -> None:
        super().__init__()
        self._store = store
        self._changes = changes
        self._takes: list[TakeSummary] = []
        self._command_of = ""  # id of the take whose command is written
        self.heading = SteadyLabel()
        self.heading.setObjectName("heading")
        self.figures = QLabel()
        self.figures.setObjectName("muted")
        self.figures.setWordWrap(True)
        self.stars = RatingStars()
        self.stars.chosen.connect(self._rate)
        self.tags = QLineEdit()
        self.tags.setPlaceholderText(self.tr("calm slow"))
        self.tags.setToolTip(self.tr("Words to find this take by, with blanks between them"))
        self.tags.setAccessibleName(self.tr("Tags"))
        self.tags.editingFinished.connect(self.keep)
        self.notes = QPlainTextEdit()
        self.notes.setPlaceholderText(self.tr("What do you hear?"))
        self.notes.setAccessibleName(self.tr("Notes"))
        self.notes.setTabChangesFocus(True)
        self.notes.setFixedHeight(_NOTES_HEIGHT_PX)
        self.notes.installEventFilter(self)
        self.command = QPlainTextEdit()
        self.command.setReadOnly(True)
        self.command.setAccessibleName(self.tr("Equal command line"))
        self.command.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.command.setMinimumHeight(_COMMAND_HEIGHT_PX)
        self.copy_button = QPushButton(self.tr("Copy"))
        self.copy_button.setAccessibleName(self.tr("Copy the equal command line"))
        self.copy_button.clicked.connect(self._copy)
        self._hint = QLabel(self.tr("Select a take to rate it, tag it and write down what you hear."))
        self._hint.setObjectName("muted")
        self._hint.setWordWrap(True)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setMargin(12)
        self._fields = QWidget()
        self._arrange()
        self.show_takes([])

    def show_takes(self, takes: Sequence[TakeSummary]) -> None:
        """Edit these takes from now on; what is being typed of them stays."""
        others = [take.id for take in takes] != [take.id for take in self._takes]
        if others:
            left, self._takes = self._takes, []  # what is kept comes back here with the new selection
            self._keep_text(left)
            self._area.verticalScrollBar().setValue(0)  # the heading says what is selected now
        self._takes = list(takes)
        self._area.setVisible(bool(takes))
        self._hint.setVisible(not takes)
        if not takes:
            return
        one = takes[0] if len(takes) == 1 else None
        self.heading.setText(" ".join(one.text.split()) if one else self.tr("%n takes", "", len(takes)))
        self.heading.setToolTip(plain_tip(one.text) if one else "")
        self.figures.setText(self._figures(one) if one else "")
        self.figures.setVisible(bool(self.figures.text()))
        self.stars.show_rating(_common([take.rating for take in takes], 0))
        tags, notes = self._said(takes)
        if others or (tags != self.tags.text() and not self.tags.isModified()):
            self.tags.setText(tags)
        if others or (notes != self.notes.toPlainText() and not self.notes.document().isModified()):
            self.notes.setPlainText(notes)
        if one is not None:
            self._show_command(one.id)
        for widget in (self.command, self.copy_button, self._command_label):
            widget.setVisible(one is not None)

    @property
    def has_focus(self) -> bool:
        """Whether something is being written about the takes."""
        return self.tags.hasFocus() or self.notes.hasFocus()

    def keep(self) -> None:
        """Keep what is typed and not kept yet."""
        self._keep_text(self._takes)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Keep the notes when their field is left."""
        if watched is self.notes and event.type() is QEvent.Type.FocusOut:
            self.keep()
        return False

    def _arrange(self) -> None:
        form = QFormLayout()
        form.setVerticalSpacing(6)
        form.setHorizontalSpacing(10)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        form.addRow(self._label(self.tr("Rating"), self.stars), self.stars)
        form.addRow(self._label(self.tr("Tags"), self.tags), self.tags)
        form.addRow(self._label(self.tr("Notes"), self.notes), self.notes)
        self._command_label = self._label(self.tr("Command"), self.command)
        above = QHBoxLayout()
        above.addWidget(self._command_label, 1)
        above.addWidget(self.copy_button)
        column = QVBoxLayout(self._fields)
        column.setContentsMargins(10, 6, 10, 8)
        column.setSpacing(6)
        column.addWidget(self.heading)
        column.addWidget(self.figures)  # not in the form, which does not notice when they need another line
        column.addLayout(form)
        column.addLayout(above)
        column.addWidget(self.command)
        column.addStretch(1)
        self._area = ColumnArea(self._fields)
        self.setMinimumWidth(max(_MIN_WIDTH_PX, self._area.minimumSizeHint().width()))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._hint, 1)
        layout.addWidget(self._area, 1)

    @staticmethod
    def _label(text: str, buddy: QWidget) -> QLabel:
        label = QLabel(text)
        label.setObjectName("muted")
        label.setBuddy(buddy)
        return label

    def _figures(self, take: TakeSummary) -> str:
        parts = [filled("{:.2f} s", take.duration_s), self.tr("seed {seed}").format(seed=take.seed)]
        if not math.isnan(take.likeness):
            parts.append(filled(self.tr("likeness to the voice {x:.2f}"), x=take.likeness))
        if where := kept_place(take, self._store):
            parts.insert(0, "⚠ " + self.tr("not finite: {where}").format(where=where))
        return BETWEEN_FIGURES.join(parts)

    def _show_command(self, take_id: str) -> None:
        """Write the command of a take, unless it stands there: whatever becomes of the take, its request stays."""
        if take_id == self._command_of:
            return
        try:
            command, self._command_of = command_line(self._store.request(take_id)), take_id
        except PhonoscopeError as error:
            command, self._command_of = said(error), ""
        self.command.setPlainText(command)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.command.toPlainText())

    def _rate(self, rating: int) -> None:
        self._changes.set_rating(self._takes, rating)

    def _keep_text(self, takes: Sequence[TakeSummary]) -> None:
        tags, notes = self.tags.text(), self.notes.toPlainText()
        tags_before, notes_before = self._said(takes)
        self.tags.setModified(False)
        self.notes.document().setModified(False)
        if tags != tags_before:
            self._changes.set_tags(takes, tags)
        if notes != notes_before:
            self._changes.set_notes(takes, notes)

    @staticmethod
    def _said(takes: Sequence[TakeSummary]) -> tuple[str, str]:
        """Return the tags and the notes that all have."""
        return _common([take.tags for take in takes], ""), _common([take.notes for take in takes], "")


T = TypeVar("T")


def _common(values: Sequence[T], otherwise: T) -> T:
    """Return the value that all have, else ``otherwise``."""
    return values[0] if values and all(value == values[0] for value in values) else otherwise
