"""The take that the window shows: in its panes, with its alarms and its likeness, and selected in the list."""

from __future__ import annotations

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.alarms.alarms_view import AlarmsView
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.engine_worker import SpokenTake
from phonoscope.gui.first_hearing import FirstHearing
from phonoscope.gui.language.said import said
from phonoscope.gui.live.live_view import LiveView
from phonoscope.gui.playback import Playback
from phonoscope.gui.speaking import Speaking
from phonoscope.gui.sweep.sweep_queue import SweepQueue
from phonoscope.gui.takes.commands import TakeCommands
from phonoscope.gui.takes.table import TakesTable
from phonoscope.gui.voices.voices_view import VoicesView
from PySide6.QtCore import QObject, QTimer, Signal


class ShownTake(QObject):
    """Shows one take at a time, the one that is being made before all others.

    Parameters
    ----------
    store
        Where takes are kept.
    host, speaking, queue, playback
        What makes takes, and makes them heard.
    live, alarms, voices
        Where a take is shown.
    takes, commands
        Where it is selected, and what can be done with it.
    """

    changed = Signal()
    said = Signal(str)
    failed = Signal(str)

    def __init__(
        self,
        store: TakeStore,
        host: EngineHost,
        speaking: Speaking,
        queue: SweepQueue,
        playback: Playback,
        live: LiveView,
        alarms: AlarmsView,
        voices: VoicesView,
        takes: TakesTable,
        commands: TakeCommands,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._store, self._host, self._speaking, self._queue = store, host, speaking, queue
        self._playback, self._live, self._alarms, self._voices = playback, live, alarms, voices
        self._takes, self._commands = takes, commands
        self.hearing = FirstHearing(store, playback, self)
        self.hearing.failed.connect(self.failed)
        self._following = QTimer(self, singleShot=True, interval=0)  # in a turn of its own: input comes in between
        self._following.timeout.connect(self._follow)

    def choose(self, take_id: str) -> None:
        """Show a kept take, unless it is in view; not while another is being made."""
        if take_id == self._commands.shown_id:
            return
        if self._host.speaking:
            self.said.emit(self.tr("The take that is being made stays in view"))
        else:
            self.show(take_id)

    def play(self, take_id: str) -> None:
        """Show a kept take and play it from its start."""
        self.choose(take_id)
        if take_id == self._commands.shown_id:
            self._playback.play_from_start()

    def show(self, take_id: str) -> None:
        """Show a kept take as it lies in the store."""
        try:
            take = self._store.read(take_id)
        except PhonoscopeError as error:
            self.failed.emit(said(error))
            return
        self._playback.player.pause()
        self._set(take, take_id)
        self._follow()
        self.changed.emit()

    def show_again(self, take_id: str) -> None:
        """Show a take that may not be there any more, else the one that was made last; it is not played."""
        if self._takes.model.rowCount():
            self.show(self._takes.model.take(max(0, self._takes.model.row_of(take_id))).id)

    def begin(self, spoken: SpokenTake) -> None:
        """Show a take that is being made, and let it be heard."""
        self._set(spoken.take, spoken.id, spoken.expected_s)
        if not self._queue.running:
            self._speaking.play_started(spoken)
            self.hearing.begin(spoken)

    def keep(self, summary: TakeSummary) -> None:
        """List a take, or what is new about it; the one that has just begun is selected, outside of a sweep."""
        is_new = self._takes.list_take(summary)
        if is_new and summary.id == self._commands.shown_id and not self._queue.running:
            self._following.start()
        if summary.stop_reason != StopReason.NONE.value:  # nothing comes after it that could wait
            if self._following.isActive():
                self._follow()
            self._takes.show_figures(summary.id)

    def _follow(self) -> None:
        """Select the take that is shown."""
        self._following.stop()
        self._takes.follow(self._commands.shown_id)

    def _set(self, take: TakeView, take_id: str, expected_s: float = 0.0) -> None:
        self._following.stop()  # it was another take
        self._commands.shown_id = take_id
        self._live.set_take(take, expected_s)
        self.hearing.show(take_id)
        self._alarms.set_take(take, take_id)
        self._voices.set_take(take, take_id)
