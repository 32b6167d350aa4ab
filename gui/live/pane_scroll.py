"""Lets panes be scrolled where a window is too low for all of them."""

from __future__ import annotations

from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.pane_stack import PaneStack
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea

_LEAST_HEIGHT_PX = 100


class PaneScroll(QScrollArea):
    """A stack of panes that fills the height there is, and is scrolled below the least that can be read.

    The wheel scrolls over headers and the bar, for over a plot it zooms; the keys do so once Tab reached the bar.

    Parameters
    ----------
    stack
        What is scrolled.
    """

    def __init__(self, stack: PaneStack) -> None:
        super().__init__()
        self.setObjectName("panes")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self._stack = stack
        self.setWidget(stack)
        bar = self.verticalScrollBar()
        bar.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # it has the keys of scrolling, and is there only when needed
        bar.setAccessibleName(self.tr("Scroll the panes"))

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return a size in which one pane can be read."""
        return QSize(0, _LEAST_HEIGHT_PX)

    def reveal(self, pane: Pane) -> None:
        """Scroll to a pane, be it that it was shown just now."""
        size = self.viewport().size().expandedTo(self._stack.minimumSizeHint())
        self._stack.resize(size)  # else Qt does it only later
        self.ensureWidgetVisible(pane, 0, 0)
