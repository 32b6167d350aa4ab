"""How much the take sounds like the voice that it was asked to have, along its way."""

from __future__ import annotations

from typing import Any

import pyqtgraph
from phonoscope.engine.voices.likeness import Likeness
from phonoscope.gui.language.figures import filled
from phonoscope.gui.number_axis import SecondsAxis
from phonoscope.gui.still_plot import StillPlot
from phonoscope.gui.theme import Theme
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget


class LikenessPlot(QWidget):
    """Cosine of every stretch of a take to the x-vector that was asked for.

    Parameters
    ----------
    theme
        The first colours.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.shown: Likeness | None = None
        self.summary = QLabel()
        self.summary.setWordWrap(True)
        self.plot: Any = StillPlot(self.tr("Likeness to the voice over time"))
        self._item: Any = self.plot.getPlotItem()
        self._item.setAxisItems({"bottom": SecondsAxis("bottom")})
        self._curve = self._item.plot(symbol="o", symbolSize=6)
        self._whole = pyqtgraph.InfiniteLine(angle=0)
        self._whole.hide()
        self._item.addItem(self._whole, ignoreBounds=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.addWidget(self.summary)
        layout.addWidget(self.plot, 1)
        self.show_likeness(None)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self.plot.set_theme(theme)
        self._curve.setPen(theme.series[0])
        self._curve.setSymbolPen(theme.series[0])
        self._curve.setSymbolBrush(theme.series[0])
        self._whole.setPen(theme.muted)

    def show_likeness(self, likeness: Likeness | None) -> None:
        """Show what was measured of a take; None when nothing is known."""
        self.shown = likeness
        self._whole.setVisible(likeness is not None)
        if likeness is None:
            self._curve.clear()
            self.summary.setText(self.tr("Nothing to compare: no take, or a voice without x-vector."))
            return
        self._curve.setData(likeness.times_s, likeness.drift)
        self._whole.setPos(likeness.similarity)
        low = min(0.0, likeness.lowest)
        self._item.getViewBox().setRange(xRange=(0, max(likeness.times_s) * 1.1), yRange=(low, 1.0), padding=0.03)
        text = filled(
            self.tr("Likeness to the voice {whole:.2f}, lowest {low:.2f} along the way"),
            whole=likeness.similarity,
            low=likeness.lowest,
        )
        parts = ", ".join(filled("{} {:.2f}", name, value) for name, value in likeness.parts.items())
        self.summary.setText(text + (self.tr("; to its parts: {parts}").format(parts=parts) if parts else ""))
