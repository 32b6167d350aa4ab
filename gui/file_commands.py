"""Files that are chosen or dropped onto the window: models, voices, recordings, texts and recipes."""

from __future__ import annotations

from pathlib import Path

from phonoscope.engine.audio.recordings import RECORDING_SUFFIXES
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.recipe import read_recipe
from phonoscope.engine.request import MAX_TEXT_CHARACTERS
from phonoscope.engine.voices.files import VOICE_SUFFIXES, companions_of_codes
from phonoscope.gui.file_dialogs import FileDialogs
from phonoscope.gui.language.said import said
from phonoscope.gui.local_files import local_files
from phonoscope.gui.request_panel.panel import RequestPanel
from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtWidgets import QWidget

MODEL_SUFFIX = ".gguf"
TEXT_SUFFIXES = (".txt", ".md")
RECIPE_SUFFIX = ".json"
_NO_VOICES = (MODEL_SUFFIX, *TEXT_SUFFIXES, RECIPE_SUFFIX)


class FileCommands(QObject):
    """Puts what is chosen or dropped where it belongs.

    Parameters
    ----------
    panel
        Where models, voices and texts go.
    dialogs
        Ask for files.
    window
        Where dialogs open.
    """

    voices_dropped = Signal(list)  # of paths: recordings and voices for the library
    failed = Signal(str)

    def __init__(self, panel: RequestPanel, dialogs: FileDialogs, window: QWidget) -> None:
        super().__init__(window)
        self._dialogs = dialogs
        self._window = window
        self._panel = panel
        panel.text.files_dropped.connect(self.use_all)

    def open_model(self) -> None:
        """Let the person choose a model file and load it."""
        kinds = self.tr("Models") + f" (*{MODEL_SUFFIX})"
        if path := self._dialogs.one_to_read(self._window, "models", self.tr("Choose a model"), kinds):
            self.use(path)

    def open_voice(self) -> None:
        """Let the person choose a voice file."""
        kinds = self.tr("Voices") + f" ({' '.join(f'*{suffix}' for suffix in sorted(VOICE_SUFFIXES))})"
        if path := self._dialogs.one_to_read(self._window, "voices", self.tr("Choose a voice"), kinds):
            self.use(path)

    @staticmethod
    def takes(carried: QMimeData) -> bool:
        """Whether something of use is carried."""
        return carried.hasUrls() or carried.hasText()

    def use_carried(self, carried: QMimeData) -> None:
        """Use what a drag has brought: files, or text that takes the place of the present one."""
        if files := local_files(carried):
            self.use_all(files)
        elif carried.hasText():
            self._replace_text(carried.text())

    def use_all(self, files: list[Path]) -> None:
        """Use several files, one after the other; recordings may become voices of the library."""
        self._use_and_import(files, [path for path in files if path.suffix.lower() in RECORDING_SUFFIXES])

    def use_for_library(self, files: list[Path]) -> None:
        """Use several files, all that may be a voice for the library."""
        self._use_and_import(files, [p for p in files if not p.is_dir() and p.suffix.lower() not in _NO_VOICES])

    def _use_and_import(self, files: list[Path], voices: list[Path]) -> None:
        self._panel.show_error("")  # of files that were given before
        companions = companions_of_codes(files)
        for path in files:
            if path not in voices and path not in companions:
                self.use(path)
        if voices := [path for path in voices if path not in companions]:
            self.voices_dropped.emit(voices)

    def use(self, path: Path) -> None:
        """Use a file or folder."""
        suffix = path.suffix.lower()
        if suffix == MODEL_SUFFIX or path.is_dir():
            self._panel.engine_card.set_model(str(path))
            self._panel.engine_card.load()
        elif suffix in VOICE_SUFFIXES:
            self._panel.voice_picker.add_file(path)
        elif suffix in TEXT_SUFFIXES:
            self._use_text(path)
        elif suffix == RECIPE_SUFFIX:
            self._use_recipe(path)
        else:
            known = ", ".join([*_NO_VOICES, *sorted(VOICE_SUFFIXES), *RECORDING_SUFFIXES])
            self.failed.emit(self.tr("{path}: cannot be used here; give one of {known}").format(path=path, known=known))

    def _use_text(self, path: Path) -> None:
        try:
            with path.open(encoding="utf-8-sig") as file:
                self._replace_text(file.read(MAX_TEXT_CHARACTERS + 1))
        except UnicodeDecodeError:
            self.failed.emit(self.tr("{path}: is not UTF-8 text; save it as UTF-8").format(path=path))
        except OSError as error:
            said_by_system = self.tr("{path}: cannot be read ({error}); give a text file")
            self.failed.emit(said_by_system.format(path=path, error=error.strerror))

    def _replace_text(self, text: str) -> None:
        self._panel.editor.replace_text(text[:MAX_TEXT_CHARACTERS])
        self._panel.text.setFocus()  # where Ctrl+Z brings the former text back
        if len(text) > MAX_TEXT_CHARACTERS:
            cut = self.tr("The text is too long: its first {n} characters are here; speak the rest in other takes")
            self.failed.emit(cut.format(n=MAX_TEXT_CHARACTERS))

    def _use_recipe(self, path: Path) -> None:
        try:
            self._panel.show_request(read_recipe(path).request)
            self._panel.text.setFocus()
        except PhonoscopeError as error:
            self.failed.emit(said(error))
