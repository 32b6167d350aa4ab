"""The window: request on the left, the take on the right, kept takes below it."""

from __future__ import annotations

from pathlib import Path

from phonoscope.engine.audio.player import Player
from phonoscope.engine.families import FAMILIES
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.voices.library import VoiceLibrary
from phonoscope.gui.alarms.alarms_view import AlarmsView
from phonoscope.gui.background import begin_to_close
from phonoscope.gui.compare.compare_view import CompareView
from phonoscope.gui.connections import connect_parts
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.file_commands import FileCommands
from phonoscope.gui.file_dialogs import FileDialogs
from phonoscope.gui.help_commands import HelpCommands
from phonoscope.gui.inspection import Inspection
from phonoscope.gui.language.said import said
from phonoscope.gui.layout_commands import LayoutCommands
from phonoscope.gui.live.live_view import LiveView
from phonoscope.gui.local_files import keep_files_out
from phonoscope.gui.menus import make_menus
from phonoscope.gui.navigation import Navigation
from phonoscope.gui.pane_menu import PaneMenu
from phonoscope.gui.parity.parity_view import ParityView
from phonoscope.gui.picture_clock import PictureClock
from phonoscope.gui.playback import Playback
from phonoscope.gui.request_panel.panel import RequestPanel
from phonoscope.gui.session import Session
from phonoscope.gui.session_log import LOGGER
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.shown_engine import ShownEngine
from phonoscope.gui.shown_take import ShownTake
from phonoscope.gui.speaking import Speaking
from phonoscope.gui.sweep.sweep_queue import SweepQueue
from phonoscope.gui.sweep.sweep_view import SweepView
from phonoscope.gui.tab_area import TabArea
from phonoscope.gui.takes.commands import TakeCommands
from phonoscope.gui.takes.table import TakesTable
from phonoscope.gui.theme import ThemeFollower
from phonoscope.gui.transport import Transport
from phonoscope.gui.user_layouts import UserLayouts
from phonoscope.gui.view_commands import ViewCommands
from phonoscope.gui.voices.voices_view import VoicesView
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QVBoxLayout, QWidget

PAGES = ("take", "compare", "sweep", "voices", "parity")
_MESSAGE_MS = 8000  # then the status bar shows again what the mouse points at


class MainWindow(QMainWindow):
    """The workbench.

    Parameters
    ----------
    store
        Where takes are kept.
    themes
        Says when colours change.
    settings
        Where the window's state is kept between two starts.
    player
        Plays takes.
    """

    take_finished = Signal()

    def __init__(
        self, store: TakeStore, themes: ThemeFollower, settings: SettingsStore, player: Player | None = None
    ) -> None:
        super().__init__()
        self.setWindowTitle("Phonoscope")
        self.setAcceptDrops(True)
        self.themes = themes
        self._settings = settings
        family, dialogs = next(iter(FAMILIES.values())), FileDialogs(settings)
        self.player = player or Player()
        self.panel = RequestPanel(family, settings)
        self.files = FileCommands(self.panel, dialogs, self)
        self.live = LiveView(family, themes.theme)
        self.playback = Playback(self.player, self.live, settings, self)
        self.transport = Transport(self.playback)
        self.view_commands = ViewCommands(self.live.axis, themes, settings, self)
        self.takes = TakesTable(store, settings)
        self.take_commands = TakeCommands(store, self.takes, settings, self)
        self.compare = CompareView(store, self.player, themes.theme)
        self.playback.other = self.compare
        self.host = EngineHost(store, self)
        self.sweep = SweepView(SweepQueue(self.host, store, self), themes.theme)
        self.parity = ParityView(dialogs, themes.theme)
        self.voices = VoicesView(VoiceLibrary(), store, self.host, dialogs, themes.theme)
        self.views = TabArea(
            self.tr("Views"),
            {
                "take": (self.tr("Take"), self.live),
                "compare": (self.tr("Compare"), self.compare),
                "sweep": (self.tr("Sweep"), self.sweep),
                "voices": (self.tr("Voices"), self.voices),
                "parity": (self.tr("Parity"), self.parity),
            },
        )
        self.alarms = AlarmsView(store, dialogs, themes.theme)
        self.lists = TabArea(
            self.tr("Lists"),
            {"takes": (self.tr("Takes"), self.takes), "alarms": (self.tr("Alarms"), self.alarms)},
        )
        self.speaking = Speaking(self.host, self.panel, self.live, self.playback, self)
        self.shown = ShownTake(
            store,
            self.host,
            self.speaking,
            self.sweep.queue,
            self.playback,
            self.live,
            self.alarms,
            self.voices,
            self.takes,
            self.take_commands,
            self,
        )
        self._arrange()
        self.layout_commands = LayoutCommands(self, self.live, self.views, self.lists, self.outer, self.right)
        self.inspection = Inspection(
            store, self.takes, self.views, self.live, self.compare, self.sweep, self.panel, self.host, self
        )
        self.user_layouts = UserLayouts(self, settings)
        self.pane_menu = PaneMenu(self.live, self.lists, self)
        widgets = {
            "compare": self.compare.takes.a,
            "sweep": self.sweep.form.seeds,
            "voices": self.voices.table,
            "parity": self.parity.model_choice,
            "takes": self.takes.table,
            "alarms": self.alarms.table,
        }
        self.navigation = Navigation(self.panel.text, self.views, self.lists, widgets, self)
        self.help_commands = HelpCommands(self)
        self.actions_by_name = make_menus(self, settings)
        self.pictures = PictureClock(self)
        self.pictures.due.connect(self._refresh)
        self.pictures.figures_due.connect(self._refresh_figures)
        self._connect()
        self.panel.text.setPlainText(self.tr("Every sound you hear was drawn here first."))
        self.session = Session(self, settings)
        self.session.failed.connect(self._show_failure)
        self.shown_engine = ShownEngine(
            self.host,
            self.panel,
            self.live,
            self.sweep,
            self.parity,
            self.voices,
            settings,
            self.pictures,
            self.actions_by_name,
            self,
        )
        self.host.start()  # a thread: nothing may fail after it

    # What the actions do; the names are those of `actions.ACTIONS`.

    def close_window(self) -> None:
        """Quit."""
        self.close()

    def load_model(self) -> None:
        """Load the model that is written in the engine card."""
        self.panel.engine_card.load()

    def eject_model(self) -> None:
        """Give the model's memory back."""
        self.host.eject()

    # What else can be done from outside.

    def start(self) -> None:
        """Load what was in memory the last time; at the very first start the model that comes along."""
        if self._settings.settings.request.text is None:
            self.panel.text.selectAll()  # the sentence of greeting gives way to whatever is typed
        if self._settings.notice:
            self._show_failure(said(self._settings.notice))
        if self._settings.settings.request.loads_at_start and not self.host.loading:
            self.load_model()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Take files and text; not takes that are dragged out of this window."""
        if event.source() is None and self.files.takes(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Use what is dropped."""
        self.files.use_carried(event.mimeData())
        event.acceptProposedAction()

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Stop everything and keep the window's state."""
        begin_to_close(self)
        self.pictures.stop()
        self.player.pause()
        self.session.close()
        self.shown.hearing.close()
        self.host.close()
        self.panel.stop_estimating()
        self.shown_engine.forget()
        self.alarms.close_workers()
        self.take_commands.close()
        self.takes.close_workers()
        self.voices.close_workers()
        self.compare.forget()
        self.sweep.queue.close()
        self.parity.close_worker()
        self.playback.forget()
        self.live.set_reference(None)
        self.live.set_take(None)  # the last hold on the model's memory
        super().closeEvent(event)

    # How it is put together.

    def _arrange(self) -> None:
        top = QWidget()
        column = QVBoxLayout(top)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.transport)
        column.addWidget(self.views, 1)
        self.right = QSplitter(Qt.Orientation.Vertical)
        self.right.addWidget(top)
        self.right.addWidget(self.lists)
        self.outer = QSplitter(Qt.Orientation.Horizontal)
        self.outer.addWidget(self.panel)
        self.outer.addWidget(self.right)
        for splitter in (self.right, self.outer):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(5)
        self.outer.setStretchFactor(1, 1)
        self.right.setStretchFactor(0, 1)
        self.setCentralWidget(self.outer)
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.live.readout, 1)

    def _connect(self) -> None:
        connect_parts(self)
        self.host.finished.connect(self._take_ended)
        self.host.failed.connect(self._show_failure)
        self.files.failed.connect(self._show_failure)
        keep_files_out(self)
        self.files.voices_dropped.connect(self._import_voices)
        self.takes.take_opened.connect(self._open_take)
        for handler in (self.take_commands, self.view_commands, self.inspection, self.shown, self.help_commands):
            handler.said.connect(self._say)
        for failing in (self.inspection, self.shown, self.help_commands, self.takes.changes.retrying):
            failing.failed.connect(self._show_failure)
        self.shown.changed.connect(self._refresh_all)
        self.alarms.counted.connect(self._count_alarms)
        self.transport.alarm_requested.connect(self._show_worst_alarm)
        self.alarms.failed.connect(self._show_failure)
        self.alarms.wrote.connect(self._tell_written)
        self.voices.failed.connect(self._show_failure)
        self.voices.library_changed.connect(self._list_voices)
        self.themes.changed.connect(self._theme_changed)
        self.voices.reload()

    def _open_take(self, take_id: str) -> None:
        self.views.show_page("take")
        self.shown.play(take_id)

    def _take_ended(self) -> None:
        self._refresh_all()
        self.take_finished.emit()

    def _refresh_all(self) -> None:
        self._refresh()
        if self._moves:  # otherwise they are written
            self._refresh_figures()

    @property
    def _moves(self) -> bool:
        """Whether there will be something else to draw."""
        return self.host.speaking or self.player.playing

    def _refresh_figures(self) -> None:
        """Write what is new."""
        self.alarms.refresh()
        self.live.show_underruns(self.playback.underruns_s)
        self.transport.refresh(self.live.take)

    def _refresh(self) -> None:
        """Draw what is new; runs as long as a take is made or played, and not otherwise."""
        self.live.refresh(sparing=self.pictures.shared)
        self.shown.hearing.refresh()
        self.compare.refresh()
        if not self.compare.playing:
            self.live.axis.set_playhead(self.playback.position_s)
        if not self._moves:
            self._refresh_figures()
            self.pictures.stop()

    def _import_voices(self, paths: list[Path]) -> None:
        self.views.show_page("voices")
        self.voices.import_files(paths)

    def _say(self, message: str) -> None:
        self.statusBar().showMessage(message, _MESSAGE_MS)

    def _show_failure(self, message: str) -> None:
        LOGGER.warning("%s", message)
        self.panel.show_error(message)

    def _theme_changed(self) -> None:
        for part in (self.live, self.compare, self.sweep, self.parity, self.voices, self.alarms):
            part.set_theme(self.themes.theme)

    def _list_voices(self) -> None:
        self.panel.voice_picker.set_library(self.voices.entries)

    def _count_alarms(self, n_alarms: int) -> None:
        title = self.tr("Alarms")
        self.lists.set_title("alarms", f"{title} ({n_alarms})" if n_alarms else title)

    def _show_worst_alarm(self) -> None:
        self.lists.show()
        self.lists.show_page("alarms")
        self.alarms.show_worst()

    def _tell_written(self, path: str) -> None:
        self._say(self.tr("Written: {path}").format(path=path))
