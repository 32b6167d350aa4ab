"""Single layers as curves: those that someone has pinned."""

from __future__ import annotations

import math

import numpy as np
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.pictures.magnitudes import FrameMagnitudes, Metric
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import filled
from phonoscope.gui.live.growing_curve import GrowingCurve
from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import Theme
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

MAX_PINS = 6
_FLOOR = 1e-6
_STYLES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine)  # the second round of colours is told apart by its dashes

Pin = tuple[TapGroupDeclaration, int]


class PinnedPane(Pane):
    """The rms of up to six layers against time, on a logarithmic scale."""

    def __init__(self, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(axis, theme)
        self.set_titles(self.tr("Pinned layers"), self.tr("Pin layers with the button Layers of a heat map"))
        self._pins: tuple[Pin, ...] = ()
        self._lines: list[GrowingCurve] = []
        self._labels: list[QLabel] = []
        self._magnitudes: dict[str, FrameMagnitudes] = {}
        self._decades = (0, 1)
        self.set_theme(theme)

    @property
    def pins(self) -> tuple[Pin, ...]:
        """The pinned layers."""
        return self._pins

    def set_pins(self, pins: tuple[Pin, ...]) -> None:
        """Draw these layers."""
        for line in self._lines:
            self.plot.remove_layer(line)
        for label in self._labels:
            self.header.removeWidget(label)
            label.deleteLater()
        self._pins = pins[:MAX_PINS]
        self._lines = [GrowingCurve(self.plot) for _ in self._pins]
        self._labels = [QLabel(f"{declared(group.label)} {layer}") for group, layer in self._pins]
        for label in self._labels:
            self.header.addWidget(label)
        self._colour()
        self.clear()
        if not self._pins:
            self.show_hint(self._first_hint)
        self.redraw()

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self.theme = theme
        self._colour()
        super().set_theme(theme)

    def clear(self) -> None:
        """Remove what is drawn of the last take."""
        self._magnitudes = {}
        for line in self._lines:
            line.clear()

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw ``take``; called when it has grown."""
        if not self._pins:
            self.show_hint(self._first_hint)
            return
        frames, lowest, highest = take.frames, math.inf, _FLOOR
        for line, (group, layer) in zip(self._lines, self._pins, strict=True):
            taps = take.taps.get(group.name)
            if taps is None or layer not in range(taps.shape[1]):
                continue
            if group.name not in self._magnitudes:
                self._magnitudes[group.name] = FrameMagnitudes(group.rows, taps.shape[1])
            self._magnitudes[group.name].update(taps, frames, finished=finished)
            values = self._magnitudes[group.name].values(Metric.RMS)[:, layer]
            line.set_data((np.arange(len(values)) + 0.5) * take.frame_s, np.log10(np.maximum(values, _FLOOR)))
            usable = values[np.isfinite(values)]
            if usable.size:
                lowest, highest = min(lowest, float(usable.min())), max(highest, float(usable.max()))
        self._show_decades(lowest, highest)

    def describe(self, frame: int) -> str:
        """Return the values at a frame."""
        parts = []
        for group, layer in self._pins:
            magnitudes = self._magnitudes.get(group.name)
            if magnitudes is None or frame >= len(magnitudes):
                continue
            values = magnitudes.values(Metric.RMS)[frame]
            if layer in range(len(values)):
                parts.append(filled("{} {}: {:.3g}", declared(group.label), layer, float(values[layer])))
        return ", ".join(parts)

    def _show_decades(self, lowest: float, highest: float) -> None:
        """Let the axis span whole powers of ten."""
        if lowest > highest:
            return
        low = math.floor(math.log10(max(lowest, _FLOOR)))
        self._decades = (low, max(low + 1, math.ceil(math.log10(highest))))
        step = -(-(self._decades[1] - low) // 3)
        ticks = range(low, self._decades[1] + 1, step)
        self.set_vertical(
            *self._decades, [(exponent, filled("{:g}", 10.0**exponent)) for exponent in ticks], padding=0.04
        )

    def _colour(self) -> None:
        colours = self.theme.series
        for at, (line, label) in enumerate(zip(self._lines, self._labels, strict=True)):
            colour, style = colours[at % len(colours)], _STYLES[at // len(colours)]
            line.set_pen(colour, style)
            dashes = "border-bottom: 1px dashed;" if style is Qt.PenStyle.DashLine else ""
            label.setStyleSheet(f"color: {colour}; {dashes}")
