"""A choice in the header of a pane."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QComboBox


def small_choice(name: str, entries: Mapping[Any, str]) -> QComboBox:
    """Return a box to choose one of ``entries`` with: texts by their keys, which are kept as texts."""
    choice = QComboBox()
    choice.setObjectName("small")
    choice.setAccessibleName(name)
    choice.setToolTip(name)
    for key, text in entries.items():
        choice.addItem(text, str(key))
    return choice
