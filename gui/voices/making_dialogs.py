"""What is asked before a voice is made from others."""

from __future__ import annotations

from phonoscope.engine.voices.directions import PROPERTIES
from phonoscope.gui.number_field import NumberField
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QInputDialog,
    QLabel,
    QWidget,
)

translate = QCoreApplication.translate
_MAX_AMOUNT = 5.0
_HEARD_AMOUNT = 3.0  # less is hardly heard: models hold on to the voices that they know
_MAX_SEED = 2**31 - 1


class ShiftDialog(QDialog):
    """Along which property a voice is moved, and how far."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Move “{name}” along a direction").format(name=name))
        labels = {
            "gender": self.tr("Gender (more female is positive)"),
            "pitch": self.tr("Pitch"),
            "brightness": self.tr("Brightness"),
        }
        self.subject = QComboBox()
        self.subject.setAccessibleName(self.tr("Direction"))
        for subject in PROPERTIES:
            self.subject.addItem(labels.get(subject, subject), subject)
        self.amount = NumberField()
        self.amount.setRange(-_MAX_AMOUNT, _MAX_AMOUNT)
        self.amount.setSingleStep(0.25)
        self.amount.setValue(_HEARD_AMOUNT)
        self.amount.setAccessibleName(self.tr("Standard deviations"))
        note = QLabel(self.tr("The library teaches the direction: by tags “female” and “male”, or by previews."))
        note.setObjectName("muted")
        note.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QFormLayout(self)
        layout.addRow(self.tr("Direction"), self.subject)
        layout.addRow(self.tr("Standard deviations"), self.amount)
        layout.addRow(note)
        layout.addRow(buttons)


def ask_sum(parent: QWidget, start: str) -> str:
    """Return a sum of voices as a person writes it; empty when there is none."""
    title, question = (
        translate("MakingDialogs", "Add and subtract voices"),
        translate("MakingDialogs", "For example: anna - ben + 0.5*carla"),
    )
    text, accepted = QInputDialog.getText(parent, title, question, text=start)
    return text.strip() if accepted else ""


def ask_seed(parent: QWidget) -> int | None:
    """Return the seed of a random voice; None when nothing is to be drawn."""
    title, question = (
        translate("MakingDialogs", "Random voice near those of the library"),
        translate("MakingDialogs", "Seed"),
    )
    seed, accepted = QInputDialog.getInt(parent, title, question, 1, 0, _MAX_SEED)
    return seed if accepted else None
