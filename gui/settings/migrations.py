"""Old settings made new, one version at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from phonoscope.gui.settings.sections import VERSION
from PySide6.QtCore import QByteArray, QSettings

Plain = dict[str, Any]


def migrate(plain: Plain, version: int) -> Plain:
    """Return settings of an older ``version`` as those of `VERSION`."""
    for step in range(version, VERSION):
        plain = STEPS[step](plain)
    return plain


def read_version_1(path: Path) -> Plain:
    """Return what the INI file of version 1 holds."""
    ini = QSettings(str(path), QSettings.Format.IniFormat)
    return {key: ini.value(key) for key in ini.allKeys()}


def _from_1(old: Plain) -> Plain:
    panes = old.get("panes")
    window = {
        "geometry": encoded(old.get("geometry")),
        "theme": str(old.get("theme", "system")),
        "layout": str(old.get("layout", "audition")),
        "outer": encoded(old.get("outer")),
        "right": encoded(old.get("right")),
        "pane_heights": encoded(old.get("pane_heights")),
        "panes": [str(pane) for pane in panes] if isinstance(panes, list) else None,
        "lists_shown": str(old.get("takes_shown", "true")).lower() == "true",
    }
    return {"window": window, "request": {"text": str(old.get("text", "")), "model": str(old.get("model", ""))}}


STEPS: Mapping[int, Callable[[Plain], Plain]] = {1: _from_1}


def encoded(state: object) -> str:
    """Return a state of Qt in base64; empty for anything else."""
    return bytes(state.toBase64().data()).decode() if isinstance(state, QByteArray) else ""


def decoded(text: str) -> QByteArray:
    """Return what `encoded` was given; what is damaged gives a state that Qt ignores."""
    return QByteArray.fromBase64(text.encode("ascii", "ignore"))
