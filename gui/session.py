"""The window's state between two starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phonoscope.gui.layouts import LAYOUTS
from phonoscope.gui.settings.migrations import decoded, encoded
from phonoscope.gui.settings.store import SettingsStore

if TYPE_CHECKING:
    from phonoscope.gui.main_window import MainWindow


def save(window: MainWindow, store: SettingsStore) -> None:
    """Keep the state of the window."""
    store.change(
        "window",
        geometry=encoded(window.saveGeometry()),
        layout=window.layout_name,
        outer=encoded(window.outer.saveState()),
        right=encoded(window.right.saveState()),
        panes=tuple(window.live.stack.visible_panes()),
        pane_order=window.live.stack.order,
        pane_heights=encoded(window.live.stack.saveState()),
        lists_shown=not window.lists.isHidden(),
        theme=window.themes.forced,
    )
    store.change("request", model=window.panel.engine_card.model, text=window.panel.text.toPlainText())
    store.save()


def restore(window: MainWindow, store: SettingsStore) -> None:
    """Make the window as it was, or as at the first start where nothing was kept."""
    kept, request = store.settings.window, store.settings.request
    window.use_layout(kept.layout if kept.layout in LAYOUTS else "audition")
    window.panel.engine_card.set_model(request.model)
    if request.text is not None:
        window.panel.text.setPlainText(request.text)
    window.themes.force(kept.theme)
    if kept.panes is not None:
        window.live.stack.restore(kept.pane_order, kept.panes, decoded(kept.pane_heights))
        window.lists.setVisible(kept.lists_shown)
    window.outer.restoreState(decoded(kept.outer))
    window.right.restoreState(decoded(kept.right))
    window.restoreGeometry(decoded(kept.geometry))
