"""Magnitudes over the layers of a tap group, against the largest number of F16."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyqtgraph
from numpy.typing import NDArray
from phonoscope.engine.diagnosis.profile import F16_MAX, LayerProfile
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import filled
from phonoscope.gui.still_plot import StillPlot
from phonoscope.gui.theme import Theme
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

_FLOOR = 1e-6  # of the scale
_GROUP_CHARACTERS = 9  # of a group's name that are always seen
_MAX_LABELS = 12  # of layers below the plot


class ProfilePlot(QWidget):
    """Rms and largest magnitude of every layer on a logarithmic scale; layers that are not finite are crossed out.

    Where nothing finite is known of a layer a curve has a gap; without a largest magnitude its cross is at the limit.

    Parameters
    ----------
    theme
        The first colours.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._profiles: Mapping[str, LayerProfile] = {}
        self._groups: Mapping[str, TapGroupDeclaration] = {}
        self._marked: tuple[str, int] | None = None
        self._n_labelled = 0  # layers that the lower axis counts
        self.shown: LayerProfile | None = None
        self._labels = [QLabel(self.tr("rms")), QLabel(self.tr("largest"))]
        self.group_choice = QComboBox()
        self.group_choice.setObjectName("small")
        self.group_choice.setAccessibleName(self.tr("Tap group"))
        self.group_choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.group_choice.setMinimumContentsLength(_GROUP_CHARACTERS)
        self.group_choice.currentIndexChanged.connect(self._draw)
        header = QHBoxLayout()
        header.setContentsMargins(8, 3, 8, 2)
        header.setSpacing(10)
        for label in self._labels:
            header.addWidget(label)
        header.addStretch(1)
        header.addWidget(self.group_choice)
        self.plot: Any = StillPlot(self.tr("Magnitude by layer"))
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.setMinimumHeight(60)
        self._item: Any = self.plot.getPlotItem()
        self._item.setContentsMargins(0, 7, 8, 0)  # room for the labels at the ends of the axes
        self._item.setLogMode(y=True)
        self._rms = self._item.plot(symbol="o", symbolSize=5)
        self._absmax = self._item.plot(symbol="t", symbolSize=6)
        self._bad = self._item.plot(pen=None, symbol="x", symbolSize=12)
        self._limit = pyqtgraph.InfiniteLine(math.log10(F16_MAX), angle=0)
        self.headroom = pyqtgraph.InfLineLabel(self._limit)
        self._mark = pyqtgraph.InfiniteLine(angle=90)
        self._mark.hide()
        for line in (self._limit, self._mark):
            self._item.addItem(line, ignoreBounds=True)
        self._hint = QLabel(self.tr("How magnitudes grow over the layers appears here, against the limit of F16"))
        self._hint.setObjectName("muted")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setWordWrap(True)
        self._hint.setMargin(12)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(header)
        layout.addWidget(self.plot, 1)
        layout.addWidget(self._hint, 1)
        self.set_theme(theme)
        self._draw()

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self.plot.set_theme(theme)
        for curve, label, colour in zip((self._rms, self._absmax), self._labels, theme.series, strict=False):
            curve.setPen(colour)
            curve.setSymbolPen(colour)
            curve.setSymbolBrush(colour)
            label.setStyleSheet(f"color: {colour}")
        self._bad.setSymbolPen(theme.alarm, width=2)
        self._limit.setPen(theme.alarm, style=Qt.PenStyle.DashLine)
        self.headroom.setColor(theme.alarm)  # as the line
        self._mark.setPen(theme.accent)

    def show_profiles(self, profiles: Mapping[str, LayerProfile], groups: Mapping[str, TapGroupDeclaration]) -> None:
        """Show a take by the profiles of its tap groups, by name; the group that was chosen stays."""
        self._profiles = profiles
        if list(groups) != list(self._groups):
            self._groups = groups
            self.group_choice.blockSignals(True)
            self.group_choice.clear()
            for name, group in groups.items():
                self.group_choice.addItem(declared(group.label), name)
            self.group_choice.blockSignals(False)
        self._marked = None
        self._draw()

    def clear(self) -> None:
        """Show no take; the group that was chosen stays."""
        self._profiles, self._marked = {}, None
        self._draw()

    def mark(self, group: str, layer: int) -> None:
        """Show a group with one layer marked."""
        self._marked = (group, layer)
        index = self.group_choice.findData(group)
        if index == self.group_choice.currentIndex():
            self._draw()
        elif index >= 0:
            self.group_choice.setCurrentIndex(index)

    def _draw(self) -> None:
        group = self.group_choice.currentData()
        self.shown = self._profiles.get(group)
        self._mark.setVisible(self.shown is not None and self._marked is not None and self._marked[0] == group)
        for widget in (*self._labels, self.group_choice, self.plot):
            widget.setVisible(self.shown is not None or (widget is self.group_choice and bool(self._groups)))
        self._hint.setVisible(self.shown is None)
        if self.shown is None:
            for curve in (self._rms, self._absmax, self._bad):
                curve.clear()
            return
        layers = np.arange(len(self.shown.rms))
        self._labels[0].setText(self.tr("rms") if self._groups[group].by_frame else self.tr("deviation"))
        if len(layers) != self._n_labelled:  # otherwise it stays as it is painted
            self._n_labelled = len(layers)
            stride = -(-len(layers) // _MAX_LABELS)
            self._item.getAxis("bottom").setTicks([[(layer, str(layer)) for layer in layers[::stride].tolist()]])
        # Nought, all that is known of a layer without finite values, has no place on a logarithmic scale.
        rms, absmax = (np.where(values > 0, values, np.nan) for values in (self.shown.rms, self.shown.absmax))
        self._rms.setData(layers, rms)
        self._absmax.setData(layers, absmax)
        bad = self.shown.n_non_finite > 0
        self._bad.setData(layers[bad], np.where(np.isnan(absmax), F16_MAX, absmax)[bad])
        low = math.floor(math.log10(max(_FLOOR, float(np.nanmin([*rms, F16_MAX])))))
        high = math.log10(float(np.nanmax([*absmax, F16_MAX])))
        self._item.getViewBox().setRange(xRange=(-0.5, len(layers) - 0.5), yRange=(low, high + 0.3), padding=0)
        if self._marked is not None:
            self._mark.setPos(self._marked[1])
        self._place_headroom(np.where(bad & np.isnan(absmax), F16_MAX, absmax))
        worst = int(self.shown.headroom_octaves.argmin())
        self.headroom.setFormat(
            filled(
                self.tr("F16: {octaves:.1f} octaves above layer {layer}"),
                octaves=float(self.shown.headroom_octaves[worst]),
                layer=worst,
            )
        )

    def _place_headroom(self, largest: NDArray[np.float64]) -> None:
        """Write below the limit where layers leave more room: in the left or in the right half."""
        halves = np.array_split(np.nan_to_num(largest, nan=0.0), 2)
        left_is_free = halves[0].max(initial=0.0) < halves[1].max(initial=0.0)
        self.headroom.anchors = [(0, 0)] * 2 if left_is_free else [(1, 0)] * 2
        self.headroom.setPosition(0.01 if left_is_free else 0.99)
