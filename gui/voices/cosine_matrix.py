"""How alike all voices are: a matrix of cosines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph
from numpy.typing import NDArray
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.gui.language.figures import filled
from phonoscope.gui.live.legend import Legend
from phonoscope.gui.still_plot import StillPlot
from phonoscope.gui.theme import CODE_MAP, Theme, colour_table
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

_MAX_NAME_CHARACTERS = 24


class CosineMatrix(QWidget):
    """The matrix, its rows named; pointing at a cell names the two voices, a click chooses the row's.

    Parameters
    ----------
    theme
        The first colours.
    """

    chosen = Signal(str)  # id of a voice

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._entries: Sequence[VoiceEntry] = ()
        self._values: NDArray[np.float64] = np.zeros((0, 0))
        self.plot: Any = StillPlot(self.tr("Cosines between voices"))
        self._item: Any = self.plot.getPlotItem()
        self._item.hideAxis("bottom")
        self._rows: Any = self._item.getAxis("left")
        self._rows.setStyle(tickLength=0, autoExpandTextSpace=True)
        self._view: Any = self._item.getViewBox()
        self._view.setAspectLocked(True)
        self._view.invertY(True)
        self._image = pyqtgraph.ImageItem(axisOrder="row-major")
        self._image.setColorMap(pyqtgraph.colormap.get(CODE_MAP))
        self._item.addItem(self._image)
        self._legend = Legend()
        self.readout = QLabel()
        self.readout.setObjectName("muted")
        self.readout.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)  # names may be long
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(2)
        layout.addWidget(self.plot, 1)
        below = QHBoxLayout()
        below.setContentsMargins(8, 0, 8, 0)
        below.addWidget(self.readout, 1)
        below.addWidget(self._legend)
        layout.addLayout(below)
        self._view.sigRangeChanged.connect(self._name_rows)
        self._view.sigResized.connect(self._name_rows)
        self.plot.scene().sigMouseMoved.connect(self._point)
        self.plot.scene().sigMouseClicked.connect(self._click)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self.plot.set_theme(theme)
        self._rows.setPen(None)
        self._colours = colour_table(CODE_MAP, theme)
        self._show_legend()

    def show_cosines(self, entries: Sequence[VoiceEntry], values: NDArray[np.float64]) -> None:
        """Show the cosines ``[n, n]`` of voices."""
        self._entries, self._values = entries, values
        self.readout.clear()
        if len(entries):
            self._image.setImage(values, levels=(min(0.0, float(values.min())), 1.0))
            self._view.autoRange(padding=0.02)
        else:
            self._image.clear()
        self._show_legend()
        self._name_rows()

    def _show_legend(self) -> None:
        low = filled("{:.2g}", self._image.levels[0]) if len(self._entries) else "0"
        self._legend.show_range(low, "1", self._colours)

    def text_at(self, row: int, column: int) -> str:
        """Return what a cell says."""
        return filled("{}, {}: {:.3f}", self._entries[row].name, self._entries[column].name, self._values[row, column])

    def _name_rows(self) -> None:
        """Write the names of the rows beside them, of every few where there is no room for all."""
        row_px = 1 / max(1e-6, self._view.viewPixelSize()[1])
        every = max(1, math.ceil(self.fontMetrics().height() / row_px))
        names = ((row, self._entries[row].name) for row in range(0, len(self._entries), every))
        self._rows.setTicks([[(row + 0.5, _shortened(name)) for row, name in names]])

    def _cell(self, position: Any) -> tuple[int, int] | None:
        place = self._view.mapSceneToView(position)
        row, column = int(np.floor(place.y())), int(np.floor(place.x()))
        inside = 0 <= row < len(self._entries) and 0 <= column < len(self._entries)
        return (row, column) if inside else None

    def _point(self, position: Any) -> None:
        cell = self._cell(position)
        self.readout.setText(self.text_at(*cell) if cell is not None else "")

    def _click(self, event: Any) -> None:
        cell = self._cell(event.scenePos())
        if cell is not None:
            self.chosen.emit(self._entries[cell[0]].id)


def _shortened(name: str) -> str:
    return name if len(name) <= _MAX_NAME_CHARACTERS else f"{name[: _MAX_NAME_CHARACTERS - 1]}…"
