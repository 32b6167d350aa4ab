"""How a state grows from the first layer to the last: a curve for each step, the newest in front."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.pictures.colours import N_SHADES
from phonoscope.engine.pictures.growth import growth
from phonoscope.engine.pictures.magnitudes import Metric
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.live.step_pane import RowsPane
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import MAGNITUDE_MAP, Theme, colour_table
from PySide6.QtWidgets import QComboBox, QLabel

_NEWEST_WIDTH_PX = 2


class GrowthPane(RowsPane):
    """Curves over the layers on a logarithmic scale, coloured from the first row of the group to the newest."""

    def __init__(self, group: TapGroupDeclaration, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(group, axis, theme)
        title = self.tr("{group}: growth").format(group=group.label)
        self.set_titles(title, self.tr("How the state grows from layer to layer appears here"))
        self._curves: list[Any] = []
        self._factor = QLabel()
        self.metric_choice = QComboBox()
        self.metric_choice.setObjectName("small")
        self.metric_choice.setAccessibleName(self.tr("Metric"))
        for metric, text in ((Metric.RMS, self.tr("deviation")), (Metric.ABSMAX, self.tr("largest magnitude"))):
            self.metric_choice.addItem(text, metric.value)
        self.metric_choice.currentIndexChanged.connect(self.redraw)
        self.header.addWidget(self._factor)
        self.header.addWidget(self.metric_choice)
        self.item.getAxis("bottom").setStyle(showValues=True)
        self.item.getAxis("bottom").setHeight(22)
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
        picture = growth(taps, Metric(self.metric_choice.currentData()))
        layers = np.arange(taps.shape[1])
        while len(self._curves) < len(picture.rows):
            self._curves.append(pyqtgraph.PlotCurveItem(connect="finite"))
            self.item.addItem(self._curves[-1], ignoreBounds=True)
        table = colour_table(MAGNITUDE_MAP, self.theme)
        newest = len(taps) - 1
        for curve, row, values in zip(self._curves, picture.rows, picture.curves, strict=False):
            shade = table[int(row / max(newest, 1) * (N_SHADES - 1))]
            curve.setData(layers, values)
            curve.setPen(pyqtgraph.mkPen(tuple(int(c) for c in shade), width=_NEWEST_WIDTH_PX if row == newest else 1))
            curve.setZValue(float(row))
        low, high = picture.span
        self.box.setXRange(0, max(1, len(layers) - 1), padding=0.02)
        self.set_vertical(low, high, [(v, f"{10**v:.3g}") for v in (low, high)], padding=0.08)
        if np.isfinite(picture.factor):
            self._factor.setText(self.tr("x {factor:.3g} from first to last").format(factor=picture.factor))
