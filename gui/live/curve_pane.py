"""Curves by frame: what the sampler did."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.language.figures import filled
from phonoscope.gui.live.growing_curve import GrowingCurve
from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.theme import Theme
from PySide6.QtWidgets import QLabel


@dataclass(frozen=True)
class Curve:
    """One curve.

    Parameters
    ----------
    label
        Shown in the header in the curve's colour.
    values
        Returns its values, ``[frames]``, from the draws of some frames, ``[frames, codebooks, 2]``; NaN leaves a gap.
    """

    label: str
    values: Callable[[NDArray[np.float32]], NDArray[np.float32]]


class CurvePane(Pane):
    """Up to three curves over the same vertical axis, which begins at zero and widens in round steps.

    Parameters
    ----------
    title, curves
        What is shown.
    unit
        Written behind values that are read off.
    top
        Upper end of the vertical axis at first.
    """

    draws_codes = True

    def __init__(
        self, title: str, curves: tuple[Curve, ...], unit: str, top: float, axis: TimeAxis, theme: Theme
    ) -> None:
        super().__init__(axis, theme)
        self.set_titles(title, self.tr("What the sampler did appears here"))
        self._curves = curves
        self._unit = unit
        self._top = self._first_top = top
        self._lines: list[GrowingCurve] = []
        self._labels = [QLabel(curve.label) for curve in curves]
        for label in self._labels:
            self._lines.append(GrowingCurve(self.plot))
            self.header.addWidget(label)
        self.set_theme(theme)
        self._show_top()

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        for line, label, colour in zip(self._lines, self._labels, theme.series, strict=False):
            line.set_pen(colour)
            label.setStyleSheet(f"color: {colour}")
        super().set_theme(theme)

    def clear(self) -> None:
        """Remove what is drawn of the last take."""
        for line in self._lines:
            line.clear()
        self._top = self._first_top
        self._show_top()

    def draw(self, take: TakeView, *, finished: bool) -> None:
        """Draw ``take``; called when it has grown."""
        first = len(self._lines[0].x)
        draws = take.draws[first:]
        times_s = (np.arange(first, first + len(draws)) + 0.5) * take.frame_s
        highest = 0.0
        for line, curve in zip(self._lines, self._curves, strict=True):
            values = curve.values(draws)
            line.append(times_s, values)
            highest = max(highest, float(np.fmax.reduce(values, initial=0.0)))
        if self._top < highest:
            while self._top < highest:
                self._top *= 2
            self._show_top()

    def describe(self, frame: int) -> str:
        """Return the values of all curves at a frame, in their order."""
        assert self.take is not None
        draws = self.take.draws[frame : frame + 1]
        values = [float(curve.values(draws)[0]) for curve in self._curves]
        return f"{self.accessibleName()} " + " / ".join(filled("{:.2f}", value) for value in values) + self._unit

    def _show_top(self) -> None:
        self.set_vertical(0.0, self._top, ((0, "0"), (self._top, filled("{:g}", self._top))), padding=0.04)


_ENTROPY, _PROBABILITY = 0, 1


def entropy_curves(first_code: str, other_codes: str) -> tuple[Curve, ...]:
    """Return the curves of the entropy of every draw, in nats, under the given labels."""
    return _draw_curves(_ENTROPY, first_code, other_codes)


def probability_curves(first_code: str, other_codes: str) -> tuple[Curve, ...]:
    """Return the curves of the probability of the codes drawn, under the given labels."""
    return _draw_curves(_PROBABILITY, first_code, other_codes)


def _draw_curves(what: int, first_code: str, other_codes: str) -> tuple[Curve, ...]:
    def first(draws: NDArray[np.float32]) -> NDArray[np.float32]:
        return draws[:, 0, what]

    def others(draws: NDArray[np.float32]) -> NDArray[np.float32]:
        mean: NDArray[np.float32] = draws[:, 1:, what].mean(axis=1)
        return mean

    return Curve(first_code, first), Curve(other_codes, others)
