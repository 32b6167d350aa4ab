"""One file to send when something is wrong: log, versions and machine."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from phonoscope.engine.diagnosis.diagnostics import write_diagnostics
from phonoscope.gui.file_dialogs import file_to_write
from phonoscope.gui.session_log import session_log
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

translate = QCoreApplication.translate


def ask_for_diagnostics_file(parent: QWidget) -> Path | None:
    """Let the person choose where the file goes; None when they would rather not."""
    return file_to_write(
        parent,
        translate("Diagnostics", "Save diagnostics"),
        Path.home() / "phonoscope-diagnostics.zip",
        translate("Diagnostics", "Bundles (*.zip)"),
    )


def save_diagnostics(path: Path, texts: Mapping[str, str] | None = None) -> None:
    """Write what has been reported since the start, versions and machine, and ``texts`` by file name.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    write_diagnostics(path, {"log.txt": session_log().text(), **(texts or {})})
