"""What the actions of voices do."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.voices.balancing import HeardBlend, balanced
from phonoscope.engine.voices.encoders import load_encoder
from phonoscope.engine.voices.entry import VoiceEntry, usual_width
from phonoscope.engine.voices.exporting import EXPORT_SUFFIXES, export_voice
from phonoscope.engine.voices.formula import Part, parse_sum
from phonoscope.engine.voices.importing import name_of_file
from phonoscope.engine.voices.library import VoiceLibrary
from phonoscope.engine.voices.voice_file import StoredVoice
from phonoscope.engine.voices.workshop import Workshop
from phonoscope.gui.background import Background
from phonoscope.gui.confirming import agrees
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.file_dialogs import FileDialogs
from phonoscope.gui.language.said import said
from phonoscope.gui.voices.description_dialog import DescriptionDialog
from phonoscope.gui.voices.import_questions import ImportQuestions
from phonoscope.gui.voices.making_dialogs import ShiftDialog, ask_seed, ask_sum
from phonoscope.gui.voices.preview_speaker import PreviewSpeaker
from phonoscope.gui.voices.voice_table import VoiceTable
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget


class VoiceCommands(QObject):
    """Hearing, importing, exporting, making, binning and undoing.

    Parameters
    ----------
    library
        The voices.
    table
        Where they are selected.
    host
        Speaks, and lends its encoders.
    dialogs
        Ask for files.
    window
        Where dialogs open.
    """

    changed = Signal()  # the library
    made = Signal(str)  # id of a new voice
    imported = Signal()
    balanced = Signal(object)  # HeardBlend, or None
    said = Signal(str)
    failed = Signal(str)

    def __init__(
        self, library: VoiceLibrary, table: VoiceTable, host: EngineHost, dialogs: FileDialogs, window: QWidget
    ) -> None:
        super().__init__(window)
        self._dialogs = dialogs
        self._library = library
        self._table = table
        self._host = host
        self._window = window
        self._workshop = Workshop(library)
        self.shows_bin = False
        self._remaking = Background(self, "phonoscope-voice-remake")
        self.imports = ImportQuestions(library, host, dialogs, window)
        self.previews = PreviewSpeaker(library, host, self)
        self.previews.failed.connect(self.failed)
        self.imports.imported.connect(self._tell_imported)

    def import_voices(self) -> None:
        """Let the person choose files to import."""
        self.imports.choose()

    def export_voice(self) -> None:
        """Let the person choose where the first selected voice goes."""
        chosen = self._table.selected()
        if chosen:
            patterns = " ".join(f"*{suffix}" for suffix in EXPORT_SUFFIXES)
            start = f"{chosen[0].name}{EXPORT_SUFFIXES[0]}"
            title, kinds = self.tr("Export voice"), self.tr("Voices") + f" ({patterns})"
            if path := self._dialogs.one_to_write(self._window, "voices", title, kinds, start):
                self._attempt(lambda: export_voice(path, self._library.read(chosen[0])))

    def hear_voice(self) -> None:
        """Play the preview of the first selected voice."""
        for entry in self._table.selected()[:1]:
            self.previews.hear(entry)

    def bin_or_restore(self) -> None:
        """Move the selected voices into the bin, or out of it."""
        own = [entry.id for entry in self._table.selected() if self._library.is_own(entry)]
        store = self._library.store
        self._attempt(store.restore if self.shows_bin else store.bin, own)
        self.changed.emit()

    def describe_voices(self) -> None:
        """Ask for language, licence, consent and notes of the selected voices of the user's own."""
        own = [entry for entry in self._table.selected() if self._library.is_own(entry)]
        if not own:
            self.failed.emit(self.tr("Select voices of your own; those that come along can be duplicated first."))
            return
        dialog = DescriptionDialog(own, self._window)
        if dialog.exec() and dialog.changes:
            self._attempt(lambda: self._library.store.update([entry.id for entry in own], **dialog.changes))
            self.changed.emit()

    def empty_voice_bin(self) -> None:
        """Remove what lies in the bin of the library if the person agrees: this cannot be undone."""
        binned = self._attempt(self._library.store.entries, binned=True)
        if binned is None:
            return
        n = len(binned)
        title, question = self.tr("Empty the bin"), self.tr("Remove %n voices? This cannot be undone.", "", n)
        if not n:
            self.said.emit(self.tr("There is no voice in the bin."))
        elif agrees(self._window, title, question):
            self._attempt(self._library.store.empty_bin)
            self.changed.emit()

    def duplicate_voices(self) -> None:
        """Add copies of the selected voices."""
        for entry in self._table.selected():
            self._attempt(self._library.duplicate, entry)
        self.changed.emit()

    def undo_voices(self) -> None:
        """Take the last change of the library back."""
        self._tell(self.tr("Undone: {what}"), self._attempt(self._library.store.undo))

    def redo_voices(self) -> None:
        """Make the change that was taken back again."""
        self._tell(self.tr("Redone: {what}"), self._attempt(self._library.store.redo))

    def keep_blend(self, parts: list[Part], name: str, spherical: bool) -> None:
        """Add a blend to the library."""
        self._keep(lambda: self._workshop.blend(parts, name, spherical=spherical))

    def balance_blend(self, parts: list[Part]) -> None:
        """Speak two voices and blends between them, and search the shares at which they are heard as asked for."""
        (first, one), (second, other) = parts

        def listen(engine: Engine, stopped: Callable[[], bool]) -> HeardBlend:
            return balanced(engine, first, second, other / (one + other), stopped)

        if self._host.engine is not None and not self._host.speaking:
            self._host.work(listen, self.balanced.emit)

    def remake_voice(self) -> None:
        """Make the first selected voice again and tell whether its bits are the same."""
        chosen = self._table.selected()
        if chosen:
            self._remaking.run(lambda: self._remade(chosen[0]), self.said.emit, self.failed.emit)

    def add_voices(self) -> None:
        """Ask for a sum of voices and add it to the library."""
        text = ask_sum(self._window, " + ".join(entry.name for entry in self._table.selected()))
        if text:
            self._keep(lambda: self._workshop.combine(parse_sum(text), name_of_file(Path(text))))

    def random_voice(self) -> None:
        """Draw a voice near those that the model can speak with."""
        seed = ask_seed(self._window)
        if seed is not None:
            self._keep(lambda: self._workshop.random(self.width(self._library.entries()), seed, f"random {seed}"))

    def shift_voice(self) -> None:
        """Ask for a direction and add the selected voice moved along it."""
        chosen = self._table.selected()
        if len(chosen) == 1:
            dialog = ShiftDialog(chosen[0].name, self._window)
            if dialog.exec():
                subject, amount = str(dialog.subject.currentData()), dialog.amount.value()
                name = f"{chosen[0].name} {subject} {amount:g}"
                self._keep(lambda: self._workshop.shift(chosen[0], subject, amount, name))

    def close(self) -> None:
        """End what is done beside the window."""
        self.imports.close()
        self._remaking.close()

    def width(self, entries: Collection[VoiceEntry]) -> int:
        """Return which voices belong together: those of the loaded model, or most of ``entries``."""
        engine = self._host.engine
        return engine.width if engine is not None else usual_width(entries)

    def _remade(self, entry: VoiceEntry) -> str:
        n_threads = self._host.engine.n_threads if self._host.engine is not None else 1
        same = self._workshop.makes_same(
            entry, lambda model, sha256: load_encoder(model, n_threads, sha256=sha256).encoder
        )
        told = self.tr("{name} made again: the bits match") if same else self.tr("{name} made again: the bits differ")
        return told.format(name=entry.name)

    def _keep(self, make: Callable[[], StoredVoice]) -> None:
        made = self._attempt(make)
        entry = self._attempt(self._library.store.add, made) if made is not None else None
        if entry is not None:
            self.changed.emit()
            self.made.emit(entry.id)

    def _tell_imported(self, told: list[str]) -> None:
        self.said.emit("\n".join(told))
        self.imported.emit()
        self.changed.emit()

    def _tell(self, pattern: str, what: str | None) -> None:
        self.said.emit(pattern.format(what=what) if what else self.tr("There is nothing left to do."))
        self.changed.emit()

    def _attempt(self, act: Any, *arguments: Any, **settings: Any) -> Any:
        try:
            return act(*arguments, **settings)
        except PhonoscopeError as error:
            self.failed.emit(said(error))
            return None
