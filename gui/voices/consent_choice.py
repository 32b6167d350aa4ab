"""By what right a voice is used, as people answer."""

from __future__ import annotations

from phonoscope.engine.voices.card import Consent
from PySide6.QtWidgets import QComboBox, QWidget


class ConsentChoice(QComboBox):
    """Every answer but that nobody knows, below a first line that stands for none.

    Parameters
    ----------
    none
        What the first line says.
    """

    def __init__(self, none: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("By what right the voice is used"))
        self.addItem(none, None)
        for consent, label in (
            (Consent.OWN, self.tr("It is my own voice")),
            (Consent.PERMITTED, self.tr("The speaker has agreed to this use")),
            (Consent.PUBLIC_DOMAIN, self.tr("The recording was released for any use")),
            (Consent.SYNTHETIC, self.tr("It is nobody's: made by a program")),
        ):
            self.addItem(label, consent)

    @property
    def consent(self) -> Consent | None:
        """What was chosen."""
        chosen = self.currentData()
        return None if chosen is None else Consent(chosen)

    def choose(self, consent: Consent) -> None:
        """Choose an answer."""
        self.setCurrentIndex(max(0, self.findData(consent)))
