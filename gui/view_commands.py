"""What the actions of the view do: zoom, colours, language and the command palette."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from phonoscope.gui.command_palette import CommandPalette
from phonoscope.gui.live.time_axis import TimeAxis
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.theme import ThemeFollower
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

_THEME, _LANGUAGE = "theme_", "language_"  # how the names of their actions begin
_LANGUAGE_ACTIONS = {"system": "language_system", "en": "language_english", "fr": "language_french"}


class ViewCommands(QObject):
    """How things are shown.

    Parameters
    ----------
    axis
        What is zoomed.
    themes
        The colours.
    settings
        Where the language is kept.
    window
        Where the palette opens.
    """

    said = Signal(str)  # for the status bar

    def __init__(self, axis: TimeAxis, themes: ThemeFollower, settings: SettingsStore, window: QWidget) -> None:
        super().__init__(window)
        self._axis = axis
        self._themes = themes
        self._settings = settings
        self._window = window
        self._actions: Mapping[str, QAction] = {}
        self.menus: Sequence[QMenu] = ()  # whose entries it offers as well

    def use_actions(self, actions: Mapping[str, QAction]) -> None:
        """Offer these actions in the palette, and tick those that say how things are now."""
        self._actions = actions
        for name, action in actions.items():
            if name.startswith((_THEME, _LANGUAGE)):
                action.setCheckable(True)
        for menu in actions[f"{_THEME}system"].associatedObjects():
            if isinstance(menu, QMenu):
                menu.aboutToShow.connect(self._tick)

    def show_everything(self) -> None:
        """Zoom to the whole take."""
        self._axis.show_everything()

    def zoom_in(self) -> None:
        """Show half as much time."""
        self._axis.zoom(0.5)

    def zoom_out(self) -> None:
        """Show twice as much time."""
        self._axis.zoom(2.0)

    def theme_system(self) -> None:
        """Use the system's colours."""
        self._themes.force("system")

    def theme_light(self) -> None:
        """Use light colours."""
        self._themes.force("light")

    def theme_dark(self) -> None:
        """Use dark colours."""
        self._themes.force("dark")

    def language_system(self) -> None:
        """Speak the language of the system."""
        self._use_language("system")

    def language_english(self) -> None:
        """Speak English."""
        self._use_language("en")

    def language_french(self) -> None:
        """Speak French."""
        self._use_language("fr")

    def show_palette(self) -> None:
        """Open the command palette."""
        self._tick()
        CommandPalette(self._actions.values(), self._window, self.menus).open()

    def _tick(self) -> None:
        chosen = (f"{_THEME}{self._themes.forced}", _LANGUAGE_ACTIONS[self._settings.settings.window.language])
        for name, action in self._actions.items():
            if name.startswith((_THEME, _LANGUAGE)):
                action.setChecked(name in chosen)

    def _use_language(self, language: str) -> None:
        self._settings.change("window", language=language)
        self.said.emit(self.tr("The language changes at the next start"))
