"""The seed and its lock."""

from __future__ import annotations

import secrets

from phonoscope.engine.request import MAX_SEED
from PySide6.QtCore import QRegularExpression
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QToolButton, QWidget

_FRAME_PX = 14  # around the digits
_DRAWN_BITS = 32  # of seeds drawn here: short enough to be read out


class SeedField(QWidget):
    """A seed of 64 bits. Unlocked, every take gets a new one, which is then shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit = QLineEdit("0")
        self.edit.setValidator(QRegularExpressionValidator(QRegularExpression(r"\d{1,20}"), self))
        self.edit.setAccessibleName(self.tr("Seed"))
        self.edit.setMinimumWidth(self.fontMetrics().horizontalAdvance(str(2**_DRAWN_BITS)) + _FRAME_PX)
        draw = QToolButton()
        draw.setText(self.tr("New"))
        draw.setObjectName("narrow")
        draw.setToolTip(self.tr("Draw another seed"))
        draw.clicked.connect(self.draw)
        self.lock = QCheckBox(self.tr("Lock"))
        self.lock.setToolTip(self.tr("Keep this seed for the next takes"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.edit, 1)
        layout.addWidget(draw)
        layout.addWidget(self.lock)
        self.draw()

    @property
    def seed(self) -> int:
        """The seed shown; the largest one when more is typed."""
        return min(int(self.edit.text() or "0"), MAX_SEED)

    def set_seed(self, seed: int) -> None:
        """Show a seed."""
        self.edit.setText(str(seed))

    def draw(self) -> None:
        """Show a new seed."""
        self.set_seed(secrets.randbits(_DRAWN_BITS))

    def next(self) -> int:
        """Return the seed of the next take: a new one unless it is locked."""
        if not self.lock.isChecked():
            self.draw()
        return self.seed
