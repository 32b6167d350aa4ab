"""The window's state between two starts: kept every few seconds, so that a crash costs little, and at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.families import FAMILIES, family
from phonoscope.gui.language.said import said
from phonoscope.gui.layouts import LAYOUTS
from phonoscope.gui.settings.migrations import decoded, encoded
from phonoscope.gui.settings.sections import HeatMapSetting, PinSetting
from phonoscope.gui.settings.store import SettingsStore
from PySide6.QtCore import QObject, QSize, QTimer, Signal

if TYPE_CHECKING:
    from phonoscope.gui.main_window import MainWindow


_AUTOSAVE_MS = 5000
_FIRST_SIZE, _FIRST_SHARE = QSize(1600, 1000), 0.92  # most of the screen, and not all of a large one


class Session(QObject):
    """Restores the window's state and keeps it from then on.

    Parameters
    ----------
    window
        The window.
    store
        Where its state is kept.
    """

    failed = Signal(str)

    def __init__(self, window: MainWindow, store: SettingsStore) -> None:
        super().__init__(window)
        self._window = window
        self._store = store
        self._said = False
        self._kept = store.settings.window
        restore(window, store)
        window.takes.listing.completed.connect(self._show_takes)
        self._timer = QTimer(self)
        self._timer.setInterval(_AUTOSAVE_MS)
        self._timer.timeout.connect(self.save)
        self._timer.start()

    def save(self) -> None:
        """Keep the state of the window; that it cannot be written is said once."""
        try:
            save(self._window, self._store)
        except PhonoscopeError as error:
            if not self._said:
                self._said = True
                self.failed.emit(said(error))

    def close(self) -> None:
        """Keep the state a last time."""
        self._timer.stop()
        self.save()

    def _show_takes(self) -> None:
        """Show what was in view, now that the takes are listed; not instead of what is in view by now."""
        if not self._window.inspection.reference_id:
            self._window.inspection.set_reference_again(self._kept.reference)
        if self._window.live.take is None:
            self._window.shown.show_again(self._kept.take)


def save(window: MainWindow, store: SettingsStore) -> None:
    """Keep the state of the window."""
    before = store.settings.window
    store.change(
        "window",
        geometry=encoded(window.saveGeometry()),
        layout=window.layout_commands.layout_name,
        outer=encoded(window.outer.saveState()),
        right=encoded(window.right.saveState()),
        panes=tuple(window.live.stack.chosen_panes()),
        pane_order=window.live.stack.order,
        family=window.live.family,
        pane_heights=encoded(window.live.stack.saveState()),
        lists_shown=not window.lists.isHidden(),
        view=window.views.page,
        list_page=window.lists.page,
        take=window.take_commands.shown_id or before.take,  # none is shown before the takes are listed
        reference=window.inspection.reference_id or before.reference,
        heat_maps=tuple(HeatMapSetting(name, *pane.choices) for name, pane in window.live.groups.items()),
        pins=tuple(PinSetting(group.name, layer) for group, layer in window.live.pinned.pins),
        theme=window.themes.forced,
    )
    store.replace(request=window.panel.state(window.sweep.queue.loaded))
    store.save()


def restore(window: MainWindow, store: SettingsStore) -> None:
    """Make the window as it was, or as at the first start where nothing was kept."""
    kept = store.settings.window
    if not kept.geometry:
        room = window.screen().availableSize()
        window.resize(room.boundedTo(_FIRST_SIZE) * _FIRST_SHARE)
    window.layout_commands.use_layout(kept.layout if kept.layout in LAYOUTS else "audition")
    if kept.family in FAMILIES:
        window.live.set_family(family(kept.family))  # which decides what panes there are
    window.panel.restore(store.settings.request)
    window.themes.force(kept.theme)
    for heat_map in kept.heat_maps:
        if (pane := window.live.groups.get(heat_map.group)) is not None:
            pane.choose(heat_map.metric, heat_map.scale)
    window.live.set_pins((pin.group, pin.layer) for pin in kept.pins)
    if kept.panes is not None:
        window.live.stack.restore(kept.pane_order, kept.panes, decoded(kept.pane_heights))
        window.lists.setVisible(kept.lists_shown)
    window.outer.restoreState(decoded(kept.outer))
    window.right.restoreState(decoded(kept.right))
    window.restoreGeometry(decoded(kept.geometry))
    window.views.show_page(kept.view)
    window.lists.show_page(kept.list_page)
