"""Several pages in one place, each under a tab."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QTabWidget, QWidget

_LEAST_HEIGHT_PX = 190


class TabArea(QTabWidget):
    """Pages by name; the tabs can be dragged into another order.

    Parameters
    ----------
    name
        What screen readers call it.
    pages
        Title and widget of each page by its key.
    """

    def __init__(self, name: str, pages: Mapping[str, tuple[str, QWidget]]) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setDocumentMode(True)
        self.setMovable(True)
        self.tabBar().setDrawBase(False)
        self._pages = {key: page for key, (_, page) in pages.items()}
        for title, page in pages.values():
            self.addTab(page, title)

    def minimumSizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        """Return the width that the widest page needs, and a height in which the highest can be scrolled."""
        return QSize(super().minimumSizeHint().width(), _LEAST_HEIGHT_PX)

    @property
    def page(self) -> str:
        """Key of the page that is shown."""
        current = self.currentWidget()
        return next(key for key, page in self._pages.items() if page is current)

    def show_page(self, key: str) -> None:
        """Show a page; nothing happens when there is none of this name."""
        if key in self._pages:
            self.setCurrentWidget(self._pages[key])

    def go_to(self, key: str, widget: QWidget | None) -> None:
        """Show a page and give one of its widgets the keyboard; the tabs while that cannot be used."""
        self.show()
        self.show_page(key)
        usable = widget is not None and widget.isVisible() and widget.isEnabled()
        (widget if widget is not None and usable else self.tabBar()).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def set_title(self, key: str, title: str) -> None:
        """Write something else on the tab of a page."""
        self.setTabText(self.indexOf(self._pages[key]), title)
