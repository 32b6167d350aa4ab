"""The voices page: the library on the left; map, mixing, comparison and one voice in detail on the right."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from phonoscope.engine.audio.recording_length import USUAL_LENGTH
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.view import TakeView
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.library import VectorTable, VoiceLibrary
from phonoscope.engine.voices.making import cosines
from phonoscope.engine.voices.projection import voice_map
from phonoscope.gui.background import Background
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.file_dialogs import FileDialogs
from phonoscope.gui.language.said import said
from phonoscope.gui.local_files import local_files
from phonoscope.gui.plain_text import plain_label
from phonoscope.gui.tab_area import TabArea
from phonoscope.gui.theme import Theme
from phonoscope.gui.voices.blend_panel import BlendPanel
from phonoscope.gui.voices.card_text import answers_to
from phonoscope.gui.voices.commands import VoiceCommands
from phonoscope.gui.voices.cosine_matrix import CosineMatrix
from phonoscope.gui.voices.inspector import VoiceInspector
from phonoscope.gui.voices.likeness_plot import LikenessPlot
from phonoscope.gui.voices.path_speaker import PathSpeaker
from phonoscope.gui.voices.take_judge import TakeJudge
from phonoscope.gui.voices.voice_map import VoiceMap
from phonoscope.gui.voices.voice_table import VoicesModel, VoiceTable
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QSplitter, QVBoxLayout, QWidget


class VoicesView(QWidget):
    """Everything about voices.

    Parameters
    ----------
    library
        The voices.
    store
        Where takes are kept, and their likeness with them.
    host
        Speaks, and lends its encoders.
    dialogs
        Ask for files.
    theme
        The first colours.
    """

    voice_chosen = Signal(str)  # name or blend, to speak with from now on
    speak_requested = Signal()
    library_changed = Signal()
    files_dropped = Signal(list)  # of paths
    failed = Signal(str)

    def __init__(
        self, library: VoiceLibrary, store: TakeStore, host: EngineHost, dialogs: FileDialogs, theme: Theme
    ) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.library = library
        self._host = host
        self._mapping = Background(self, "phonoscope-voice-map")
        self._mapped_width = 0
        self.model = VoicesModel(library, self)
        self.table = VoiceTable(self.model)
        self.path_speaker = PathSpeaker(host, self)  # hears of an end first: what it speaks next is judged instead
        self.commands = VoiceCommands(library, self.table, host, dialogs, self)
        self.judge = TakeJudge(store, host, self)
        self.map = VoiceMap(theme)
        self.blend = BlendPanel()
        self.matrix = CosineMatrix(theme)
        self.inspector = VoiceInspector(theme)
        self.likeness = LikenessPlot(theme)
        self.pages = TabArea(
            self.tr("Views of voices"),
            {
                "map": (self.tr("Map"), self.map),
                "blend": (self.tr("Blend"), self.blend),
                "inspector": (self.tr("Inspector"), self.inspector),
                "matrix": (self.tr("Cosines"), self.matrix),
                "likeness": (self.tr("Likeness of the take"), self.likeness),
            },
        )
        self.entries: Sequence[VoiceEntry] = ()  # what can be read of the library; see `reload`
        self.problem = ""  # why that is not all
        self._arrange()
        self._connect()

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        for part in (self.map, self.matrix, self.inspector, self.likeness):
            part.set_theme(theme)

    def add_actions(self, actions: Sequence[QAction]) -> None:
        """Offer actions of the window in the menu of the list's right mouse button."""
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.table.addActions(list(actions))

    def reload(self) -> None:
        """Read the library, at first and after a change of it."""
        self.entries, problem = self.library.readable_entries()
        self.problem = said(problem) if problem is not None else ""
        if self.problem:
            self.status.setText(self.problem)
            self.failed.emit(self.problem)
        self.list_voices()
        self._draw_map()
        self.library_changed.emit()

    def list_voices(self) -> None:
        """List what is searched for, or the bin."""
        kept = {entry.id for entry in self.table.selected()}
        self.commands.shows_bin = self.bin_button.isChecked()
        if self.commands.shows_bin:
            self.model.show([] if self.problem else self.library.store.entries(binned=True))
        else:
            self.model.show([entry for entry in self.entries if answers_to(entry, self.search.text())])
        for voice_id in kept:
            self.table.select(voice_id)
        self.remove.setText(self.tr("Restore") if self.commands.shows_bin else self.tr("Bin"))

    def set_take(self, take: TakeView | None, take_id: str = "") -> None:
        """Judge another take, once it has ended; ``take_id`` is how it is kept."""
        self.judge.set_take(take, take_id)

    def import_files(self, paths: Sequence[Path]) -> None:
        """Take files into the library, after the question whose voices they are."""
        self.commands.imports.ask(paths)

    def close_workers(self) -> None:
        """Wait for what is being computed, and let go of the take."""
        for worker in (self.commands, self._mapping, self.judge):
            worker.close()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Take files."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Hand on the files dropped: what is no voice has its place elsewhere in the window."""
        event.acceptProposedAction()
        self.files_dropped.emit(local_files(event.mimeData()))

    def _arrange(self) -> None:
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search name, tags, folder, language"))
        self.search.setAccessibleName(self.tr("Search the library"))
        self.search.setClearButtonEnabled(True)
        self.bin_button = QPushButton(self.tr("Show bin"))
        self.bin_button.setCheckable(True)
        self._hint = ""
        self.status = plain_label()
        self._show_hint()
        self.status.setObjectName("muted")
        self.remove = QPushButton()
        self.remove.clicked.connect(self.commands.bin_or_restore)
        self.hear = QPushButton(self.tr("Hear"))
        self.hear.setToolTip(self.tr("Play the preview of the selected voice; it is spoken where there is none"))
        self.hear.clicked.connect(self.commands.hear_voice)
        self.load, save = QPushButton(self.tr("Import…")), QPushButton(self.tr("Export…"))
        self.load.clicked.connect(self.commands.import_voices)
        self.stop_import = QPushButton(self.tr("Stop import"))
        self.stop_import.clicked.connect(self.commands.imports.stop)
        self.stop_import.hide()
        self.commands.imports.busy_changed.connect(self.stop_import.setVisible)
        self.commands.imports.busy_changed.connect(self.load.setHidden)
        save.clicked.connect(self.commands.export_voice)
        row = QHBoxLayout()
        for button in (self.hear, self.load, self.stop_import, save, self.remove):
            button.setObjectName("small")
            row.addWidget(button)
        top = QHBoxLayout()
        top.addWidget(self.search, 1)
        top.addWidget(self.bin_button)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(6, 4, 6, 4)
        column.setSpacing(4)
        column.addLayout(top)
        column.addWidget(self.table, 1)
        column.addLayout(row)
        column.addWidget(self.status)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(self.pages)
        splitter.setSizes([470, 470])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(splitter)

    def _connect(self) -> None:
        commands, table = self.commands, self.table
        self.search.textChanged.connect(self.list_voices)
        self.bin_button.toggled.connect(self.list_voices)
        self.model.changed.connect(self.reload)
        self.model.failed.connect(self.failed)
        table.selectionModel().selectionChanged.connect(self._show_selection)
        table.doubleClicked.connect(self._speak_with_selected)
        table.speak_requested.connect(self._speak_with_selected)
        table.hear_requested.connect(commands.hear_voice)
        table.bin_requested.connect(commands.bin_or_restore)
        self.map.picked.connect(self.path_speaker.pick)
        self.map.chosen.connect(self._hear_from_map)
        self.matrix.chosen.connect(table.select)
        self.blend.hear_requested.connect(self.path_speaker.pick)
        self.blend.keep_requested.connect(commands.keep_blend)
        self.blend.balance_requested.connect(commands.balance_blend)
        commands.balanced.connect(self.blend.show_heard)
        self._host.changed.connect(self._show_host)
        commands.imported.connect(self._list_all)
        commands.changed.connect(self.reload)
        commands.made.connect(self._select_made)
        commands.said.connect(self.status.setText)
        self._host.changed.connect(self._show_hint)
        commands.failed.connect(self.failed)
        self.path_speaker.speak_requested.connect(self._speak_with)
        self.judge.judged.connect(self.likeness.show_likeness)
        self.judge.failed.connect(self.failed)

    def _list_all(self) -> None:
        """List what is new: neither a search nor the bin may hide it."""
        self.search.clear()
        self.bin_button.setChecked(False)

    def _select_made(self, voice_id: str) -> None:
        if self.model.row_of(voice_id) < 0:
            self._list_all()
        self.table.select(voice_id)

    def _show_host(self) -> None:
        engine = self._host.engine
        self.blend.set_ready(engine is not None and not self._host.speaking)
        if engine is not None and engine.width != self._mapped_width:
            self._draw_map()

    def _speak_with(self, voice: str) -> None:
        self.voice_chosen.emit(voice)
        self.speak_requested.emit()

    def _speak_with_selected(self) -> None:
        chosen = self.table.selected()
        if chosen:
            self.path_speaker.pick(chosen[0].name)

    def _hear_from_map(self, voice_id: str) -> None:
        entry = next(entry for entry in self.entries if entry.id == voice_id)
        self.table.select(voice_id)
        self.voice_chosen.emit(entry.name)  # also where the search has left it out of the list
        self.commands.previews.hear(entry)

    def _show_hint(self) -> None:
        """Say what can be dropped, by the model that is loaded; what became of files stands there until then."""
        engine = self._host.engine
        length = USUAL_LENGTH if engine is None else engine.declaration.recordings
        hint = self.tr("Drop voice files or recordings of up to {n:.0f} s here.").format(n=length.max_s)
        if self.status.text() == self._hint:
            self.status.setText(hint)
        self._hint = hint

    def _show_selection(self) -> None:
        chosen = self.table.selected()
        self.blend.set_voices(chosen)
        self.hear.setEnabled(len(chosen) == 1)
        self.map.mark([entry.id for entry in chosen])
        if len(chosen) == 1:
            entry = chosen[0]
            try:
                vectors = self.library.vectors(entry.width, self.entries)
                self.inspector.show_voice(entry, self.library.read(entry), vectors)
            except VoiceError as error:
                self.failed.emit(said(error))
            if not self.commands.shows_bin:
                self.voice_chosen.emit(entry.name)

    def _draw_map(self) -> None:
        entries = [entry for entry in self.entries if entry.width]
        width = self._mapped_width = self.commands.width(entries)

        def compute() -> tuple[VectorTable, Any, Any]:
            table = self.library.vectors(width, entries)
            return table, voice_map(table.vectors), cosines(table.vectors)

        self._mapping.run(compute, self._show_map)

    def _show_map(self, drawn: tuple[VectorTable, Any, Any]) -> None:
        table, positions, values = drawn
        self.map.show_voices(table.entries, positions)
        self.map.mark([entry.id for entry in self.table.selected()])
        self.matrix.show_cosines(table.entries, values)
