"""What the actions of the Help menu do: the list of keys, and the file to send."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.gui.diagnostics import ask_for_diagnostics_file, save_diagnostics
from phonoscope.gui.language.said import said
from phonoscope.gui.shortcuts_dialog import ShortcutsDialog
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget


class HelpCommands(QObject):
    """Help.

    Parameters
    ----------
    window
        Where dialogs open.
    """

    said = Signal(str)  # for the status bar
    failed = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self.actions_by_name: Mapping[str, QAction] = {}  # whose keys are listed

    def show_shortcuts(self) -> None:
        """List all keys."""
        ShortcutsDialog(self.actions_by_name, self._window).open()

    def save_diagnostics(self) -> None:
        """Let the person choose where the diagnostics go, and write them."""
        if (path := ask_for_diagnostics_file(self._window)) is not None:
            self.save_diagnostics_to(path)

    def save_diagnostics_to(self, path: Path) -> None:
        """Write the diagnostics."""
        try:
            save_diagnostics(path)
        except PhonoscopeError as error:
            self.failed.emit(said(error))
        else:
            self.said.emit(self.tr("Written: {path}").format(path=path))
