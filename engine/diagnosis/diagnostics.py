"""Everything about this installation that helps to find out why the program failed."""

from __future__ import annotations

import json
import platform
import sys
import zipfile
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from phonoscope.engine.models.atomic_file import replacing

_PACKAGES = ("phonoscope", "numpy", "libggml-python", "PySide6-Essentials", "pyqtgraph", "sounddevice", "soundfile")


def environment() -> dict[str, str]:
    """Return versions and machine."""
    found = {name: _version(name) for name in _PACKAGES}
    return {
        **found,
        "python": sys.version,
        "system": platform.platform(),
        "machine": platform.machine(),
    }


def write_diagnostics(path: Path, texts: Mapping[str, str]) -> None:
    """Write a ZIP file of ``texts`` by file name, with versions and machine beside them, whole or not at all.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    with replacing(path) as temporary, zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("environment.json", json.dumps(environment(), indent=1))
        for name, text in texts.items():
            archive.writestr(name, text)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
