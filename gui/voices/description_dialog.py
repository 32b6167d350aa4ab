"""What else is known of voices: language, licence, by what right they are used, notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phonoscope.engine.errors import VoiceError
from phonoscope.engine.voices.card import check_description
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.gui.language.said import said
from phonoscope.gui.local_files import keep_files_out
from phonoscope.gui.plain_text import plain_label
from phonoscope.gui.voices.consent_choice import ConsentChoice
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

_SIZE_PX = (520, 320)


class DescriptionDialog(QDialog):
    """Describes one voice or several; of several, a field in which they differ is empty and stays as it is.

    Parameters
    ----------
    entries
        The voices, at least one.
    """

    def __init__(self, entries: Sequence[VoiceEntry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Describe {names}").format(names=", ".join(entry.name for entry in entries)[:80]))
        self.resize(*_SIZE_PX)
        self.language = QLineEdit(_common([entry.language for entry in entries]))
        self.language.setPlaceholderText(self.tr("in English, such as german"))
        self.licence = QLineEdit(_common([entry.licence for entry in entries]))
        self.consent = ConsentChoice(self.tr("As it is"))
        self.consent.choose(_common([entry.consent for entry in entries]))
        self.notes = QPlainTextEdit(_common([entry.notes for entry in entries]))
        self.notes.setTabChangesFocus(True)
        self.problem = plain_label()
        self.problem.setObjectName("error")
        self.problem.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._before = self._values
        form = QFormLayout()
        for label, field in (
            (self.tr("Language"), self.language),
            (self.tr("Licence"), self.licence),
            (self.tr("Whose voice it is"), self.consent),
            (self.tr("Notes"), self.notes),
        ):
            field.setAccessibleName(label)
            form.addRow(label, field)
        layout = QVBoxLayout(self)
        layout.addLayout(form, 1)
        layout.addWidget(self.problem)
        layout.addWidget(self.buttons)
        keep_files_out(self)

    @property
    def changes(self) -> dict[str, Any]:
        """What was changed, as the library takes it."""
        return {name: value for name, value in self._values.items() if value not in (None, self._before[name])}

    def accept(self) -> None:
        """End, unless the library would refuse what is written."""
        values = self._values
        try:
            check_description(values["language"], values["licence"], values["notes"])
        except VoiceError as error:
            self.problem.setText(said(error))
            self.problem.show()
        else:
            super().accept()

    @property
    def _values(self) -> dict[str, Any]:
        return {
            "language": self.language.text().strip().lower(),
            "licence": self.licence.text().strip(),
            "consent": self.consent.consent,
            "notes": self.notes.toPlainText().rstrip(),
        }


def _common(values: Sequence[Any]) -> Any:
    """Return what all are, or nothing."""
    return values[0] if len(set(values)) == 1 else ""
