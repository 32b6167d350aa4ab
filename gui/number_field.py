"""Fields for numbers, with the margins beside them that other fields have."""

from __future__ import annotations

from phonoscope.gui.language.figures import with_local_mark
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSpinBox, QWidget

_MARGIN_PX = 4


class WholeNumberField(QSpinBox):
    """Takes a whole number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _set_margins(self)


class NumberField(QDoubleSpinBox):
    """Takes a fraction, with a point or with the decimal mark of the language: a keypad has only one of them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _set_margins(self)

    def validate(self, written: str, at: int) -> tuple[QValidator.State, str, int]:
        """Judge what is being typed, and put the mark of the language in place of a point."""
        return super().validate(with_local_mark(written), at)


def _set_margins(field: QAbstractSpinBox) -> None:
    """Do what style sheets cannot: of a field with arrows they set no left padding."""
    field.lineEdit().setTextMargins(_MARGIN_PX, 0, _MARGIN_PX, 0)
