"""The files that a drag or the clipboard carries."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData


def local_files(carried: QMimeData) -> list[Path]:
    """Return the carried files of this machine; others would have to be fetched."""
    return [Path(url.toLocalFile()) for url in carried.urls() if url.isLocalFile()]
