"""The layer x frame heat map of one tap group."""

from __future__ import annotations

from collections.abc import Container

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.pictures.colours import Scale, SteadyRange, shade, shade_magnitudes
from phonoscope.engine.pictures.difference import change_octaves
from phonoscope.engine.pictures.magnitudes import FrameMagnitudes, Metric
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import filled
from phonoscope.gui.live.layer_mark import LayerMark
from phonoscope.gui.live.legend import Legend
from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.small_choice import small_choice
from phonoscope.gui.live.tiled_image import TiledImage
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import MAGNITUDE_MAP, Theme, colour_table, difference_table
from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton

CHANGE = "change"  # a choice beside the metrics
_OCTAVES = 2.0  # what the ends of the colours stand for when the change is shown


class MagnitudePane(Pane):
    """Magnitude of every layer's state, the first layer at the bottom; not a number is red wherever it is.

    Parameters
    ----------
    group
        The tap group, as its family declares it.
    """

    pin_toggled = Signal(int, bool)  # a layer, and whether it is pinned

    def __init__(self, group: TapGroupDeclaration, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(axis, theme)
        self.group = group
        self.draws_prompt = group.rows == "position"
        self._hint_text = self.tr("The magnitude of each layer appears here")
        self.set_titles(declared(group.label), self._hint_text)
        self.setToolTip(declared(group.help))
        self._image = TiledImage(self.plot)
        self._magnitudes: FrameMagnitudes | None = None
        self._range = SteadyRange()
        self.layer_mark = LayerMark(self.item)
        self._legend = Legend()
        self.metric_choice = small_choice(
            self.tr("Metric"),
            {
                Metric.RMS: self.tr("rms"),
                Metric.ABSMAX: self.tr("largest magnitude"),
                Metric.NON_FINITE: self.tr("not finite"),
                CHANGE: self.tr("change against reference"),
            },
        )
        self._shows_change, self._metric, self._scale = False, Metric.RMS, Scale.LOG  # what is chosen
        self._pinned: Container[int] = ()
        self._reference: TakeView | None = None
        self._reference_rms: NDArray[np.float32] | None = None
        self.layers_button = QToolButton()
        self.layers_button.setObjectName("small")
        self.layers_button.setText(self.tr("Layers"))
        self.layers_button.setAccessibleName(self.tr("Pin layers of {group}").format(group=declared(group.label)))
        self.layers_button.setToolTip(self.tr("Draw single layers as curves"))
        self.layers_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._layers_menu = QMenu(self.layers_button)
        self._layers_menu.triggered.connect(self._pin)
        self.layers_button.setMenu(self._layers_menu)
        self.scale_choice = small_choice(self.tr("Scale"), {Scale.LOG: self.tr("log"), Scale.LINEAR: self.tr("linear")})
        self.metric_choice.currentIndexChanged.connect(self._choose)
        self.scale_choice.currentIndexChanged.connect(self._choose)
        for widget in (self._legend, self.metric_choice, self.scale_choice, self.layers_button):
            self.header.addWidget(widget)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self.theme = theme
        self._image.set_table(self._table)
        self.layer_mark.set_theme(theme)
        super().set_theme(theme)
        self._show_legend()

    def set_reference(self, take: TakeView | None) -> None:
        """Show changes against another take, frame by frame."""
        self._reference, self._reference_rms = take, None
        taps = take.taps.get(self.group.name) if take is not None else None
        if take is not None and taps is not None and len(taps):
            magnitudes = FrameMagnitudes(self.group.rows, taps.shape[1])
            magnitudes.update(taps, take.frames, finished=True)
            self._reference_rms = magnitudes.values(Metric.RMS)
        if self._shows_change:
            self._choose(0)

    @property
    def choices(self) -> tuple[str, str]:
        """Keys of the metric and the scale that are chosen."""
        return self.metric_choice.currentData(), self.scale_choice.currentData()

    def choose(self, metric: str, scale: str) -> None:
        """Choose a metric and a scale by their keys; one that there is not changes nothing."""
        for choice, key in ((self.metric_choice, metric), (self.scale_choice, scale)):
            if (index := choice.findData(key)) >= 0:
                choice.setCurrentIndex(index)

    def show_pins(self, layers: Container[int]) -> None:
        """Tick the pinned layers."""
        self._pinned = layers
        for action in self._layers_menu.actions():
            action.setChecked(action.data() in layers)

    def clear(self) -> None:
        """Remove what is drawn of the last take."""
        self.layer_mark.show(None)
        self.set_titles(declared(self.group.label), self._hint_text)
        self._image.clear()
        self._magnitudes = None
        self._range = SteadyRange()

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw ``take``; called when it has grown."""
        magnitudes = self._measure(take, finished=finished)
        if magnitudes is None:
            self.show_hint(self.tr("This take recorded nothing here"))
            return
        if not take.n_frames:
            title = self.tr("{group}, by position of the prompt")
            self.set_titles(title.format(group=declared(self.group.label)), self._hint_text)
        if self._shows_change:
            self._draw_change(magnitudes.values(Metric.RMS), take.frame_s)
            return
        first = self._image.n_columns
        values = magnitudes.values(self._metric)
        if self._range.widen(values[first:]):
            self._image.clear()
            first = 0
            self._show_legend()
        entries = shade_magnitudes(
            values[first:], magnitudes.values(Metric.NON_FINITE)[first:], self._range, self._scale
        )
        self._image.append(entries, column_s=take.frame_s, start_s=0.0, height=values.shape[1])

    def _measure(self, take: TakeView, *, finished: bool) -> FrameMagnitudes | None:
        """Take in what has come of ``take``, to be drawn or read off; return None where it recorded nothing here."""
        frames = take.frames
        taps = take.taps.get(self.group.name)
        if taps is None:
            return None
        if self._magnitudes is None:
            self._magnitudes = FrameMagnitudes(self.group.rows, taps.shape[1])
            self._list_layers(taps.shape[1])
            step = -(-taps.shape[1] // 3)  # three labels fit into the lowest pane
            self.set_vertical(0, taps.shape[1], [(i + 0.5, str(i)) for i in range(0, taps.shape[1], step)])
        if len(frames):
            self._magnitudes.update(taps, frames, finished=finished)
        else:
            self._magnitudes.show_prompt(taps)
        return self._magnitudes

    def _draw_change(self, values: NDArray[np.float32], frame_s: float) -> None:
        reference = self._reference_rms
        if reference is None or reference.shape[1] != values.shape[1]:
            self._image.clear()
            self.show_hint(self.tr("Select a take and choose Compare > Take as reference of the heat maps"))
            return
        first = self._image.n_columns
        octaves = change_octaves(reference, values, np.arange(len(reference)))  # on the reference's frames
        shown = np.full(values.shape, np.nan, np.float32)
        n = min(len(octaves), len(values))
        shown[:n] = octaves[:n]
        entries = shade(shown[first:], -_OCTAVES, _OCTAVES)
        self._image.append(entries, column_s=frame_s, start_s=0.0, height=values.shape[1])

    def describe(self, frame: int) -> str:
        """Return the value of the layer below the mouse in what is shown; elsewhere of that where it is largest."""
        values = self._values_at(frame)
        if values is None:
            return ""
        layer = self.pointed_row
        if layer is None or not 0 <= layer < len(values):
            layer = int(np.abs(values).argmax())
        text = (
            self.tr("{group}: {value:+.2f} octaves in layer {layer}")
            if self._shows_change
            else self.tr("{group}: {value:.4g} in layer {layer}")
        )
        return filled(text, group=declared(self.group.label), value=float(values[layer]), layer=layer)

    def _values_at(self, frame: int) -> NDArray[np.float32] | None:
        """Return what is shown of a frame, ``[layers]``; None where there is nothing, as in pauses."""
        magnitudes = self._magnitudes
        if self.take is not None and (magnitudes is None or frame >= len(magnitudes)):
            magnitudes = self._measure(self.take, finished=self.take.finished)  # nothing is drawn while hidden
        if magnitudes is None or frame >= len(magnitudes):
            return None
        if np.isnan(magnitudes.values(Metric.NON_FINITE)[frame]).all():
            return None
        values: NDArray[np.float32] = magnitudes.values(self._metric)[frame]
        if not self._shows_change:
            return values
        reference = self._reference_rms
        if reference is None or frame >= len(reference) or len(reference[frame]) != len(values):
            return None
        octaves: NDArray[np.float32] = change_octaves(reference[[frame]], values[np.newaxis], np.zeros(1, np.int64))[0]
        return None if np.isnan(octaves).all() else octaves

    @property
    def _table(self) -> NDArray[np.uint8]:
        return difference_table(self.theme) if self._shows_change else colour_table(MAGNITUDE_MAP, self.theme)

    def _choose(self, _: int) -> None:
        metric, scale = self.choices
        self._shows_change = metric == CHANGE
        self._metric = Metric.RMS if self._shows_change else Metric(metric)
        self._scale = Scale(scale)
        self._image.clear()
        self._image.set_table(self._table)
        self._range = SteadyRange()
        self.scale_choice.setEnabled(not self._shows_change)
        self.redraw()
        self._show_legend()

    def _show_legend(self) -> None:
        if self._shows_change:
            low, high = self.tr("{n} octaves less").format(n=filled("{:g}", _OCTAVES)), self.tr("more")
            self._legend.show_range(low, high, self._table)
            return
        known = self._range.low < self._range.high
        low_value = self._range.low if self._scale is Scale.LOG else 0.0
        self._legend.show_range(
            filled("{:g}", low_value) if known else "", filled("{:g}", self._range.high) if known else "", self._table
        )

    def _list_layers(self, n_layers: int) -> None:
        if len(self._layers_menu.actions()) == n_layers:
            return
        self._layers_menu.clear()
        for layer in range(n_layers):
            action = self._layers_menu.addAction(self.tr("Layer {n}").format(n=layer))
            action.setCheckable(True)
            action.setData(layer)
            action.setChecked(layer in self._pinned)

    def _pin(self, action: QAction) -> None:
        self.pin_toggled.emit(action.data(), action.isChecked())
