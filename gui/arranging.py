"""Arranging the window with the keyboard: the part that has the focus is moved, or made larger or smaller."""

from __future__ import annotations

from collections.abc import Iterator

from phonoscope.gui.live.pane import Pane
from phonoscope.gui.live.pane_scroll import PaneScroll
from phonoscope.gui.live.pane_stack import PaneStack
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget


def move_pane(focused: QWidget | None, step: int) -> bool:
    """Move the pane that ``focused`` lies in past ``step`` others, down or up; return whether it lies in one."""
    around = list(_around(focused))
    pane = next((widget for widget in around if isinstance(widget, Pane)), None)
    stack = next((widget for widget in around if isinstance(widget, PaneStack)), None)
    if pane is None or stack is None:
        return False
    stack.move_pane(pane.objectName(), step)
    for widget in around:
        if isinstance(widget, PaneScroll):
            widget.reveal(pane)
    return True


def grow(focused: QWidget | None, orientation: Qt.Orientation, step_px: int) -> None:
    """Move the splitter next to ``focused`` so that the part that it lies in grows, or shrinks by a negative step.

    Nothing happens where it shares no splitter of this orientation with anything that is shown.
    """
    for part in _around(focused):
        splitter = part.parentWidget()
        if isinstance(splitter, QSplitter) and splitter.orientation() is orientation:
            parts = [splitter.widget(index) for index in range(splitter.count())]
            shown = [index for index, other in enumerate(parts) if other is not None and not other.isHidden()]
            if len(shown) > 1:
                at = shown.index(parts.index(part))
                neighbour = shown[at + 1] if at + 1 < len(shown) else shown[at - 1]
                sizes = splitter.sizes()
                sizes[shown[at]] = max(1, sizes[shown[at]] + step_px)
                sizes[neighbour] = max(1, sizes[neighbour] - step_px)
                splitter.setSizes(sizes)  # which keeps everyone's least size
                return


def _around(widget: QWidget | None) -> Iterator[QWidget]:
    """Yield a widget and all that it lies in, from the inside."""
    while widget is not None:
        yield widget
        widget = widget.parentWidget()
