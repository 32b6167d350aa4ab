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
        self.triggered.connect(self._show_or_hide)
        self.aboutToShow.connect(self.tick)
        self.tick()

    def tick(self) -> None:
        """List the panes that there are, and tick what is shown."""
        self.clear()
        visible = set(self._live.stack.visible_panes())
        for name in self._live.stack.order:
            self._add(self._live.panes[name].accessibleName(), name, name in visible)
        self.addSeparator()
        self._add(self.tr("Lists below"), "", not self._lists.isHidden())

    def _add(self, text: str, pane: str, shown: bool) -> None:
        entry = self.addAction(text)
        entry.setCheckable(True)
        entry.setChecked(shown)
        entry.setData(pane)

    def _show_or_hide(self, entry: QAction) -> None:
        pane, shown = entry.data(), entry.isChecked()
        if not pane:
            self._lists.setVisible(shown)
        elif shown:
            self._live.reveal(pane)
        else:
            self._live.stack.set_pane_visible(pane, False)
