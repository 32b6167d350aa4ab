"""Where the keyboard goes: to the text, to a view, to a list."""

from __future__ import annotations

from collections.abc import Mapping

from phonoscope.gui.tab_area import TabArea
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget


class Navigation(QObject):
    """What the actions do that go somewhere.

    Parameters
    ----------
    text
        What is to be spoken.
    views, lists
        The pages.
    widgets
        Which widget of a page the keyboard is for, by the key of the page.
    window
        Their window.
    """

    def __init__(
        self, text: QWidget, views: TabArea, lists: TabArea, widgets: Mapping[str, QWidget], window: QWidget
    ) -> None:
        super().__init__(window)
        self._text, self._views, self._lists, self._widgets = text, views, lists, widgets

    def go_to_text(self) -> None:
        """Go on writing."""
        self._text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def go_to_take(self) -> None:
        """Show the take."""
        self._go(self._views, "take")

    def go_to_compare(self) -> None:
        """Show the comparison of two takes."""
        self._go(self._views, "compare")

    def go_to_sweep(self) -> None:
        """Show the sweep."""
        self._go(self._views, "sweep")

    def go_to_voices(self) -> None:
        """Show the library of voices."""
        self._go(self._views, "voices")

    def go_to_parity(self) -> None:
        """Show the comparison with recorded activations."""
        self._go(self._views, "parity")

    def go_to_takes(self) -> None:
        """Go to the list of takes."""
        self._go(self._lists, "takes")

    def go_to_alarms(self) -> None:
        """Go to the alarms of the take."""
        self._go(self._lists, "alarms")

    def _go(self, area: TabArea, key: str) -> None:
        area.go_to(key, self._widgets.get(key))
