"""The layer x position heat map of a state that is kept along the positions of a sequence."""

from __future__ import annotations

from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.pictures.positions import Positions
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import filled
from phonoscope.gui.live.growing_plot import Cursor
from phonoscope.gui.live.step_pane import StepPane
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import Theme
from PySide6.QtCore import Qt

_SHOWN_AT_ONCE = 256  # while a take grows the right end moves in such steps


class PositionsPane(StepPane):
    """Magnitude of every layer's state at every position, those of the prompt first.

    Lines stand where speech begins, dashed ones where the next prompt does.
    """

    def __init__(self, group: TapGroupDeclaration, axis: TimeAxis, theme: Theme) -> None:
        self._edges: list[Cursor] = []
        super().__init__(group, axis, theme)
        title = self.tr("{group}, position by position").format(group=declared(group.label))
        self.set_titles(title, self.tr("The state of each layer at each position of prompt and speech appears here"))

    @property
    def edges(self) -> list[float]:
        """Where lines stand, from the left."""
        return [edge.at for edge in self._edges if edge.at is not None]

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        super().set_theme(theme)
        self._colour_edges()

    def clear(self) -> None:
        """Remove what is drawn of the last take."""
        super().clear()
        for edge in self._edges:
            edge.move(None)

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw ``take``; called when it has grown."""
        super().draw(take, finished=finished)
        edges = Positions(take.frames).edges
        if len(edges) > len(self._edges):
            self._edges += [self.plot.add_cursor() for _ in edges[len(self._edges) :]]
            self._colour_edges()
        for cursor, row in zip(self._edges, edges, strict=False):
            cursor.move(float(row))

    def n_columns(self, n_rows: int, *, finished: bool) -> int:
        """Return for how many positions there is room."""
        return n_rows if finished else -(-n_rows // _SHOWN_AT_ONCE) * _SHOWN_AT_ONCE

    def row_name(self, row: int) -> str:
        """Return how a position is called."""
        return self.tr("position {row}").format(row=row)

    def at(self, x: float, y: float) -> str:
        """Return position, frame, layer and both magnitudes at a point of the picture."""
        taps = self.take.taps.get(self.group.name) if self.take is not None else None
        if self.take is None or taps is None or not (0 <= x < len(taps) and 0 <= y < taps.shape[1]):
            return ""
        row, layer = int(x), int(y)
        frame = Positions(self.take.frames).frame_at(row)
        return filled(
            self.tr("{position}, {place}, {layer}: rms {rms:.3g}, largest magnitude {largest:.5g}"),
            position=self.row_name(row),
            place=self.tr("of a prompt") if frame is None else self.tr("frame {frame}").format(frame=frame),
            layer=self.layer_name(layer),
            rms=float(taps[row, layer, 0]),
            largest=float(taps[row, layer, 1]),
        )

    def _show_playhead(self, time_s: float) -> None:
        """Mark the position whose state chose the frame that sounds."""
        take = self.take
        row = None if take is None else Positions(take.frames).row_of(int(time_s / take.frame_s))
        self._playhead.move(None if row is None else row + 0.5)

    def _colour_edges(self) -> None:
        for index, edge in enumerate(self._edges):
            edge.set_pen(self.theme.text, Qt.PenStyle.DashLine if index % 2 else Qt.PenStyle.SolidLine)
