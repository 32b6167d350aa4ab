"""Dialogs that ask for files, each kind of them where one was chosen last."""

from __future__ import annotations

from pathlib import Path

from phonoscope.gui.settings.store import SettingsStore
from PySide6.QtWidgets import QFileDialog, QWidget


def file_to_write(parent: QWidget | None, title: str, proposed: Path, filters: str) -> Path | None:
    """Let a person choose where a file goes; one that is named without a suffix gets that of ``proposed``."""
    dialog = QFileDialog(parent, title, str(proposed.parent), filters)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(proposed.suffix)
    dialog.selectFile(proposed.name)
    accepted = dialog.exec()
    chosen = dialog.selectedFiles()
    dialog.deleteLater()
    return Path(chosen[0]) if accepted and chosen else None


class FileDialogs:
    """Asks for files and remembers their folders, also until the next start.

    Every method takes a ``kind``, a field of `FolderSettings`, and ``filters`` as `QFileDialog` has them.

    Parameters
    ----------
    settings
        Where the folders are kept.
    """

    def __init__(self, settings: SettingsStore) -> None:
        self._settings = settings

    def one_to_read(self, parent: QWidget | None, kind: str, title: str, filters: str) -> Path | None:
        """Let the person choose a file that is there; None when they do not."""
        name, _ = QFileDialog.getOpenFileName(parent, title, str(self._folder(kind)), filters)
        return self._remembered(kind, name)

    def several_to_read(self, parent: QWidget | None, kind: str, title: str, filters: str) -> list[Path]:
        """Let the person choose files that are there."""
        names, _ = QFileDialog.getOpenFileNames(parent, title, str(self._folder(kind)), filters)
        return [path for name in names if (path := self._remembered(kind, name)) is not None]

    def one_to_write(self, parent: QWidget | None, kind: str, title: str, filters: str, name: str) -> Path | None:
        """Let the person choose where a file goes, which is called ``name`` unless they change that."""
        chosen = file_to_write(parent, title, self._folder(kind) / name, filters)
        return self._remembered(kind, str(chosen or ""))

    def _folder(self, kind: str) -> Path:
        """Return the folder of the last choice; the person's own at first, and where that one is gone."""
        folder = Path(getattr(self._settings.settings.folders, kind))
        return folder if folder.is_absolute() and folder.is_dir() else Path.home()

    def _remembered(self, kind: str, name: str) -> Path | None:
        if not name:
            return None
        path = Path(name)
        self._settings.change("folders", **{kind: str(path.parent)})
        return path
