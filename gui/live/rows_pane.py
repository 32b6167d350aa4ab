"""Panes that grow with the rows of a tap group, such as the steps of a diffusion, instead of with the sound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.pictures.magnitudes import Metric
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import filled
from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.small_choice import small_choice
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import Theme
from PySide6.QtCore import Signal

_STRIDES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_LEAST_GAP = 0.6  # of two ticks, in strides


class RowsPane(Pane):
    """Base of panes with a horizontal axis of their own; they appear before there is any sound.

    Parameters
    ----------
    group
        The tap group, as its family declares it.
    """

    read_off = Signal(str)  # what there is to read off where the mouse points; empty when it points nowhere

    def __init__(self, group: TapGroupDeclaration, axis: TimeAxis, theme: Theme) -> None:
        self._rows_drawn: tuple[int, bool] | None = None
        super().__init__(axis, theme)
        self.group = group
        self.setToolTip(declared(group.help))
        self.box.setMouseEnabled(x=False, y=False)
        rms = self.tr("rms") if group.by_frame else self.tr("deviation")
        self.metric_choice = small_choice(
            self.tr("Metric"), {Metric.RMS: rms, Metric.ABSMAX: self.tr("largest magnitude")}
        )
        self.metric_choice.currentIndexChanged.connect(self.redraw)
        super().show_times(True)  # their own axis stands below
        self.item.getAxis("bottom").setTicks([[]])

    @property
    def shown_metric(self) -> Metric:
        """What is drawn."""
        return Metric(self.metric_choice.currentData())

    def set_take(self, take: TakeView | None) -> None:
        """Draw another take from now on."""
        self._rows_drawn = None
        super().set_take(take)
        self._playhead.move(None)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._rows_drawn = None
        super().set_theme(theme)

    def refresh(self) -> bool:
        """Draw what came since the last call; return whether anything did."""
        if self.take is None or not self.isVisible():
            return False
        finished = self.take.finished
        taps = self.take.taps.get(self.group.name)
        if taps is None or not len(taps) or self._rows_drawn == (len(taps), finished):
            return False
        self._rows_drawn = (len(taps), finished)
        self.plot.hint.show(False)
        self.draw(self.take, finished=finished)
        return True

    def redraw(self) -> None:
        """Draw everything again, because a choice in the header has changed."""
        self._rows_drawn = None
        self.refresh()

    def row_name(self, row: int) -> str:
        """Return how a row is called: steps are counted from 1."""
        return self.tr("step {step}").format(step=row + 1) if self.group.rows == "step" else str(row)

    def layer_name(self, layer: int) -> str:
        """Return how a layer is called."""
        names = self.group.layer_names
        return declared(names[layer]) if layer < len(names) else self.tr("block {layer}").format(layer=layer)

    def at(self, x: float, y: float) -> str:
        """Return what there is to read off at a point of the picture; empty for nothing."""
        return ""

    def values_at(self, row: int, layer: int) -> str:
        """Return row, layer and both magnitudes there, to be read off."""
        assert self.take is not None
        deviation, largest = self.take.taps[self.group.name][row, layer, :2]
        return filled(
            self.tr("{step}, {layer}: deviation {deviation:.3g}, largest magnitude {largest:.5g}"),
            step=self.row_name(row),
            layer=self.layer_name(layer),
            deviation=float(deviation),
            largest=float(largest),
        )

    def show_times(self, shown: bool) -> None:
        """Write nothing else below: the axis is not that of time."""

    def _show_span(self, start_s: float, end_s: float) -> None:
        """Keep the own axis."""

    def _show_hover(self, time_s: float) -> None:
        """Mark nothing: no row belongs to a moment."""

    def _show_playhead(self, time_s: float) -> None:
        """Mark nothing here either."""

    def _span_dragged(self, _: object, span: tuple[float, float]) -> None:
        """Leave the time axis alone."""

    def _pointed(self, position: Any) -> None:
        if self.take is not None and self.box.sceneBoundingRect().contains(position):
            point = self.box.mapSceneToView(position)
            self.read_off.emit(self.at(point.x(), point.y()))

    def _left(self) -> None:
        self.read_off.emit("")

    def _clicked(self, event: Any) -> None:
        """Leave the playhead alone."""


def spread_ticks(
    n: int, name: Callable[[int], str], *, start: int, offset: float, n_most: int, below: bool
) -> list[tuple[float, str]]:
    """Return places and texts of a few ticks at round numbers; one of them has its full name, the others a number.

    Parameters
    ----------
    n
        How many things there are on the axis.
    name
        Returns what one of them is called; it ends in its number where it has one.
    start
        The number of the first.
    offset
        Of the middle of the first thing.
    n_most
        How many ticks there is room for.
    below
        Whether the axis lies below the picture: there the first tick has no room for a name.
    """
    stride = next((s for s in _STRIDES if n <= s * n_most), n)
    shown = [at for at in range(n) if (at + start) % stride == 0]
    last = n - 1
    if not shown or last - shown[-1] >= _LEAST_GAP * stride:
        shown.append(last)
    named = next((at for at in shown if at > 0 or not below), shown[0])
    return [(at + offset, name(at) if at == named else name(at).split()[-1]) for at in shown]
