"""A field for a fraction."""

from __future__ import annotations

from phonoscope.gui.language.figures import with_local_mark
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox


class NumberField(QDoubleSpinBox):
    """Takes a point as well as the decimal mark of the window's language: the keypad has only one of them."""

    def validate(self, written: str, at: int) -> tuple[QValidator.State, str, int]:
        """Judge what is being typed, and put the mark of the language in place of a point."""
        return super().validate(with_local_mark(written), at)
