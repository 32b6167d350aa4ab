"""The colours of a heat map and what their ends stand for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.pictures.colours import N_SHADES
from PySide6.QtGui import QImage, QPixmap
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
        self._low, self._strip, self._high = QLabel(), QLabel(), QLabel()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(5)
        for label in (self._low, self._strip, self._high):
            label.setObjectName("muted")
            layout.addWidget(label)

    def show_range(self, low: str, high: str, table: NDArray[np.uint8]) -> None:
        """Show other ends and another colour table, uint8 ``[256, 3]``."""
        self._low.setText(low)
        self._high.setText(f"{high} {self._unit}".strip())
        row = np.ascontiguousarray(table[:N_SHADES])
        image = QImage(row.data, N_SHADES, 1, 3 * N_SHADES, QImage.Format.Format_RGB888)
        self._strip.setPixmap(QPixmap.fromImage(image).scaled(_WIDTH_PX, _HEIGHT_PX))
