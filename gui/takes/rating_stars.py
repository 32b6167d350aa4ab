"""Five stars to click."""

from __future__ import annotations

from phonoscope.engine.takes.notes_file import MAX_RATING
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

_STAR_PX = 24


class RatingStars(QWidget):
    """Shows a rating and takes another; a click on the present one takes it away."""

    chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.rating = 0
        self._stars = QButtonGroup(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for number in range(1, MAX_RATING + 1):
            star = QToolButton()
            star.setObjectName("sign")
            star.setAutoRaise(True)
            star.setFixedWidth(_STAR_PX)
            star.setAccessibleName(self.tr("%n stars", "", number))
            star.setToolTip(self.tr("Key {number} in the table").format(number=number))
            self._stars.addButton(star, number)
            layout.addWidget(star)
        layout.addStretch(1)
        self._stars.idClicked.connect(self._clicked)
        self.show_rating(0)

    def show_rating(self, rating: int) -> None:
        """Show a rating, 0 to 5."""
        self.rating = rating
        for number in range(1, MAX_RATING + 1):
            self._stars.button(number).setText("★" if number <= rating else "☆")

    def _clicked(self, number: int) -> None:
        self.chosen.emit(0 if number == self.rating else number)
