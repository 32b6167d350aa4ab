"""The layer x frame heat map of one tap group."""

from __future__ import annotations

import pyqtgraph
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.pictures.colours import Scale, SteadyRange, shade_magnitudes
from phonoscope.engine.pictures.magnitudes import FrameMagnitudes, Metric
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.live.legend import Legend
from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.tiled_image import TiledImage
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import MAGNITUDE_MAP, Theme, colour_table
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox


class MagnitudePane(Pane):
    """Magnitude of every layer's state, the first layer at the bottom; not a number is red wherever it is.

    Parameters
    ----------
    group
        The tap group, as its family declares it.
    """

    def __init__(self, group: TapGroupDeclaration, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(axis, theme)
        self.group = group
        self.set_titles(group.label, self.tr("The magnitude of each layer appears here"))
        self.setToolTip(group.help)
        self._image = TiledImage(self.item)
        self._magnitudes: FrameMagnitudes | None = None
        self._range = SteadyRange()
        self._mark = pyqtgraph.LinearRegionItem(orientation="horizontal", movable=False)
        self._mark.setZValue(50)
        self._mark.hide()
        self.item.addItem(self._mark, ignoreBounds=True)
        self.marked_layer: int | None = None
        self._legend = Legend()
        self.metric_choice = _choice(
            self.tr("Metric"),
            {
                Metric.RMS: self.tr("rms"),
                Metric.ABSMAX: self.tr("largest magnitude"),
                Metric.NON_FINITE: self.tr("not finite"),
            },
        )
        self.scale_choice = _choice(self.tr("Scale"), {Scale.LOG: self.tr("log"), Scale.LINEAR: self.tr("linear")})
        self.metric_choice.currentIndexChanged.connect(self._choose)
        self.scale_choice.currentIndexChanged.connect(self._choose)
        for widget in (self._legend, self.metric_choice, self.scale_choice):
            self.header.addWidget(widget)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._image.set_table(colour_table(MAGNITUDE_MAP, theme))
        self._mark.setBrush(QColor(0, 0, 0, 0))
        for line in self._mark.lines:
            line.setPen(theme.alarm, width=2)
        super().set_theme(theme)
        self._show_legend()

    def mark(self, layer: int | None) -> None:
        """Put a frame around the row of a layer, or take it away."""
        self.marked_layer = layer
        self._mark.setVisible(layer is not None)
        if layer is not None:
            self._mark.setRegion((layer, layer + 1))

    def clear(self) -> None:
        """Remove what is drawn of the last take."""
        self.mark(None)
        self._image.clear()
        self._magnitudes = None
        self._range = SteadyRange()

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw ``take``; called when it has grown."""
        frames = take.frames
        taps = take.taps.get(self.group.name)
        if taps is None:
            return
        if self._magnitudes is None:
            self._magnitudes = FrameMagnitudes(self.group.rows, taps.shape[1])
            self.box.setYRange(0, taps.shape[1], padding=0)
            step = -(-taps.shape[1] // 3)  # three labels fit into the lowest pane
            self.item.getAxis("left").setTicks([[(i + 0.5, str(i)) for i in range(0, taps.shape[1], step)]])
        self._magnitudes.update(taps, frames, finished=finished)
        values = self._magnitudes.values(self._metric)
        first = self._image.first_open_column
        if self._range.widen(values[first:]):
            self._image.clear()
            first = 0
            self._show_legend()
        entries = shade_magnitudes(
            values[first:], self._magnitudes.values(Metric.NON_FINITE)[first:], self._range, self._scale
        )
        self._image.append(entries, column_s=self.frame_s(), start_s=0.0, height=taps.shape[1])

    def describe(self, frame: int) -> str:
        """Return the layer of the largest value at a frame."""
        if self._magnitudes is None or frame >= len(self._magnitudes):
            return ""
        values = self._magnitudes.values(self._metric)[frame]
        layer = int(values.argmax())
        return self.tr("{group}: {value:.3g} in layer {layer}").format(
            group=self.group.label, value=float(values[layer]), layer=layer
        )

    @property
    def _metric(self) -> Metric:
        return Metric(self.metric_choice.currentData())

    @property
    def _scale(self) -> Scale:
        return Scale(self.scale_choice.currentData())

    def _choose(self, _: int) -> None:
        self._image.clear()
        self._range = SteadyRange()
        self.redraw()
        self._show_legend()

    def _show_legend(self) -> None:
        table = colour_table(MAGNITUDE_MAP, self.theme)
        known = self._range.low < self._range.high
        low = self._range.low if self._scale is Scale.LOG else 0.0
        self._legend.show_range(f"{low:g}" if known else "", f"{self._range.high:g}" if known else "", table)


def _choice(name: str, entries: dict[Metric, str] | dict[Scale, str]) -> QComboBox:
    choice = QComboBox()
    choice.setObjectName("small")
    choice.setAccessibleName(name)
    choice.setToolTip(name)
    for value, text in entries.items():
        choice.addItem(text, value.value)
    return choice
