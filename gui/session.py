"""The window's state between two starts: versioned, and ignored as a whole when it cannot be understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phonoscope.gui.layouts import LAYOUTS
from PySide6.QtCore import QByteArray, QSettings

if TYPE_CHECKING:
    from phonoscope.gui.main_window import MainWindow

_VERSION = 1


def save(window: MainWindow, settings: QSettings) -> None:
    """Keep the state of the window."""
    values = {
        "version": _VERSION,
        "geometry": window.saveGeometry(),
        "layout": window.layout_name,
        "outer": window.outer.saveState(),
        "right": window.right.saveState(),
        "panes": list(window.live.visible_panes()),
        "pane_heights": window.live.state(),
        "takes_shown": not window.takes.isHidden(),
        "theme": window.themes.forced,
        "model": window.panel.engine_card.model,
        "text": window.panel.text.toPlainText(),
    }
    for key, value in values.items():
        settings.setValue(key, value)
    settings.sync()


def restore(window: MainWindow, settings: QSettings) -> None:
    """Make the window as it was; as at the first start where nothing was kept, or by another version."""
    name = settings.value("layout")
    known = settings.value("version", 0, int) == _VERSION and name in LAYOUTS
    window.use_layout(name if known else "audition")
    if not known:
        return
    window.panel.engine_card.set_model(str(settings.value("model", "")))
    window.panel.text.setPlainText(str(settings.value("text", "")))
    window.themes.force(str(settings.value("theme", "system")))
    visible = settings.value("panes", [], list)
    names = [str(pane) for pane in visible] if isinstance(visible, list) else []
    window.live.restore(names, _bytes(settings, "pane_heights"))
    window.takes.setVisible(bool(settings.value("takes_shown", True, bool)))
    window.outer.restoreState(_bytes(settings, "outer"))
    window.right.restoreState(_bytes(settings, "right"))
    window.restoreGeometry(_bytes(settings, "geometry"))


def _bytes(settings: QSettings, key: str) -> QByteArray:
    value = settings.value(key)
    return value if isinstance(value, QByteArray) else QByteArray()
