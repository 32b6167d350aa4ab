"""Layouts that people make themselves and give names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phonoscope.gui.plain_text import plain_menu_text
from phonoscope.gui.settings.migrations import decoded, encoded
from phonoscope.gui.settings.sections import LayoutSetting
from phonoscope.gui.settings.store import SettingsStore
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QInputDialog, QMenu

if TYPE_CHECKING:
    from phonoscope.gui.main_window import MainWindow


class UserLayouts(QMenu):
    """A menu of the person's layouts: to use one, to keep the present one, to delete one.

    Parameters
    ----------
    window
        What is laid out.
    settings
        Where layouts are kept.
    """

    def __init__(self, window: MainWindow, settings: SettingsStore) -> None:
        super().__init__(window)
        self.setTitle(self.tr("My layouts"))
        self._window = window
        self._settings = settings
        self.aboutToShow.connect(self.list_layouts)
        self.list_layouts()

    @property
    def names(self) -> list[str]:
        """What there is."""
        return [layout.name for layout in self._settings.settings.layouts]

    def list_layouts(self) -> None:
        """Bring the menu up to date."""
        self.clear()
        for name in self.names:
            use = QAction(plain_menu_text(name), self)
            use.triggered.connect(lambda _=False, chosen=name: self.use(chosen))
            self.addAction(use)
        if not self.names:
            none = self.addAction(self.tr("None yet: arrange the window and keep it"))
            none.setEnabled(False)

    def keep_layout(self) -> None:
        """Ask for a name and keep the present layout under it."""
        name, given = QInputDialog.getText(self._window, self.tr("Keep this layout"), self.tr("Name"))
        if given and name.strip():
            self.keep(name.strip())

    def delete_layout(self) -> None:
        """Ask which layout is to be forgotten."""
        if self.names:
            name, given = QInputDialog.getItem(
                self._window, self.tr("Delete a layout"), self.tr("Layout"), self.names, 0, False
            )
            if given:
                self.forget(name)

    def keep(self, name: str) -> None:
        """Keep the present layout; one of the same name is replaced."""
        window = self._window
        made = LayoutSetting(
            name=name,
            pane_order=window.live.stack.order,
            panes=tuple(window.live.stack.chosen_panes()),
            pane_heights=encoded(window.live.stack.saveState()),
            outer=encoded(window.outer.saveState()),
            right=encoded(window.right.saveState()),
            view=window.views.page,
            list_page=window.lists.page,
            lists_shown=not window.lists.isHidden(),
        )
        others = [layout for layout in self._settings.settings.layouts if layout.name != name]
        self._settings.replace(layouts=(*others, made))
        self.list_layouts()

    def use(self, name: str) -> None:
        """Lay the window out as one of these says."""
        layout = next(layout for layout in self._settings.settings.layouts if layout.name == name)
        window = self._window
        window.live.stack.restore(layout.pane_order, layout.panes, decoded(layout.pane_heights))
        window.lists.setVisible(layout.lists_shown)
        window.views.show_page(layout.view)
        window.lists.show_page(layout.list_page)
        window.outer.restoreState(decoded(layout.outer))
        window.right.restoreState(decoded(layout.right))

    def forget(self, name: str) -> None:
        """Delete one of these."""
        self._settings.replace(layouts=tuple(kept for kept in self._settings.settings.layouts if kept.name != name))
        self.list_layouts()
