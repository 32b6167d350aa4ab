"""Asks which files become voices, and whose they are, and has them taken in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from phonoscope.engine.voices.files import VOICE_SUFFIXES
from phonoscope.engine.voices.library import VoiceLibrary
from phonoscope.gui.background import Background
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.voices.consent_dialog import ConsentDialog
from phonoscope.gui.voices.imports import importer
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

_SOUND_PATTERNS = "*.wav *.flac *.ogg *.mp3 *.aiff"


class ImportQuestions(QObject):
    """The way of files into the library.

    Parameters
    ----------
    library
        Where they go.
    host
        Lends its encoders.
    parent
        Over which the questions appear.
    """

    imported = Signal(list)  # one line for each voice or failure

    def __init__(self, library: VoiceLibrary, host: EngineHost, parent: QWidget) -> None:
        super().__init__(parent)
        self._library = library
        self._host = host
        self._window = parent
        self._importing = Background(self, "phonoscope-voices")

    def choose(self) -> None:
        """Let the person choose files."""
        patterns = " ".join(f"*{suffix}" for suffix in sorted(VOICE_SUFFIXES))
        kinds = self.tr("Voices and recordings") + f" ({patterns} {_SOUND_PATTERNS})"
        names, _ = QFileDialog.getOpenFileNames(self._window, self.tr("Import voices"), "", kinds)
        self.ask([Path(name) for name in names])

    def ask(self, paths: Sequence[Path]) -> None:
        """Ask whose voices these files hold, and take them in once that is said."""
        if paths:
            self.consent = ConsentDialog(len(paths), self._window)
            self.consent.accepted.connect(lambda: self._import(paths))
            self.consent.open()

    def close(self) -> None:
        """Wait for what is being imported."""
        self._importing.close()

    def _import(self, paths: Sequence[Path]) -> None:
        run = importer(
            self._library,
            paths,
            self.consent.consent,
            self._host.engine,
            transcript=self.consent.transcript.text().strip(),
            together=self.consent.together.isChecked(),
        )
        self._importing.run(run, self.imported.emit)
