"""The menus of the window: its actions, the menus of layouts and panes, and those of takes and voices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phonoscope.gui.actions import add_actions
from phonoscope.gui.settings.store import SettingsStore
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from phonoscope.gui.main_window import MainWindow

_TAKE_MENU = ("rerun", "rerun_new_seed", "copy_command", "export_take", "compare_takes", "bin_takes", "restore_takes")
_VOICE_MENU = (
    "hear_voice",
    "describe_voices",
    "duplicate_voices",
    "remake_voice",
    "shift_voice",
    "add_voices",
    "export_voice",
    "undo_voices",
)


def make_menus(window: MainWindow, settings: SettingsStore) -> dict[str, QAction]:
    """Make the menu bar of the window and the menus of its lists; return the actions by name."""
    handlers = (
        window.files,
        window.speaking,
        window.playback,
        window.take_commands,
        window.view_commands,
        window.layout_commands,
        window.inspection,
        window.user_layouts,
        window.navigation,
        window.help_commands,
        window.compare,
        window.compare.takes,
        window.sweep,
        window.alarms,
        window.parity,
        window.voices.commands,
    )
    actions = add_actions(window, *handlers)
    window.view_commands.use_actions(actions)
    window.view_commands.menus = (window.user_layouts, window.pane_menu)
    window.help_commands.actions_by_name = actions
    marks = actions["toggle_synthetic_mark"]
    marks.setCheckable(True)
    marks.setChecked(settings.settings.takes.marks_synthetic)
    for own, name in ((window.user_layouts, "keep_layout"), (window.pane_menu, "show_everything")):
        for menu in actions[name].associatedObjects():
            if isinstance(menu, QMenu):
                menu.insertMenu(actions[name], own)
    window.takes.add_actions([actions[name] for name in _TAKE_MENU])
    window.voices.add_actions([actions[name] for name in _VOICE_MENU])
    return actions
