"""The waveform."""

from __future__ import annotations

import numpy as np
import pyqtgraph
from phonoscope.engine.pictures.envelope import Envelope
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.live.loop_region import LoopRegion
from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.live.underrun_marks import UnderrunMarks
from phonoscope.gui.theme import Theme

_TOPS = (0.25, 0.5, 1.0)  # ends of the vertical axis: quiet speech must be seen, and clipping at 1


class WaveformPane(Pane):
    """Amplitude against time, as an outline of minima and maxima unless single samples can be seen."""

    def __init__(self, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(axis, theme)
        self.set_titles(self.tr("Waveform"), self.tr("Load a model and press Speak: here the sound appears"))
        self._envelope = Envelope()
        self._peak = 0.0
        self._line = pyqtgraph.PlotCurveItem(skipFiniteCheck=True)
        self.item.addItem(self._line, ignoreBounds=True)
        self.loop_region = LoopRegion(self.plot, axis, self)
        self.underrun_marks = UnderrunMarks(self.item)
        self.set_theme(theme)
        self._show_top(_TOPS[-1])

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._line.setPen(theme.wave)
        self.loop_region.set_theme(theme)
        self.underrun_marks.set_theme(theme)
        super().set_theme(theme)

    def clear(self) -> None:
        """Remove what is drawn of the last take."""
        self._envelope = Envelope()
        self._peak = 0.0
        self._line.clear()
        self.underrun_marks.show([])

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw ``take``; called when it has grown."""
        n_known = self._envelope.n_samples
        self._envelope.update(take.audio)
        self._peak = max(self._peak, float(np.abs(take.audio[n_known:]).max(initial=0.0)))
        self._show_top(next((top for top in _TOPS if top >= self._peak), _TOPS[-1]))
        self.span_shown()

    def span_shown(self) -> None:
        """Draw what the visible range needs."""
        if self.take is None or not self.isVisible():
            return
        audio, rate_hz = self.take.audio, self.take.sample_rate_hz
        start_s, end_s = self.axis.span_s
        width_px = max(100, self.plot.width())
        positions, values = self._envelope.outline(audio, int(start_s * rate_hz), int(end_s * rate_hz) + 1, width_px)
        self._line.setData(positions / rate_hz, values)

    def _show_top(self, top: float) -> None:
        self.box.setYRange(-top, top, padding=0.02)
        self.underrun_marks.set_foot(-top)
        self.item.getAxis("left").setTicks([[(-top, f"{-top:g}"), (0, "0"), (top, f"{top:g}")]])
