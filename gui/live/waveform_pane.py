"""The waveform."""

from __future__ import annotations

import math

import numpy as np
from phonoscope.engine.pictures.envelope import Envelope
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.language.figures import filled
from phonoscope.gui.live.growing_curve import draw_line
from phonoscope.gui.live.growing_plot import PlotArea
from phonoscope.gui.live.loop_region import LoopRegion
from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.live.underrun_marks import UnderrunMarks
from phonoscope.gui.theme import Theme
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen

_TOPS = (0.25, 0.5, 1.0)  # ends of the vertical axis: quiet speech must be seen, and clipping at 1


class WaveformPane(Pane):
    """Amplitude against time, as an outline of minima and maxima unless single samples can be seen."""

    def __init__(self, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(axis, theme)
        self.set_titles(self.tr("Waveform"), self.tr("Press Speak, and the sound appears here"))
        self._envelope = Envelope()
        self._peak = self._top = self._last_top = 0.0
        self._pen = QPen()
        self.plot.add_layer(self)
        self.loop_region = LoopRegion(self.plot, axis, self)
        self.underrun_marks = UnderrunMarks(self.item)
        self.set_theme(theme)
        self._show_top(_TOPS[-1])

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._pen = QPen(QColor(theme.wave))
        self._pen.setCosmetic(True)
        self.loop_region.set_theme(theme)
        self.underrun_marks.set_theme(theme)
        super().set_theme(theme)

    def clear(self) -> None:
        """Remove what is drawn of the last take."""
        self._envelope = Envelope()
        self._peak = 0.0
        self.plot.redraw()
        self.underrun_marks.show([])

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw ``take``; called when it has grown."""
        n_known = self._envelope.n_samples
        self._envelope.update(take.audio)
        self._peak = max(self._peak, float(np.abs(take.audio[n_known:]).max(initial=0.0)))
        top = next((top for top in _TOPS if top >= self._peak), _TOPS[-1])
        # While a take is made it has at least the height of the last one: takes of one voice stand still.
        self._show_top(top if finished else max(top, self._last_top))
        if finished:
            self._last_top = top
        self.plot.redraw_span(n_known / take.sample_rate_hz, take.duration_s)

    def paint(self, painter: QPainter, area: PlotArea, span: tuple[float, float]) -> None:
        """Paint the part of the outline that lies in ``span``: the pane is a layer of its own plot."""
        if self.take is None:
            return
        audio, rate_hz = self.take.audio, self.take.sample_rate_hz
        samples_per_px = (area.x_span[1] - area.x_span[0]) * rate_hz / area.rect.width()
        positions, values = self._envelope.outline(
            audio, math.floor(span[0] * rate_hz), math.ceil(span[1] * rate_hz) + 1, samples_per_px
        )
        painter.setPen(self._pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        draw_line(painter, area, positions / rate_hz, values.astype(np.float64))

    def _show_top(self, top: float) -> None:
        if top == self._top:
            return
        self._top = top
        self.set_vertical(-top, top, ((-top, filled("{:g}", -top)), (0, "0"), (top, filled("{:g}", top))), padding=0.02)
        self.underrun_marks.set_foot(-top)
