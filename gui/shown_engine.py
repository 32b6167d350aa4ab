"""The engine that is loaded: what the parts of the window make of it, and what can be done without one."""

from __future__ import annotations

from collections.abc import Mapping

from phonoscope.engine.synthesis import Engine
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.language.said import said
from phonoscope.gui.live.live_view import LiveView
from phonoscope.gui.parity.parity_view import ParityView
from phonoscope.gui.picture_clock import PictureClock
from phonoscope.gui.request_panel.panel import RequestPanel
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.sweep.sweep_view import SweepView
from phonoscope.gui.voices.voices_view import VoicesView
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction


class ShownEngine(QObject):
    """Follows what the host says of its engine.

    Parameters
    ----------
    host
        Loads the engine, and speaks with it.
    panel, live, sweep, parity
        What takes its shape from the engine.
    voices, settings
        What may have something to say once there is time to read it.
    pictures
        Leaves the processor to the engine while that speaks.
    actions
        Those that need an engine among them.
    """

    def __init__(
        self,
        host: EngineHost,
        panel: RequestPanel,
        live: LiveView,
        sweep: SweepView,
        parity: ParityView,
        voices: VoicesView,
        settings: SettingsStore,
        pictures: PictureClock,
        actions: Mapping[str, QAction],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._host = host
        self._panel, self._live, self._sweep, self._parity = panel, live, sweep, parity
        self._voices, self._settings = voices, settings
        self._pictures, self._actions = pictures, actions
        self._shown: Engine | None = None
        host.changed.connect(self.show)
        self.show()

    def show(self) -> None:
        """Show whether there is an engine and what it does; one that is new gives the parts their shape."""
        engine, host = self._host.engine, self._host
        if engine is not self._shown:
            self._shown = engine
            if engine is not None:
                self._declare(engine)
            self._sweep.set_engine(engine)
        self._pictures.shared = host.speaking
        self._panel.show_state(engine, loading=host.loading, speaking=host.speaking)
        self._actions["eject_model"].setEnabled(engine is not None)
        self._actions["speak"].setEnabled(engine is not None and not host.speaking)

    def forget(self) -> None:
        """Let go of the engine."""
        self._shown = None

    def _declare(self, engine: Engine) -> None:
        self._panel.set_engine(engine)
        if self._host.loaded is not None:
            self._parity.suggest_model(self._host.loaded.model)
        self._panel.show_error(self._voices.problem or said(self._settings.notice))
        self._settings.notice = ""  # at the start there was no time to read it before the model was there
        if self._live.take is None:
            self._live.set_family(engine.declaration)
