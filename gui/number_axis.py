"""The axes of plots, their labels written as the language of the window writes numbers."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph
from phonoscope.gui.language.figures import with_local_mark


class NumberAxis(pyqtgraph.AxisItem):  # type: ignore[misc]
    """pyqtgraph's axis, which knows decimal points only."""

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:  # noqa: N802
        """Return the labels of some values."""
        return [with_local_mark(label) for label in super().tickStrings(values, scale, spacing)]


class SecondsAxis(NumberAxis):
    """A time axis, with its unit at every label."""

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:  # noqa: N802
        """Return the labels of some values."""
        return [f"{label} s" for label in super().tickStrings(values, scale, spacing)]


def number_axes() -> dict[str, NumberAxis]:
    """Return the left and the lower axis of a new plot, as pyqtgraph takes them."""
    return {side: NumberAxis(side) for side in ("left", "bottom")}
