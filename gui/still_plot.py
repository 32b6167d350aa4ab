"""A plot that shows all it has and is looked at only."""

from __future__ import annotations

import pyqtgraph
from phonoscope.gui.number_axis import number_axes
from phonoscope.gui.theme import Theme


class StillPlot(pyqtgraph.PlotWidget):  # type: ignore[misc]
    """pyqtgraph's plot widget without menu and buttons, which the mouse does not move.

    Parameters
    ----------
    name
        What screen readers call it.
    """

    def __init__(self, name: str) -> None:
        super().__init__(enableMenu=False, axisItems=number_axes())
        self.setAccessibleName(name)
        self.getPlotItem().hideButtons()
        self.getPlotItem().getViewBox().setMouseEnabled(x=False, y=False)

    def set_theme(self, theme: Theme) -> None:
        """Use other colours for the background and the axes."""
        self.setBackground(theme.plot)
        for name in ("left", "bottom"):
            axis = self.getPlotItem().getAxis(name)
            axis.setPen(theme.border)
            axis.setTextPen(theme.muted)
