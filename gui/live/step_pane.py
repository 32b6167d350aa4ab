"""The layer x step heat map of a tap group that has a row for each step of a diffusion."""

from __future__ import annotations

import numpy as np
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.pictures.colours import Scale, SteadyRange, shade_magnitudes
from phonoscope.engine.pictures.magnitudes import METRIC_COLUMN, Metric
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import filled
from phonoscope.gui.live.layer_mark import LayerMark
from phonoscope.gui.live.legend import Legend
from phonoscope.gui.live.rows_pane import RowsPane, spread_ticks
from phonoscope.gui.live.tiled_image import TiledImage
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import MAGNITUDE_MAP, Theme, colour_table

_LAYER_HEIGHT_PX, _STEP_WIDTH_PX = 28, 70  # room for a label


class StepPane(RowsPane):
    """Magnitude of every layer at every step, the first layer at the bottom, the first step at the left."""

    def __init__(self, group: TapGroupDeclaration, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(group, axis, theme)
        title = self.tr("{group}, step by step").format(group=declared(group.label))
        self.set_titles(title, self.tr("The magnitude of each layer at each step appears here"))
        self._image = TiledImage(self.plot)
        self._range = SteadyRange()
        self._legend = Legend()
        self.layer_mark = LayerMark(self.item)
        self.header.addWidget(self._legend)
        self.header.addWidget(self.metric_choice)
        self.set_theme(theme)

    def set_take(self, take: TakeView | None) -> None:
        """Draw another take from now on."""
        self.layer_mark.show(None)
        super().set_take(take)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self.layer_mark.set_theme(theme)
        self._image.set_table(colour_table(MAGNITUDE_MAP, theme))
        super().set_theme(theme)

    @property
    def first_number(self) -> int:
        """The number of the first row: steps are counted from 1."""
        return 1 if self.group.rows == "step" else 0

    def clear(self) -> None:
        """Remove what is drawn of the last take."""
        self._image.clear()
        self._range = SteadyRange()

    def redraw(self) -> None:
        """Draw everything again, because a choice in the header has changed."""
        self.clear()
        super().redraw()

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw ``take``; called when it has grown."""
        taps = np.asarray(take.taps[self.group.name])
        values = taps[:, :, METRIC_COLUMN[self.shown_metric]]
        n_bad = taps[:, :, METRIC_COLUMN[Metric.NON_FINITE]]
        n_steps, n_layers = values.shape
        if self._range.widen(values):
            self._image.clear()
        first = self._image.n_columns
        entries = shade_magnitudes(values[first:], n_bad[first:], self._range, Scale.LOG)
        self._image.append(entries, column_s=1.0, start_s=0.0, height=n_layers)
        n_columns = self.n_columns(n_steps, finished=finished)
        self.box.setXRange(0, n_columns, padding=0)
        self._label(n_columns, n_layers)
        known = self._range.low < self._range.high
        table = colour_table(MAGNITUDE_MAP, self.theme)
        self._legend.show_range(
            filled("{:g}", self._range.low) if known else "", filled("{:g}", self._range.high) if known else "", table
        )

    def n_columns(self, n_rows: int, *, finished: bool) -> int:
        """Return for how many rows of the group there is room; the axis grows with them."""
        return n_rows

    def at(self, x: float, y: float) -> str:
        """Return step, layer and both magnitudes at a point of the picture."""
        taps = self.take.taps.get(self.group.name) if self.take is not None else None
        if taps is None or not (0 <= x < len(taps) and 0 <= y < taps.shape[1]):
            return ""
        return self.values_at(int(x), int(y))

    def _label(self, n_steps: int, n_layers: int) -> None:
        size = self.box.size()
        n_rows = n_layers if self.group.layer_names else max(2, int(size.height()) // _LAYER_HEIGHT_PX)
        layers = spread_ticks(n_layers, self.layer_name, start=0, offset=0.5, n_most=n_rows, below=False)
        self.set_vertical(0, n_layers, layers)
        n_most = max(2, int(size.width()) // _STEP_WIDTH_PX)
        steps = spread_ticks(n_steps, self.row_name, start=self.first_number, offset=0.5, n_most=n_most, below=True)
        self.item.getAxis("bottom").setTicks([steps])
