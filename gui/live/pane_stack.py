"""Panes above each other on one time axis: shown, hidden, resized and put in another order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from phonoscope.gui.live.pane import Pane
from PySide6.QtCore import QByteArray, QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QSplitter, QWidget


class PaneStack(QSplitter):
    """A vertical splitter of panes. A pane is moved by dragging its header, or from the header's menu.

    Parameters
    ----------
    panes
        The panes by name, from the top.
    """

    arranged = Signal()  # another order, or panes shown or hidden

    def __init__(self, panes: Mapping[str, Pane]) -> None:
        super().__init__(Qt.Orientation.Vertical)
        self.panes: dict[str, Pane] = {}
        self.setChildrenCollapsible(False)
        self.setHandleWidth(4)
        self._dragged: Pane | None = None
        self._peeked = ""  # pane that is only shown to look at one place
        for name, pane in panes.items():
            self.add(name, pane)
        self._label_bottom_axes()

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the height that all visible panes need; in width their headers give way."""
        return QSize(0, super().minimumSizeHint().height())

    def add(self, name: str, pane: Pane) -> None:
        """Add a pane at the bottom."""
        self.panes[name] = pane
        pane.setObjectName(name)
        pane.header_area.installEventFilter(self)
        self.addWidget(pane)

    def remove(self, name: str) -> None:
        """Take a pane out for good."""
        pane = self.panes.pop(name)
        pane.header_area.removeEventFilter(self)
        pane.hide()
        pane.deleteLater()  # by Qt, with all that is in it, and not piece by piece by whoever collects it

    @property
    def order(self) -> tuple[str, ...]:
        """Names of all panes from the top."""
        names = (pane.objectName() for pane in map(self.widget, range(self.count())) if pane is not None)
        return tuple(dict.fromkeys(name for name in names if name in self.panes))

    def set_order(self, names: Sequence[str]) -> None:
        """Put the panes in this order; those that are not named come last, in the order of `panes`."""
        known = [name for name in names if name in self.panes]
        wanted = [*known, *(name for name in self.panes if name not in known)]
        if tuple(wanted) != self.order:
            for index, name in enumerate(wanted):
                self.insertWidget(index, self.panes[name])
        self._label_bottom_axes()

    def move_pane(self, name: str, step: int) -> None:
        """Move a visible pane past ``step`` visible ones: down, or up where ``step`` is negative."""
        visible = list(self.visible_panes())
        at = visible.index(name)
        target = min(max(0, at + step), len(visible) - 1)
        if target == at:
            return
        sizes = dict(zip(self.order, self.sizes(), strict=True))
        self.insertWidget(self.order.index(visible[target]), self.panes[name])
        self.setSizes([sizes[moved] for moved in self.order])
        self._label_bottom_axes()
        self.arranged.emit()

    def show_panes(self, shares: Mapping[str, int]) -> None:
        """Show these panes in the order given, with heights in these shares; hide the others."""
        self._peeked = ""
        self.set_order(list(shares))
        for name, pane in self.panes.items():
            pane.setVisible(name in shares)
        self.setSizes([100 * shares.get(name, 0) for name in self.order])
        self._label_bottom_axes()

    def set_pane_visible(self, name: str, visible: bool) -> None:
        """Show or hide one pane; one that comes gets its fair share of the height."""
        self._peeked = "" if name == self._peeked else self._peeked
        if visible and self.panes[name].isHidden():
            heights = dict(zip(self.order, self.sizes(), strict=True))
            n_others = len(list(self.visible_panes()))
            heights[name] = sum(heights.values()) // max(1, n_others)  # the sum grows: all give way alike
            self.panes[name].show()
            self.setSizes([heights[pane] for pane in self.order])
        else:
            self.panes[name].setVisible(visible)
        self._label_bottom_axes()
        self.arranged.emit()

    def peek(self, name: str) -> None:
        """Show a pane, one that is hidden only until another one is looked at: the person's choice comes back then."""
        if name != self._peeked:
            self.end_peek()
            if self.panes[name].isHidden():
                self.set_pane_visible(name, True)
                self._peeked = name

    def end_peek(self) -> None:
        """Hide again what was only shown to look at one place."""
        if self._peeked in self.panes:
            self.set_pane_visible(self._peeked, False)
        self._peeked = ""

    def show_beside(self, name: str, other: str) -> None:
        """Show a pane below another one and as high; all others give way."""
        heights = {pane: 0 if self.panes[pane].isHidden() else self.panes[pane].height() for pane in self.order}
        heights[name] = heights[other]
        order = [pane for pane in self.order if pane != name]
        order.insert(order.index(other) + 1, name)
        self.set_order(order)
        self.setSizes([heights[pane] for pane in order])
        self.set_pane_visible(name, True)

    def visible_panes(self) -> Iterable[str]:
        """Return the names of the panes that are shown, from the top."""
        return [name for name in self.order if not self.panes[name].isHidden()]

    def chosen_panes(self) -> Iterable[str]:
        """Return the names of the panes that a person wants to see, from the top."""
        return [name for name in self.visible_panes() if name != self._peeked]

    def restore(self, order: Sequence[str], visible: Iterable[str], state: QByteArray) -> None:
        """Show panes as they were; ``state`` is that of `saveState`."""
        self._peeked = ""
        self.set_order(order)
        names = set(visible)
        for name, pane in self.panes.items():
            pane.setVisible(name in names)
        self.restoreState(state)
        self._label_bottom_axes()

    def describe(self, frame: int) -> list[str]:
        """Return what there is to read off at a frame: below the mouse, then in panes that are shown, then in others.

        Of several it is the lowest that comes first, and so long texts come last.
        """
        panes = (self.panes[name] for name in reversed(self.order))
        read = [pane for pane in panes if pane.reads_while_hidden or not pane.isHidden()]
        read.sort(key=lambda pane: (pane.pointed_row is None, pane.isHidden()))
        texts = [pane.describe(frame) for pane in read if pane.take is not None and pane.applies(pane.take)]
        return [text for text in texts if text]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Let headers be dragged, and open their menu."""
        pane = watched.parent()
        if isinstance(pane, Pane) and isinstance(event, QMouseEvent):
            if event.type() is QEvent.Type.MouseButtonPress and event.button() is Qt.MouseButton.LeftButton:
                self._dragged = pane
                return True
            if event.type() is QEvent.Type.MouseMove and self._dragged is pane:
                self._drag_to(pane, pane.mapTo(self, event.position().toPoint()).y())
                return True
            if event.type() is QEvent.Type.MouseButtonRelease and self._dragged is not None:
                self._dragged = None
                return True
        if isinstance(pane, Pane) and isinstance(event, QContextMenuEvent):
            self.pane_menu(pane.objectName(), self).exec(event.globalPos())
            return True
        return super().eventFilter(watched, event)

    def pane_menu(self, name: str, parent: QWidget) -> QMenu:
        """Return what can be done with a pane."""
        menu = QMenu(parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        visible = list(self.visible_panes())
        for text, step, possible in (
            (self.tr("Move up"), -1, name != visible[0]),
            (self.tr("Move down"), 1, name != visible[-1]),
        ):
            move = QAction(text, menu)
            move.setEnabled(possible)
            move.triggered.connect(lambda _=False, by=step: self.move_pane(name, by))
            menu.addAction(move)
        hide = QAction(self.tr("Hide"), menu)
        hide.triggered.connect(lambda: self.set_pane_visible(name, False))
        menu.addAction(hide)
        return menu

    def _drag_to(self, pane: Pane, y: int) -> None:
        """Move a pane while its header is dragged beyond the middle of a neighbour."""
        visible = list(self.visible_panes())
        at = visible.index(pane.objectName())
        for neighbour, step in ((at - 1, -1), (at + 1, 1)):
            if 0 <= neighbour < len(visible):
                middle = self.panes[visible[neighbour]].geometry().center().y()
                if (y < middle) if step < 0 else (y > middle):
                    self.move_pane(pane.objectName(), step)
                    return

    def _label_bottom_axes(self) -> None:
        """Write times below the lowest pane only: they are the same for all."""
        visible = list(self.visible_panes())
        for name, pane in self.panes.items():
            pane.show_times(bool(visible) and name == visible[-1])
