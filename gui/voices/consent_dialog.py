"""What is allowed with a person's voice, asked before it is taken in."""

from __future__ import annotations

from phonoscope.engine.voices.card import CONSENT_TEXT, Consent
from phonoscope.gui.language.declared import declared
from phonoscope.gui.voices.consent_choice import ConsentChoice
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget


class ConsentDialog(QDialog):
    """States plainly what is allowed; without an answer nothing is imported."""

    def __init__(self, n_files: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Whose voice is it?"))
        text = QLabel(declared(CONSENT_TEXT))
        text.setWordWrap(True)
        text.setMinimumWidth(420)
        self.choice = ConsentChoice(self.tr("Choose…"))
        self.choice.currentIndexChanged.connect(self._check)
        self.transcript = QLineEdit()
        self.transcript.setPlaceholderText(self.tr("What is said in it, word for word (optional: for codes)"))
        self.transcript.setAccessibleName(self.tr("Transcript"))
        self.transcript.setVisible(n_files == 1)
        self.together = QCheckBox(self.tr("All recordings are of one person: make one voice of their mean"))
        self.together.setVisible(n_files > 1)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addWidget(text)
        layout.addWidget(QLabel(self.tr("Files to import: {n}").format(n=n_files)))
        layout.addWidget(self.choice)
        layout.addWidget(self.transcript)
        layout.addWidget(self.together)
        layout.addWidget(self.buttons)
        self._check()

    @property
    def consent(self) -> Consent:
        """What was chosen."""
        return self.choice.consent or Consent.UNKNOWN

    def _check(self) -> None:
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(self.consent is not Consent.UNKNOWN)
