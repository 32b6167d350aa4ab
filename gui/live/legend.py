"""The colours of a heat map and what their ends stand for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.pictures.colours import N_SHADES
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

_WIDTH_PX, _HEIGHT_PX = 90, 8


class Legend(QWidget):
    """A strip of the colour map between its two ends.

    Parameters
    ----------
    unit
        Written after the upper end; empty for none.
    """

    def __init__(self, unit: str = "") -> None:
        super().__init__()
        self._unit = unit
        self._low, self._strip, self._high = QLabel(), _Strip(), QLabel()
        for label in (self._low, self._high):
            label.setObjectName("muted")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(5)
        for widget in (self._low, self._strip, self._high):
            layout.addWidget(widget)

    def show_range(self, low: str, high: str, table: NDArray[np.uint8]) -> None:
        """Show other ends and another colour table, uint8 ``[256, 3]``."""
        self._low.setText(low)
        self._high.setText(f"{high} {self._unit}".strip())
        self._strip.show_table(table[:N_SHADES])


class _Strip(QWidget):
    """The colours beside each other.

    It paints itself: of every pixmap that is given to a label Qt keeps a copy in its cache, and heat maps show another
    range several times in each take.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFixedSize(_WIDTH_PX, _HEIGHT_PX)
        self._image = QImage()

    def show_table(self, table: NDArray[np.uint8]) -> None:
        """Show other colours, uint8 ``[n, 3]``."""
        row = np.ascontiguousarray(table)
        self._image = QImage(row.data, len(row), 1, row.nbytes, QImage.Format.Format_RGB888).copy()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802 - Qt's name
        """Paint them."""
        painter = QPainter(self)
        painter.drawImage(self.rect(), self._image)
        painter.end()
