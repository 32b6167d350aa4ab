"""Where the keyboard goes when a button must no longer be pressed."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget


def set_enabled(states: Mapping[QWidget, bool]) -> None:
    """Enable and disable widgets that take turns.

    The focus of one that is disabled goes to the first that is enabled: from Speak to Stop. Qt alone would pass it on
    to whatever comes next in the window, such as a field that the next key is written into.
    """
    lost = any(widget.hasFocus() and not enabled for widget, enabled in states.items())
    for widget, enabled in states.items():
        if enabled:
            widget.setEnabled(True)
    if lost:
        for widget in [widget for widget, enabled in states.items() if enabled][:1]:
            widget.setFocus()
    for widget, enabled in states.items():
        if not enabled:
            widget.setEnabled(False)
