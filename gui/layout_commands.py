"""The layout of the window: what the actions that choose, reset and change it do."""

from __future__ import annotations

from phonoscope.engine.families import family
from phonoscope.gui.arranging import grow, move_pane
from phonoscope.gui.layouts import LAYOUTS, pane_shares
from phonoscope.gui.live.live_view import LiveView
from phonoscope.gui.tab_area import TabArea
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QSplitter, QWidget

_STEP_PX = 24  # of a splitter that is moved with the keyboard
_REQUEST_WIDTH_PX, _LEAST_TAKE_WIDTH_PX = 340, 600


class LayoutCommands(QObject):
    """Shares the window out among its parts.

    Parameters
    ----------
    window
        What is laid out.
    live, views, lists
        Its parts.
    outer, right
        Its splitters: between request and take, and between take and lists.

    Attributes
    ----------
    layout_name
        Key of the layout in use.
    """

    def __init__(
        self,
        window: QWidget,
        live: LiveView,
        views: TabArea,
        lists: TabArea,
        outer: QSplitter,
        right: QSplitter,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._live, self._views, self._lists = live, views, lists
        self._outer, self._right = outer, right
        self.layout_name = "audition"
        live.family_changed.connect(self._show_panes)

    def use_layout(self, name: str) -> None:
        """Use a built-in layout as it was at first."""
        layout = LAYOUTS[name]
        self.layout_name = name
        self._live.forget_arrangements()
        self._show_panes()
        self._views.show_page("take")
        self._lists.setVisible(layout.lists_share > 0)
        self._lists.show_page(layout.list_page)
        self._live.axis.set_hover(-1.0)  # another pane, or none, is where the mouse is
        width, height = self._window.width(), self._window.height()
        lists_height = height * layout.lists_share // 100
        self._right.setSizes([height - lists_height, lists_height])
        self._outer.setSizes([_REQUEST_WIDTH_PX, max(_LEAST_TAKE_WIDTH_PX, width - _REQUEST_WIDTH_PX)])

    def layout_audition(self) -> None:
        """Use the layout for listening."""
        self.use_layout("audition")

    def layout_debug(self) -> None:
        """Use the layout for looking inside."""
        self.use_layout("debug")

    def reset_layout(self) -> None:
        """Make the layout as it was at first."""
        self.use_layout(self.layout_name)

    def move_pane_up(self) -> None:
        """Move the pane that has the focus up; go to the first pane where none has."""
        self._move_pane(-1)

    def move_pane_down(self) -> None:
        """Move the pane that has the focus down; go to the first pane where none has."""
        self._move_pane(1)

    def make_taller(self) -> None:
        """Give the part that has the focus more height."""
        grow(self._window.focusWidget(), Qt.Orientation.Vertical, _STEP_PX)

    def make_lower(self) -> None:
        """Give the part that has the focus less height."""
        grow(self._window.focusWidget(), Qt.Orientation.Vertical, -_STEP_PX)

    def make_wider(self) -> None:
        """Give the part that has the focus more width."""
        grow(self._window.focusWidget(), Qt.Orientation.Horizontal, _STEP_PX)

    def make_narrower(self) -> None:
        """Give the part that has the focus less width."""
        grow(self._window.focusWidget(), Qt.Orientation.Horizontal, -_STEP_PX)

    def _show_panes(self) -> None:
        """Show the panes of the layout, as far as the family has them; the rest of the window stays as it is."""
        shares = pane_shares(LAYOUTS[self.layout_name], family(self._live.family), previews=self._live.shows_previews)
        self._live.stack.show_panes(shares)

    def _move_pane(self, step: int) -> None:
        if not move_pane(self._window.focusWidget(), step):
            self._views.show_page("take")
            for name in list(self._live.stack.visible_panes())[:1]:
                self._live.panes[name].header_area.setFocus(Qt.FocusReason.ShortcutFocusReason)
