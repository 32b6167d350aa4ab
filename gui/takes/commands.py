"""What the actions of takes do."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from phonoscope.engine.command_line import command_line
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.gui.language.said import said
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.takes.export_dialog import ExportDialog
from phonoscope.gui.takes.table import TakesTable
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget


class TakeCommands(QObject):
    """Bin, undo, export and command line of the selected takes, or of the one that is shown.

    Parameters
    ----------
    store
        Where takes are kept.
    table
        Where they are selected.
    settings
        Of the export.
    window
        Where dialogs open.
    """

    said = Signal(str)  # for the status bar
    continued = Signal(object)  # StoredTake that another is to go on from

    def __init__(self, store: TakeStore, table: TakesTable, settings: SettingsStore, window: QWidget) -> None:
        super().__init__(window)
        self._store = store
        self._table = table
        self._settings = settings
        self._window = window
        self.shown_id = ""  # of the take that the panes show
        self.dialog: ExportDialog | None = None

    def undo(self) -> None:
        """Undo the last change to takes."""
        self._table.details.keep()
        stack = self._table.changes.stack
        if stack.canUndo():
            text = stack.undoText()
            stack.undo()
            self.said.emit(self.tr("Undone: {what}").format(what=text))

    def redo(self) -> None:
        """Make the change again that was undone last."""
        stack = self._table.changes.stack
        if stack.canRedo():
            text = stack.redoText()
            stack.redo()
            self.said.emit(self.tr("Redone: {what}").format(what=text))

    def bin_takes(self) -> None:
        """Move the selected takes to the bin."""
        if n := self._table.bin_selected():
            self.said.emit(self.tr("%n takes moved to the bin. Ctrl+Z brings them back.", "", n))

    def restore_takes(self) -> None:
        """Take the selected takes out of the bin."""
        self._table.restore_selected()

    def empty_bin(self) -> None:
        """Remove what lies in the bin, if the person agrees."""
        self._table.ask_to_empty_bin()

    def export_take(self) -> None:
        """Export the selected takes, or the one that is shown."""
        takes = self._chosen()
        if not takes:
            self.said.emit(self.tr("There is no take to export yet."))
            return
        dialog = self.dialog = ExportDialog(self._store, takes, self._settings, self._window)
        dialog.exported.connect(self._exported)
        dialog.finished.connect(dialog.deleteLater)
        dialog.finished.connect(self._closed)
        dialog.open()

    def toggle_synthetic_mark(self) -> None:
        """Write into exported files that their sound is synthetic, or leave that out."""
        marks = not self._settings.settings.takes.marks_synthetic
        self._settings.change("takes", marks_synthetic=marks)
        self.said.emit(
            self.tr("Exported sound is marked as synthetic") if marks else self.tr("Exported sound is not marked")
        )

    def copy_command(self) -> None:
        """Copy the command that makes the same sound as the selected take, or the one that is shown."""
        for summary in self._chosen()[:1]:
            try:
                command = command_line(self._store.request(summary.id))
            except PhonoscopeError as error:
                self.said.emit(said(error))
                return
            QGuiApplication.clipboard().setText(command)
            self.said.emit(command)

    def continue_take(self) -> None:
        """Let the next take go on from the selected one, or the one that is shown."""
        for summary in self._chosen()[:1]:
            try:
                take = self._store.read(summary.id)
            except PhonoscopeError as error:
                self.said.emit(said(error))
                return
            if take.latents_file is not None:
                self.continued.emit(take)
            else:
                self.said.emit(self.tr("Nothing can go on from this take: it was not made in one piece of latents"))

    def _chosen(self) -> Sequence[TakeSummary]:
        selected = self._table.selected()
        row = self._table.model.row_of(self.shown_id)
        return selected or ([self._table.model.take(row)] if row >= 0 else [])

    def _exported(self, files: list[Path]) -> None:
        where = str(files[0]) if len(files) == 1 else str(files[0].parent) if files else ""
        self.said.emit(self.tr("%n files written: {where}", "", len(files)).format(where=where))

    def close(self) -> None:
        """Stop an export that is being written; what is written stays."""
        if self.dialog is not None:
            self.dialog.reject()

    def _closed(self) -> None:
        self.dialog = None
