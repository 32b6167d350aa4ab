"""The timing lane: what each frame cost in each stage, against the time that it lasts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph
from phonoscope.engine.take_figures import FrameColumn
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.figures import filled
from phonoscope.gui.live.growing_curve import GrowingSteps
from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import Theme
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

_USUAL_SHARE = 0.9  # of the frames fit into the picture
_MOST_ROOM = 3.0  # above the usual frame, in its heights
_LEAST_SHARE = 0.4  # of the picture that is used: takes of about the same speed are drawn at the same scale


class TimingPane(Pane):
    """Stacked areas of the stages' time for each frame; above the dashed line it is slower than the ear."""

    def __init__(self, axis: TimeAxis, theme: Theme) -> None:
        super().__init__(axis, theme)
        self.set_titles(self.tr("Time per frame"), self.tr("What each frame cost appears here"))
        self._names: Sequence[str] = ("", "", "")
        self._labels = [QLabel() for _ in self._names]
        for label in self._labels:
            self.header.addWidget(label)
        self._areas = GrowingSteps(self.plot)
        self._budget = pyqtgraph.InfiniteLine(angle=0)
        self.item.addItem(self._budget, ignoreBounds=True)
        self._top_ms = 0.0
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        self._areas.set_colours(theme.series)
        for label, colour in zip(self._labels, theme.series, strict=True):
            label.setStyleSheet(f"color: {colour}")
        self._budget.setPen(theme.text, style=Qt.PenStyle.DashLine)
        super().set_theme(theme)

    def set_stages(self, names: Sequence[str]) -> None:
        """Call the three stages so."""
        self._names = [declared(name) for name in names]
        for label, name in zip(self._labels, self._names, strict=True):
            label.setText(name)

    def clear(self) -> None:
        """Remove what is drawn of the last take."""
        self._areas.clear()

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw ``take``; called when it has grown."""
        sums = np.cumsum(take.frames[:, FrameColumn.STAGES_MS], axis=1)
        self._areas.set_data(sums, take.frame_s)
        budget_ms = 1000 * take.frame_s
        if self._budget.value() != budget_ms:
            self._budget.setPos(budget_ms)
        # A single slow frame may leave the picture: it must not press all others flat. Nor must the time that a frame
        # lasts, where the engine is many times faster: then it lies above the picture.
        slow = int(_USUAL_SHARE * (len(sums) - 1))
        usual_ms = float(np.partition(sums[:, -1], slow)[slow])
        wanted_ms = 1.25 * max(usual_ms, min(budget_ms, _MOST_ROOM * usual_ms))
        if not _LEAST_SHARE * self._top_ms <= wanted_ms <= self._top_ms:
            self._top_ms = 1.25 * wanted_ms if self._top_ms else wanted_ms
            label_ms = budget_ms if budget_ms <= self._top_ms else float(f"{self._top_ms / 2:.1g}")
            self.set_vertical(0.0, self._top_ms, ((label_ms, filled("{:g} ms", label_ms)),))

    def describe(self, frame: int) -> str:
        """Return what each stage took at a frame."""
        assert self.take is not None
        times_ms = self.take.frames[frame, FrameColumn.STAGES_MS]
        return ", ".join(filled("{} {:.1f} ms", name, ms) for name, ms in zip(self._names, times_ms, strict=True))
