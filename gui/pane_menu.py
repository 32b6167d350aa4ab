"""The menu that shows and hides panes."""

from __future__ import annotations

from phonoscope.gui.live.live_view import LiveView
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget


class PaneMenu(QMenu):
    """One entry for each pane of the take, and one for the lists below it; ticks are set whenever it opens.

    Parameters
    ----------
    live
        Whose panes.
    lists
        What lies below the take.
    parent
        The window.
    """

    def __init__(self, live: LiveView, lists: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Panes"))
        self._live = live
        self._lists = lists
        self._entries = {name: self.addAction(pane.accessibleName()) for name, pane in live.panes.items()}
        self.addSeparator()
        self._lists_entry = self.addAction(self.tr("Lists below"))
        for entry in (*self._entries.values(), self._lists_entry):
            entry.setCheckable(True)
        self.triggered.connect(self._show_or_hide)
        self.aboutToShow.connect(self.tick)

    def tick(self) -> None:
        """Tick what is shown."""
        visible = set(self._live.stack.visible_panes())
        for name, entry in self._entries.items():
            entry.setChecked(name in visible)
        self._lists_entry.setChecked(not self._lists.isHidden())

    def _show_or_hide(self, entry: QAction) -> None:
        if entry is self._lists_entry:
            self._lists.setVisible(entry.isChecked())
        for name, own in self._entries.items():
            if own is entry:
                self._live.stack.set_pane_visible(name, entry.isChecked())
