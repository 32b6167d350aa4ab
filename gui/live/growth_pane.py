"""How a state grows from the first layer to the last: a curve for each step, the newest in front."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.pictures.colours import N_SHADES
from phonoscope.engine.pictures.growth import growth
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import filled
from phonoscope.gui.live.legend import Legend
from phonoscope.gui.live.rows_pane import RowsPane, spread_ticks
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import MAGNITUDE_MAP, Theme, colour_table
from PySide6.QtWidgets import QLabel

_NEWEST_WIDTH_PX = 3
_LAYER_WIDTH_PX = 70  # room for a label
_GRID_OPACITY = 0.15


class GrowthPane(RowsPane):
    """Curves over the layers on a logarithmic scale, coloured from the first row of the group to the newest."""

    def __init__(self, group: TapGroupDeclaration, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(group, axis, theme)
        title = self.tr("{group}: growth").format(group=declared(group.label))
        self.set_titles(title, self.tr("How the state grows from layer to layer appears here"))
        self._curves: list[Any] = []
        self._factor = QLabel()
        self._legend = Legend()
        for widget in (self._factor, self._legend, self.metric_choice):
            self.header.addWidget(widget)
        self.item.showGrid(y=True, alpha=_GRID_OPACITY)
        self.set_theme(theme)

    @property
    def summary(self) -> str:
        """By how much the newest row grows from its first layer to its last, as it is shown."""
        return self._factor.text()

    def clear(self) -> None:
        """Remove what is drawn of the last take."""
        for curve in self._curves:
            self.item.removeItem(curve)
        self._curves = []
        self._factor.clear()

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw ``take``; called when it has grown."""
        taps = np.asarray(take.taps[self.group.name])
        picture = growth(taps, self.shown_metric)
        layers = np.arange(taps.shape[1])
        while len(self._curves) < len(picture.rows):
            self._curves.append(pyqtgraph.PlotCurveItem(connect="finite"))
            self.item.addItem(self._curves[-1], ignoreBounds=True)
        table = colour_table(MAGNITUDE_MAP, self.theme)
        newest = len(taps) - 1
        for curve, row, values in zip(self._curves, picture.rows, picture.curves, strict=False):
            shade = tuple(int(c) for c in table[int(row / max(newest, 1) * (N_SHADES - 1))])
            # The newest one must stand out from all shades, on light and on dark ground.
            front = row == newest
            # A single layer is a line as well: a point alone would draw nothing.
            curve.setData(*((layers, values) if len(layers) > 1 else (np.array([0, 1]), np.repeat(values, 2))))
            curve.setPen(pyqtgraph.mkPen(self.theme.text if front else shade, width=_NEWEST_WIDTH_PX if front else 1))
            curve.setZValue(float(row))
        low, high = picture.span
        self.box.setXRange(0, max(1, len(layers) - 1), padding=0.02)
        self.set_vertical(low, high, [(v, filled("{:.3g}", 10**v)) for v in picture.marks], padding=0.08)
        n_most = max(2, int(self.box.size().width()) // _LAYER_WIDTH_PX)
        self.item.getAxis("bottom").setTicks(
            [spread_ticks(len(layers), self.layer_name, start=0, offset=0.0, n_most=n_most, below=True)]
        )
        self._legend.setVisible(newest > 0)
        self._legend.show_range(self.row_name(0), self.row_name(newest), table)
        if np.isfinite(picture.factor):
            self._factor.setText(filled(self.tr("x {factor:.3g} from first to last"), factor=picture.factor))

    def at(self, x: float, y: float) -> str:
        """Return the magnitude of the nearest layer in the newest row."""
        taps = self.take.taps.get(self.group.name) if self.take is not None else None
        if taps is None or not len(taps):
            return ""
        layer = min(max(round(x), 0), taps.shape[1] - 1)
        return self.values_at(len(taps) - 1, layer)
