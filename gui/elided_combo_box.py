"""A choice between texts that may be longer than the room there is."""

from __future__ import annotations

from phonoscope.gui.plain_text import plain_tip
from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStyle, QStyleOptionComboBox, QStylePainter


class ElidedComboBox(QComboBox):
    """A combo box that marks with dots that its text is cut off, and says the whole in a tool tip.

    Parameters
    ----------
    least_characters
        How many of them there is always room for; where there is more, it is as wide as its longest text.
    """

    def __init__(self, least_characters: int) -> None:
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMinimumContentsLength(least_characters)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.currentTextChanged.connect(lambda text: self.setToolTip(plain_tip(text)))

    def shown_text(self) -> str:
        """Return what of the text is shown."""
        return self._option().currentText

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Draw the box with the text that fits."""
        painter, option = QStylePainter(self), self._option()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def _option(self) -> QStyleOptionComboBox:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self)
        option.currentText = self.fontMetrics().elidedText(
            option.currentText, Qt.TextElideMode.ElideRight, room.width()
        )
        return option
