"""The layer x step heat map of a tap group that has a row for each step of a diffusion."""

from __future__ import annotations

from typing import Any

import numpy as np
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.pictures.colours import Scale, SteadyRange, shade_magnitudes
from phonoscope.engine.pictures.magnitudes import Metric
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.live.legend import Legend
from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.tiled_image import TiledImage
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import MAGNITUDE_MAP, Theme, colour_table
from PySide6.QtWidgets import QLabel


class RowsPane(Pane):
    """Base of panes that grow with the rows of a tap group instead of with the sound.

    They have a horizontal axis of their own and appear before there is any sound.

    Parameters
    ----------
    group
        The tap group, as its family declares it.
    """

    def __init__(self, group: TapGroupDeclaration, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(axis, theme)
        self.group = group
        self.setToolTip(group.help)
        self.box.setMouseEnabled(x=False, y=False)
        self._n_rows_drawn = -1

    def set_take(self, take: TakeView | None) -> None:
        """Draw another take from now on."""
        self._n_rows_drawn = -1
        super().set_take(take)
        self._playhead.move(None)

    def refresh(self) -> bool:
        """Draw what came since the last call; return whether anything did."""
        if self.take is None or not self.isVisible():
            return False
        taps = self.take.taps.get(self.group.name)
        if taps is None or len(taps) in (0, self._n_rows_drawn):
            return False
        self._n_rows_drawn = len(taps)
        self._hint.setVisible(False)
        self.draw(self.take, finished=self.take.finished)
        return True

    def redraw(self) -> None:
        """Draw everything again, because a choice in the header has changed."""
        self._n_rows_drawn = -1
        self.refresh()

    def show_times(self, shown: bool) -> None:
        """Write nothing below: the axis is not that of time."""

    def _show_span(self, start_s: float, end_s: float) -> None:
        """Keep the own axis."""

    def _show_hover(self, time_s: float) -> None:
        """Mark nothing: no row belongs to a moment."""

    def _show_playhead(self, time_s: float) -> None:
        """Mark nothing here either."""

    def _span_dragged(self, _: object, span: tuple[float, float]) -> None:
        """Leave the time axis alone."""

    def _pointed(self, position: Any) -> None:
        """Leave the time axis alone."""

    def _clicked(self, event: Any) -> None:
        """Leave the playhead alone."""


class StepPane(RowsPane):
    """Magnitude of every layer at every step, the first layer at the bottom, the first step at the left."""

    def __init__(self, group: TapGroupDeclaration, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(group, axis, theme)
        self.set_titles(group.label, self.tr("The magnitude of each layer at each step appears here"))
        self._image = TiledImage(self.plot)
        self._range = SteadyRange()
        self._legend = Legend()
        self._newest = QLabel()
        self.header.addWidget(self._newest)
        self.header.addWidget(self._legend)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._image.set_table(colour_table(MAGNITUDE_MAP, theme))
        super().set_theme(theme)

    def clear(self) -> None:
        """Remove what is drawn of the last take."""
        self._image.clear()
        self._range = SteadyRange()
        self._newest.clear()

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw ``take``; called when it has grown."""
        taps = np.asarray(take.taps[self.group.name])
        values, n_bad = taps[:, :, 0], taps[:, :, list(Metric).index(Metric.NON_FINITE)]
        n_steps, n_layers = values.shape
        if self._range.widen(values):
            self._image.clear()
        first = self._image.n_columns
        entries = shade_magnitudes(values[first:], n_bad[first:], self._range, Scale.LOG)
        self._image.append(entries, column_s=1.0, start_s=0.0, height=n_layers)
        self.box.setXRange(0, n_steps, padding=0)
        step = -(-n_layers // 3)
        self.set_vertical(0, n_layers, [(i + 0.5, str(i)) for i in range(0, n_layers, step)])
        self._newest.setText(self.tr("step {step}").format(step=n_steps))
        known = self._range.low < self._range.high
        table = colour_table(MAGNITUDE_MAP, self.theme)
        self._legend.show_range(
            f"{self._range.low:g}" if known else "", f"{self._range.high:g}" if known else "", table
        )
