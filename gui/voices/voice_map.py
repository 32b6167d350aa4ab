"""The map of voices: a click between them mixes, dragging draws a path of mixtures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph
from numpy.typing import NDArray
from phonoscope.engine.voices.formula import blend_text
from phonoscope.engine.voices.projection import shares_at
from phonoscope.engine.voices.store import VoiceEntry
from phonoscope.gui.theme import Theme
from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

_LABELLED = 60  # more names than this cover each other


class VoiceMap(QWidget):
    """Voices as points.

    Parameters
    ----------
    theme
        The first colours.
    """

    picked = Signal(str)  # a voice or a blend, at a click and all along a path
    released = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._entries: Sequence[VoiceEntry] = ()
        self._positions: NDArray[np.float64] = np.zeros((0, 2))
        self._labels: list[Any] = []
        self._theme = theme
        self.formula = ""
        self.plot: Any = pyqtgraph.PlotWidget(enableMenu=False)
        self.plot.setAccessibleName(self.tr("Map of the voices"))
        self._item: Any = self.plot.getPlotItem()
        self._item.hideButtons()
        for name in ("left", "bottom"):
            self._item.hideAxis(name)
        self._view: Any = self._item.getViewBox()
        self._view.setMouseEnabled(x=False, y=False)
        self._view.setAspectLocked(True)
        self._points = pyqtgraph.ScatterPlotItem(size=9)
        self._path = pyqtgraph.PlotDataItem()
        self._here = pyqtgraph.ScatterPlotItem(size=15, symbol="+")
        for item in (self._path, self._points, self._here):
            self._item.addItem(item)
        self.readout = QLabel(self.tr("Click between voices to mix them; drag to hear a path."))
        self.readout.setObjectName("muted")
        self.readout.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(2)
        layout.addWidget(self.plot, 1)
        layout.addWidget(self.readout)
        self.plot.viewport().installEventFilter(self)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        self.plot.setBackground(theme.plot)
        self._points.setPen(None)
        self._points.setBrush(theme.series[0])
        self._here.setPen(theme.accent, width=2)
        self._path.setPen(theme.accent, width=1)
        for label in self._labels:
            label.setColor(theme.muted)

    def show_voices(self, entries: Sequence[VoiceEntry], positions: NDArray[np.float64]) -> None:
        """Show voices at these places, ``[n, 2]``."""
        self._entries, self._positions = entries, positions
        self._points.setData(pos=positions)
        self._here.clear()
        self._path.clear()
        for label in self._labels:
            self._item.removeItem(label)
        named = entries if len(entries) <= _LABELLED else ()
        self._labels = [pyqtgraph.TextItem(entry.name, color=self._theme.muted, anchor=(0.5, 1.2)) for entry in named]
        for label, position in zip(self._labels, positions, strict=False):
            label.setPos(*position)
            self._item.addItem(label)
        if len(positions):
            self._view.autoRange(padding=0.12)

    def pick(self, x: float, y: float, *, goes_on: bool = False) -> None:
        """Mix what is at a place of the map; ``goes_on`` when it belongs to the path so far."""
        if not self._entries:
            return
        parts = [(self._entries[i].name, share) for i, share in shares_at((x, y), self._positions)]
        self.formula = parts[0][0] if len(parts) == 1 else blend_text(parts)
        self.readout.setText(" · ".join(f"{name} {100 * share:.0f} %" for name, share in parts))
        self._here.setData([x], [y])
        xs, ys = self._path.getData() if goes_on else (None, None)
        self._path.setData(np.append([] if xs is None else xs, x), np.append([] if ys is None else ys, y))
        self.picked.emit(self.formula)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Follow the left button."""
        if isinstance(event, QMouseEvent):
            is_left = event.buttons() & Qt.MouseButton.LeftButton
            if event.type() == QEvent.Type.MouseButtonPress and is_left:
                self._pick_at(event.position(), goes_on=False)
                return True
            if event.type() == QEvent.Type.MouseMove and is_left:
                self._pick_at(event.position(), goes_on=True)
                return True
            if event.type() == QEvent.Type.MouseButtonRelease:
                self.released.emit()
        return super().eventFilter(watched, event)

    def _pick_at(self, position: QPointF, *, goes_on: bool) -> None:
        place = self._view.mapSceneToView(self.plot.mapToScene(position.toPoint()))
        self.pick(place.x(), place.y(), goes_on=goes_on)
