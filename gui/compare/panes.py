"""The panes of a comparison: each shows B against A on A's time axis."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pyqtgraph
from numpy.typing import NDArray
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.pictures.colours import shade
from phonoscope.engine.pictures.difference import TakeDifference
from phonoscope.engine.pictures.envelope import Envelope
from phonoscope.engine.pictures.spectrogram import Spectrogram
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import filled
from phonoscope.gui.live.legend import Legend
from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.tiled_image import TiledImage
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import Theme, difference_table
from PySide6.QtWidgets import QComboBox

_SPECTRUM_DB = 30.0  # what the ends of the colours stand for
_OCTAVES = 2.0
_LANE = 2.2  # distance of the waveforms' middles, in units of the largest amplitude


class DifferencePane(Pane):
    """Base: draws a `TakeDifference`."""

    def __init__(self, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(axis, theme)
        self.difference: TakeDifference | None = None

    def set_difference(self, difference: TakeDifference | None) -> None:
        """Draw another difference from now on."""
        self.difference = difference
        self.set_take(difference.a if difference is not None else None)


class WaveformsPane(DifferencePane):
    """A above, B below it, and under both what is left when A is taken from B."""

    def __init__(self, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(axis, theme)
        self.set_titles(self.tr("Waveforms"), self.tr("Choose two takes above, or select two in the list below"))
        self._lines = [pyqtgraph.PlotCurveItem(skipFiniteCheck=True) for _ in range(3)]
        self._envelopes = [Envelope() for _ in self._lines]
        for line in self._lines:
            self.item.addItem(line, ignoreBounds=True)
        self.box.setYRange(-2.5 * _LANE, 0.5 * _LANE, padding=0)
        names = ("A", "B", "B − A")  # noqa: RUF001 - a minus sign
        self.item.getAxis("left").setTicks([[(-i * _LANE, name) for i, name in enumerate(names)]])
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        for line, colour in zip(self._lines, (theme.series[0], theme.series[1], theme.muted), strict=True):
            line.setPen(colour)
        super().set_theme(theme)

    def clear(self) -> None:
        """Remove what is drawn."""
        for line in self._lines:
            line.clear()

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw the difference."""
        self._envelopes = [Envelope() for _ in self._lines]
        for envelope, sound in zip(self._envelopes, self._sounds(), strict=True):
            envelope.update(sound)
        self.span_shown()

    def span_shown(self) -> None:
        """Draw what the visible range needs."""
        if self.difference is None or not self.isVisible():
            return
        rate_hz = self.difference.a.sample_rate_hz
        start_s, end_s = self.axis.span_s
        sounds = self._sounds()
        peak = max(float(np.abs(sound).max(initial=1e-9)) for sound in sounds[:2])
        for lane, (line, envelope, sound) in enumerate(zip(self._lines, self._envelopes, sounds, strict=True)):
            start, stop = int(start_s * rate_hz), int(end_s * rate_hz) + 1
            positions, values = envelope.outline(sound, start, stop, (stop - start) / max(100, self.plot.width()))
            line.setData(positions / rate_hz, np.clip(values / peak, -1.1, 1.1) - lane * _LANE)

    def describe(self, frame: int) -> str:
        """Return the rms of the difference within a frame."""
        assert self.difference is not None
        return filled(self.tr("difference rms {rms:.4f}"), rms=self.difference.rms(frame))

    def _sounds(self) -> tuple[NDArray[np.float32], ...]:
        assert self.difference is not None
        return self.difference.audio_a, self.difference.audio_b, self.difference.audio


class SpectrumDifferencePane(DifferencePane):
    """Where B is louder than A, and where quieter, by frequency."""

    def __init__(self, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(axis, theme)
        self.set_titles(self.tr("Spectrogram, B − A"), self.tr("The difference of levels appears here"))  # noqa: RUF001
        self._image = TiledImage(self.plot)
        self._legend = Legend(self.tr("dB"))
        self.header.addWidget(self._legend)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        table = difference_table(theme)
        self._image.set_table(table)
        self._legend.show_range(f"{-_SPECTRUM_DB:.0f}", f"+{_SPECTRUM_DB:.0f}", table)
        super().set_theme(theme)

    def clear(self) -> None:
        """Remove what is drawn."""
        self._image.clear()

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw the difference."""
        assert self.difference is not None
        self._image.clear()
        top_khz = take.sample_rate_hz / 2000
        column_s = self.difference.column_samples / take.sample_rate_hz
        self.box.setYRange(0.0, top_khz, padding=0)
        self.item.getAxis("left").setTicks([[(khz, f"{khz} kHz") for khz in range(0, int(top_khz) + 1, 4)]])
        self._image.append(
            shade(self.difference.spectrum_db, -_SPECTRUM_DB, _SPECTRUM_DB),
            column_s=column_s,
            start_s=-column_s / 2,
            height=top_khz * Spectrogram.n_bins / (Spectrogram.n_bins - 1),
        )


class CodesDifferencePane(DifferencePane):
    """Which codes differ."""

    def __init__(self, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(axis, theme)
        self.set_titles(self.tr("Codes that differ"), self.tr("Different codes are marked here"))
        self._image = TiledImage(self.plot)
        self.box.invertY(True)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._image.set_table(difference_table(theme))
        super().set_theme(theme)

    def clear(self) -> None:
        """Remove what is drawn."""
        self._image.clear()

    def applies(self, take: TakeView) -> bool:
        """Return whether the model draws codes."""
        return bool(take.codes.shape[1])

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw the difference."""
        assert self.difference is not None
        codes = self.difference.codes
        step = -(-codes.shape[1] // 2)  # two labels fit into the lowest pane
        self._image.clear()
        self.box.setYRange(0, codes.shape[1], padding=0)
        self.item.getAxis("left").setTicks([[(i + 0.5, str(i + 1)) for i in range(0, codes.shape[1], step)]])
        self._image.append(shade(codes, -1.0, 1.0), column_s=take.frame_s, start_s=0.0, height=codes.shape[1])

    def describe(self, frame: int) -> str:
        """Return how many codes of a frame differ."""
        assert self.difference is not None
        if not self.difference.codes.shape[1]:
            return ""
        codes = self.difference.codes[frame]
        return self.tr("{n} of {all} codes differ").format(n=int(np.nansum(codes)), all=len(codes))


class MagnitudeDifferencePane(DifferencePane):
    """How the magnitude of every layer of one tap group changes.

    Parameters
    ----------
    groups
        What can be chosen.
    """

    def __init__(self, groups: Mapping[str, TapGroupDeclaration], axis: TimeAxis, theme: Theme) -> None:
        super().__init__(axis, theme)
        self.groups: Mapping[str, TapGroupDeclaration] = {}  # what can be chosen
        self._image = TiledImage(self.plot)
        self._legend = Legend(self.tr("octaves"))
        self._octaves: NDArray[np.float32] | None = None
        self.group_choice = QComboBox()
        self.group_choice.setObjectName("small")
        self.group_choice.setAccessibleName(self.tr("Tap group"))
        self.group_choice.currentIndexChanged.connect(self._choose)
        self.group_choice.hide()  # until there is something to choose
        for widget in (self._legend, self.group_choice):
            self.header.addWidget(widget)
        self.set_titles(self.tr("Layers, B against A"), self.tr("The change of each layer's rms appears here"))
        self.set_groups(groups)
        self.set_theme(theme)

    def set_groups(self, groups: Mapping[str, TapGroupDeclaration]) -> None:
        """Let these tap groups be chosen."""
        if list(groups) == list(self.groups):
            return
        self.groups = groups
        self.group_choice.clear()
        for name, group in groups.items():
            self.group_choice.addItem(declared(group.label), name)
        self.group_choice.setVisible(bool(groups))

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        table = difference_table(theme)
        self._image.set_table(table)
        self._legend.show_range(filled("{:g}", -_OCTAVES), filled("+{:g}", _OCTAVES), table)
        super().set_theme(theme)

    def clear(self) -> None:
        """Remove what is drawn."""
        self._image.clear()
        self._octaves = None

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw the difference."""
        assert self.difference is not None
        self._image.clear()
        group = self.groups.get(self.group_choice.currentData())
        octaves = self._octaves = self.difference.magnitudes(group) if group is not None else None
        if octaves is None:
            self.show_hint(self.tr("The layers of these takes cannot be compared"))
            return
        n_layers = octaves.shape[1]
        self.box.setYRange(0, n_layers, padding=0)
        step = -(-n_layers // 2)  # two labels fit into the lowest pane
        self.item.getAxis("left").setTicks([[(i + 0.5, str(i)) for i in range(0, n_layers, step)]])
        self._image.append(shade(octaves, -_OCTAVES, _OCTAVES), column_s=take.frame_s, start_s=0.0, height=n_layers)

    def describe(self, frame: int) -> str:
        """Return the change of the layer below the mouse at a frame; elsewhere of the layer that changes most."""
        if self._octaves is None or frame >= len(self._octaves) or not np.isfinite(self._octaves[frame]).any():
            return ""
        layer = self.pointed_row
        if layer is None or not 0 <= layer < self._octaves.shape[1]:
            layer = int(np.nanargmax(np.abs(self._octaves[frame])))
        return filled(
            self.tr("layer {layer}: {octaves:+.2f} octaves"), layer=layer, octaves=float(self._octaves[frame, layer])
        )

    def _choose(self, _: int) -> None:
        self.redraw()
