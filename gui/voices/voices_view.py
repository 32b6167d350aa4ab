"""The voices page: the library on the left; map, mixing, comparison and one voice in detail on the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from phonoscope.engine.audio.recordings import MAX_RECORDING_S
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.view import TakeView
from phonoscope.engine.voices.exporting import EXPORT_SUFFIXES, export_voice
from phonoscope.engine.voices.formula import Part, parse_sum
from phonoscope.engine.voices.importing import name_of_file
from phonoscope.engine.voices.library import VectorTable, VoiceLibrary
from phonoscope.engine.voices.making import cosines
from phonoscope.engine.voices.projection import voice_map
from phonoscope.engine.voices.store import VoiceEntry
from phonoscope.engine.voices.voice_file import StoredVoice
from phonoscope.engine.voices.workshop import Workshop
from phonoscope.gui.background import Background
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.tab_area import TabArea
from phonoscope.gui.theme import Theme
from phonoscope.gui.voices.blend_panel import BlendPanel
from phonoscope.gui.voices.cosine_matrix import CosineMatrix
from phonoscope.gui.voices.import_questions import ImportQuestions
from phonoscope.gui.voices.inspector import VoiceInspector
from phonoscope.gui.voices.likeness_plot import LikenessPlot
from phonoscope.gui.voices.making_dialogs import ShiftDialog, ask_seed, ask_sum
from phonoscope.gui.voices.path_speaker import PathSpeaker
from phonoscope.gui.voices.take_judge import TakeJudge
from phonoscope.gui.voices.voice_map import VoiceMap
from phonoscope.gui.voices.voice_table import VoicesModel, VoiceTable
from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)


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
    theme
        The first colours.
    """

    voice_chosen = Signal(str)  # name or blend, to speak with from now on
    speak_requested = Signal()
    library_changed = Signal()
    failed = Signal(str)

    def __init__(self, library: VoiceLibrary, store: TakeStore, host: EngineHost, theme: Theme) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.library = library
        self._workshop = Workshop(library)
        self._host = host
        self.imports = ImportQuestions(library, host, self)
        self._mapping = Background(self, "phonoscope-voice-map")
        self.path_speaker = PathSpeaker(host, self)  # hears of an end first: what it speaks next is judged instead
        self.judge = TakeJudge(store, host, self)
        self.model = VoicesModel(library, self)
        self.table = VoiceTable(self.model)
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
        self._arrange()
        self._connect()
        self.reload()

    def set_theme(self, theme: Theme) -> None:
        """Use other colours."""
        for part in (self.map, self.matrix, self.inspector, self.likeness):
            part.set_theme(theme)

    def selected(self) -> list[VoiceEntry]:
        """Return the voices that are selected, in the order of the list."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        return [self.model.entry(row) for row in rows]

    def select(self, voice_id: str) -> None:
        """Select one voice."""
        row = self.model.row_of(voice_id)
        if row >= 0:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.table.selectionModel().select(self.model.index(row, 0), flags)
            self.table.scrollTo(self.model.index(row, 0))

    def reload(self) -> None:
        """Read the library again, after a change of it."""
        self.list_voices()
        self._draw_map()
        self.library_changed.emit()

    def list_voices(self) -> None:
        """List what is searched for, or the bin."""
        kept = {entry.id for entry in self.selected()}
        if self.bin_button.isChecked():
            self.model.show(self.library.store.entries(binned=True))
        else:
            self.model.show(self.library.search(self.search.text()))
        for voice_id in kept:
            self.select(voice_id)
        self.remove.setText(self.tr("Restore") if self.bin_button.isChecked() else self.tr("Bin"))

    def set_take(self, take: TakeView | None, take_id: str = "") -> None:
        """Judge another take, once it has ended; ``take_id`` is how it is kept."""
        self.judge.set_take(take, take_id)

    def import_files(self, paths: Sequence[Path]) -> None:
        """Take files into the library, after the question whose voices they are."""
        self.imports.ask(paths)

    def import_voices(self) -> None:
        """Let the person choose files to import."""
        self.imports.choose()

    def export_voice(self) -> None:
        """Let the person choose where the first selected voice goes."""
        chosen = self.selected()
        if chosen:
            patterns = " ".join(f"*{suffix}" for suffix in EXPORT_SUFFIXES)
            start = f"{chosen[0].name}{EXPORT_SUFFIXES[0]}"
            name, _ = QFileDialog.getSaveFileName(
                self, self.tr("Export voice"), start, self.tr("Voices") + f" ({patterns})"
            )
            if name:
                self._attempt(lambda: export_voice(Path(name), self.library.read(chosen[0])))

    def bin_or_restore(self) -> None:
        """Move the selected voices into the bin, or out of it."""
        own = [entry.id for entry in self.selected() if self.library.is_own(entry)]
        store = self.library.store
        self._attempt(store.restore if self.bin_button.isChecked() else store.bin, own)
        self.reload()

    def duplicate_selected(self) -> None:
        """Add copies of the selected voices."""
        for entry in self.selected():
            self._attempt(self.library.duplicate, entry)
        self.reload()

    def undo_voices(self) -> None:
        """Take the last change of the library back."""
        self._tell(self.tr("Undone: {what}"), self._attempt(self.library.store.undo))

    def redo_voices(self) -> None:
        """Make the change that was taken back again."""
        self._tell(self.tr("Done again: {what}"), self._attempt(self.library.store.redo))

    def keep_blend(self, parts: list[Part], name: str, spherical: bool) -> None:
        """Add a blend to the library."""
        self._keep(lambda: self._workshop.blend(parts, name, spherical=spherical))

    def add_voices(self) -> None:
        """Ask for a sum of voices and add it to the library."""
        text = ask_sum(self, " + ".join(entry.name for entry in self.selected()))
        if text:
            self._keep(lambda: self._workshop.combine(parse_sum(text), name_of_file(Path(text))))

    def random_voice(self) -> None:
        """Draw a voice near those that the model can speak with."""
        seed = ask_seed(self)
        if seed is not None:
            self._keep(lambda: self._workshop.random(self._width(), seed, f"random {seed}"))

    def shift_voice(self) -> None:
        """Ask for a direction and add the selected voice moved along it."""
        chosen = self.selected()
        if len(chosen) == 1:
            dialog = ShiftDialog(chosen[0].name, self)
            if dialog.exec():
                subject, amount = str(dialog.subject.currentData()), dialog.amount.value()
                name = f"{chosen[0].name} {subject} {amount:g}"
                self._keep(lambda: self._workshop.shift(chosen[0], subject, amount, name))

    def close_workers(self) -> None:
        """Wait for what is being computed, and let go of the take."""
        for worker in (self.imports, self._mapping, self.judge):
            worker.close()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802 - Qt's name
        """Take files."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802 - Qt's name
        """Import the files dropped."""
        event.acceptProposedAction()
        self.import_files([Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()])

    def _arrange(self) -> None:
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search name, tags, folder, language"))
        self.search.setAccessibleName(self.tr("Search the library"))
        self.search.setClearButtonEnabled(True)
        self.bin_button = QPushButton(self.tr("Show bin"))
        self.bin_button.setCheckable(True)
        self.status = QLabel(
            self.tr("Drop voice files or recordings of up to {n:.0f} s here.").format(n=MAX_RECORDING_S)
        )
        self.status.setObjectName("muted")
        self.status.setWordWrap(True)
        self.remove = QPushButton()
        self.buttons = {
            self.tr("Import…"): self.import_voices,
            self.tr("Export…"): self.export_voice,
            self.tr("Duplicate"): self.duplicate_selected,
            self.tr("Undo"): self.undo_voices,
            self.tr("Redo"): self.redo_voices,
        }
        row = QHBoxLayout()
        for text, act in self.buttons.items():
            button = QPushButton(text)
            button.setObjectName("small")
            button.clicked.connect(act)
            row.addWidget(button)
        row.addWidget(self.remove)
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
        splitter.setSizes([480, 520])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(splitter)

    def _connect(self) -> None:
        self.search.textChanged.connect(self.list_voices)
        self.bin_button.toggled.connect(self.list_voices)
        self.remove.clicked.connect(self.bin_or_restore)
        self.model.changed.connect(self.reload)
        self.model.failed.connect(self.failed)
        self.table.selectionModel().selectionChanged.connect(self._show_selection)
        self.table.doubleClicked.connect(self._speak_with_selected)
        self.map.picked.connect(self.path_speaker.pick)
        self.matrix.chosen.connect(self.select)
        self.blend.hear_requested.connect(self.path_speaker.pick)
        self.blend.keep_requested.connect(self.keep_blend)
        self.path_speaker.speak_requested.connect(self._speak_with)
        self.judge.judged.connect(self.likeness.show_likeness)
        self.judge.failed.connect(self.failed)
        self.imports.imported.connect(self._imported)

    def _speak_with(self, voice: str) -> None:
        self.voice_chosen.emit(voice)
        self.speak_requested.emit()

    def _speak_with_selected(self) -> None:
        chosen = self.selected()
        if chosen:
            self.path_speaker.pick(chosen[0].name)

    def _show_selection(self) -> None:
        chosen = self.selected()
        self.blend.set_voices(chosen)
        if len(chosen) == 1:
            entry = chosen[0]
            stored = self._attempt(self.library.read, entry)
            if stored is not None:
                self.inspector.show_voice(entry, stored, self.library.vectors(entry.width))
            if not self.bin_button.isChecked():
                self.voice_chosen.emit(entry.name)

    def _draw_map(self) -> None:
        entries = [entry for entry in self.library.entries() if entry.width]
        width = self._width()

        def compute() -> tuple[VectorTable, Any, Any]:
            table = self.library.vectors(width, entries)
            return table, voice_map(table.vectors), cosines(table.vectors)

        self._mapping.run(compute, self._show_map)

    def _width(self) -> int:
        """Return which voices belong together: those of the loaded model, or most of them."""
        engine = self._host.engine
        widths = [entry.width for entry in self.library.entries() if entry.width]
        return engine.width if engine is not None else max(sorted(set(widths)), key=widths.count, default=0)

    def _keep(self, make: Callable[[], StoredVoice]) -> None:
        made = self._attempt(make)
        entry = self._attempt(self.library.store.add, made) if made is not None else None
        if entry is not None:
            self.reload()
            self.select(entry.id)

    def _show_map(self, drawn: tuple[VectorTable, Any, Any]) -> None:
        table, positions, values = drawn
        self.map.show_voices(table.entries, positions)
        self.matrix.show_cosines(table.entries, values)

    def _imported(self, told: list[str]) -> None:
        self.status.setText("\n".join(told))
        self.reload()

    def _tell(self, pattern: str, what: str | None) -> None:
        self.status.setText(pattern.format(what=what) if what else self.tr("There is nothing left to do."))
        self.reload()

    def _attempt(self, act: Any, *arguments: Any) -> Any:
        try:
            return act(*arguments)
        except PhonoscopeError as error:
            self.failed.emit(str(error))
            return None
