"""What the menus of the window hold beside the actions, and the menus of takes and voices."""

from __future__ import annotations

from typing import TYPE_CHECKING

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


def complete_menus(window: MainWindow) -> None:
    """Add the menus of layouts and panes to that of the view, and offer what can be done with a take or a voice."""
    actions = window.actions_by_name
    for own, name in ((window.user_layouts, "keep_layout"), (window.pane_menu, "show_everything")):
        for menu in actions[name].associatedObjects():
            if isinstance(menu, QMenu):
                menu.insertMenu(actions[name], own)
    window.takes.add_actions([actions[name] for name in _TAKE_MENU])
    window.voices.add_actions([actions[name] for name in _VOICE_MENU])
