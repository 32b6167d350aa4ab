"""The map of voices: a click on one chooses it, a click between them mixes, dragging draws a path of mixtures."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
import pyqtgraph
from numpy.typing import NDArray
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.formula import Blend
from phonoscope.engine.voices.projection import shares_at
from phonoscope.gui.still_plot import StillPlot
from phonoscope.gui.theme import Theme
from phonoscope.gui.voices.card_text import tags_text
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

_POINT_PX = 9
_TEXT_MARGIN_PX = 4  # that Qt leaves around a name
_DRAG_PX = 6  # less is a click


class VoiceMap(QWidget):
    """Voices as points.

    Parameters
    ----------
    theme
        The first colours.
    """

    chosen = Signal(str)  # id of the voice that was clicked
    picked = Signal(str)  # a mixture as a voice, at a click between voices and all along a path

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._entries: Sequence[VoiceEntry] = ()
        self._positions: NDArray[np.float64] = np.zeros((0, 2))
        self._labels: list[Any] = []
        self._marked: Collection[str] = ()
        self._theme = theme
        self._pressed: QPointF | None = None
        self._drags = False
        self.formula = ""
        self.plot: Any = StillPlot(self.tr("Map of the voices"))
        self._item: Any = self.plot.getPlotItem()
        for name in ("left", "bottom"):
            self._item.hideAxis(name)
        self._view: Any = self._item.getViewBox()
        self._view.setAspectLocked(True)
        self._points = pyqtgraph.ScatterPlotItem(size=_POINT_PX)
        self._rings = pyqtgraph.ScatterPlotItem(size=_POINT_PX + 7, brush=None)
        self._path = pyqtgraph.PlotDataItem()
        self._here = pyqtgraph.ScatterPlotItem(size=15, symbol="+")
        for item in (self._path, self._points, self._rings, self._here):
            self._item.addItem(item)
        self.readout = QLabel()
        self.readout.setObjectName("muted")
        self.readout.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(2)
        layout.addWidget(self.plot, 1)
        layout.addWidget(self.readout)
        self.plot.viewport().setMouseTracking(True)
        self.plot.viewport().installEventFilter(self)
        self._view.sigRangeChanged.connect(self._place_labels)
        self._view.sigResized.connect(self._place_labels)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._theme = theme
        self.plot.set_theme(theme)
        self._points.setPen(None)
        self._points.setBrush(theme.series[0])
        self._rings.setPen(theme.accent, width=2)
        self._here.setPen(theme.accent, width=2)
        self._path.setPen(theme.accent, width=1)
        for label in self._labels:
            label.setColor(theme.muted)

    def show_voices(self, entries: Sequence[VoiceEntry], positions: NDArray[np.float64]) -> None:
        """Show voices at these places, ``[n, 2]``."""
        self._entries, self._positions = entries, positions
        self.readout.setText(
            self.tr("Click a voice to hear it, between voices to mix them; drag to hear a path.")
            if entries
            else self.tr("No voice of the library fits the loaded model: add one from a recording or a voice file.")
        )
        self._points.setData(pos=positions)
        self._here.clear()
        self._path.clear()
        for label in self._labels:
            self._item.removeItem(label)
        self._labels = [pyqtgraph.TextItem(entry.name, color=self._theme.muted) for entry in entries]
        for label in self._labels:
            self._item.addItem(label, ignoreBounds=True)
        if len(positions):
            self._view.setRange(QRectF(QPointF(*positions.min(0)), QPointF(*positions.max(0))), padding=0.08)
        self.mark(self._marked)
        self._place_labels()

    def mark(self, voice_ids: Collection[str]) -> None:
        """Draw rings around these voices, those that are selected elsewhere."""
        self._marked = voice_ids
        rows = [row for row, entry in enumerate(self._entries) if entry.id in voice_ids]
        self._rings.setData(pos=self._positions[rows])

    def pick(self, x: float, y: float, *, goes_on: bool = False) -> None:
        """Choose the voice, or mix those around, at a place of the map; ``goes_on`` when it belongs to a path."""
        parts = self._parts_at(x, y)
        if not parts:
            return
        self._tell(parts)
        self._here.setData([x], [y])
        xs, ys = self._path.getData() if goes_on else (None, None)
        self._path.setData(np.append([] if xs is None else xs, x), np.append([] if ys is None else ys, y))
        if len(parts) == 1 and not goes_on:
            self.formula = parts[0][0].name
            self.chosen.emit(parts[0][0].id)
            return
        shares = [(entry.name, share) for entry, share in parts]
        self.formula = shares[0][0] if len(shares) == 1 else str(Blend(shares))
        self.picked.emit(self.formula)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Follow the mouse: what is under it, clicks, and the path that is drawn with the left button."""
        if not isinstance(event, QMouseEvent):
            return super().eventFilter(watched, event)
        place = event.position()
        if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._drags = place, False
            return True
        if event.type() == QEvent.Type.MouseMove and self._pressed is None:
            at = self._at(place)
            self._tell(self._parts_at(at.x(), at.y()))
        elif event.type() == QEvent.Type.MouseMove and self._pressed is not None:
            if not self._drags and (place - self._pressed).manhattanLength() >= _DRAG_PX:
                self._path.clear()
                self._drags = True
            if self._drags:
                self._pick_at(place, goes_on=True)
            return True
        elif event.type() == QEvent.Type.MouseButtonRelease and self._pressed is not None:
            if not self._drags:
                self._pick_at(self._pressed, goes_on=False)
            self._pressed = None
            return True
        return super().eventFilter(watched, event)

    def _parts_at(self, x: float, y: float) -> list[tuple[VoiceEntry, float]]:
        if not self._entries:
            return []
        return [(self._entries[i], share) for i, share in shares_at((x, y), self._positions)]

    def _tell(self, parts: Sequence[tuple[VoiceEntry, float]]) -> None:
        if len(parts) == 1:
            self.readout.setText(" · ".join(filter(None, (parts[0][0].name, tags_text(parts[0][0])))))
        elif parts:
            self.readout.setText(" · ".join(f"{entry.name} {100 * share:.0f} %" for entry, share in parts))

    def _at(self, position: QPointF) -> QPointF:
        return QPointF(self._view.mapSceneToView(self.plot.mapToScene(position.toPoint())))

    def _pick_at(self, position: QPointF, *, goes_on: bool) -> None:
        place = self._at(position)
        self.pick(place.x(), place.y(), goes_on=goes_on)

    def _place_labels(self) -> None:
        """Write every name beside its point where it covers nothing; where there is no room, pointing at it tells."""
        shown = self._view.sceneBoundingRect()
        reach = _POINT_PX / 2
        points = [self._view.mapViewToScene(QPointF(x, y)) for x, y in self._positions]
        taken = [QRectF(p.x() - reach, p.y() - reach, 2 * reach, 2 * reach) for p in points]
        for label, point, position in zip(self._labels, points, self._positions, strict=True):
            w, h = label.boundingRect().width(), label.boundingRect().height()
            for left, top in ((-w / 2, -reach - h), (-w / 2, reach), (reach, -h / 2), (-reach - w, -h / 2)):
                box = QRectF(point.x() + left, point.y() + top, w, h)
                text = box.adjusted(_TEXT_MARGIN_PX, _TEXT_MARGIN_PX, -_TEXT_MARGIN_PX, -_TEXT_MARGIN_PX)
                if shown.contains(text) and not any(text.intersects(other) for other in taken):
                    taken.append(text)
                    label.setAnchor((-left / w, -top / h))
                    label.setPos(*position)
                    label.show()
                    break
            else:
                label.hide()
