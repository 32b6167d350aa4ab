"""Asks which files become voices, and whose they are, and has them taken in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from phonoscope.engine.audio.recordings import RECORDING_SUFFIXES
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.voices.files import VOICE_SUFFIXES
from phonoscope.engine.voices.importing import is_foreign_recording, name_of_file
from phonoscope.engine.voices.library import VoiceLibrary
from phonoscope.gui.background import Background, interrupted
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.file_dialogs import FileDialogs
from phonoscope.gui.language.said import said
from phonoscope.gui.voices.clips_dialog import ClipsDialog
from phonoscope.gui.voices.consent_dialog import ConsentDialog
from phonoscope.gui.voices.imports import MeasuredClips, importer, keep_together, measure_together
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget


class ImportQuestions(QObject):
    """The way of files into the library.

    Parameters
    ----------
    library
        Where they go.
    host
        Lends its encoders.
    dialogs
        Ask for files.
    parent
        Over which the questions appear.
    """

    imported = Signal(list)  # one line for each voice or failure
    busy_changed = Signal(bool)

    def __init__(self, library: VoiceLibrary, host: EngineHost, dialogs: FileDialogs, parent: QWidget) -> None:
        super().__init__(parent)
        self._dialogs = dialogs
        self._library = library
        self._host = host
        self._window = parent
        self.clips: ClipsDialog | None = None
        self._importing = Background(self, "phonoscope-voices")
        self._importing.busy_changed.connect(self.busy_changed)
        self._encoder: RecordingEncoder | None = None

    def choose(self) -> None:
        """Let the person choose files."""
        patterns = " ".join(f"*{suffix}" for suffix in (*sorted(VOICE_SUFFIXES), *RECORDING_SUFFIXES))
        kinds = self.tr("Voices and recordings") + f" ({patterns})"
        self.ask(self._dialogs.several_to_read(self._window, "voices", self.tr("Import voices"), kinds))

    def ask(self, paths: Sequence[Path]) -> None:
        """Ask whose voices these files hold, and take them in once that is said."""
        if paths:
            self.consent = ConsentDialog(len(paths), self._window)
            self.consent.accepted.connect(lambda: self._import(paths))
            self.consent.open()

    def close(self) -> None:
        """Stop what is being imported."""
        self.stop()
        self._importing.close()

    def stop(self) -> None:
        """Take in no further file and end the encoding of a recording; the voices that are ready stay."""
        self._importing.interrupt()
        if self._encoder is not None:
            self._encoder.cancel()

    def _use(self, encoder: RecordingEncoder) -> None:
        self._encoder = encoder
        if interrupted():  # before there was anything to cancel
            encoder.cancel()

    def _import(self, paths: Sequence[Path]) -> None:
        recordings = [path for path in paths if is_foreign_recording(path)]
        together = recordings if self.consent.together.isChecked() and len(recordings) > 1 else []
        alone = [path for path in paths if path not in together]
        engine, transcript = self._host.engine, self.consent.transcript.text().strip()
        run = importer(self._library, alone, self.consent.consent, engine, transcript=transcript, using=self._use)
        if not together:
            self._importing.run(run, self.imported.emit)
            return

        def measure() -> tuple[list[str], MeasuredClips]:
            return run(), measure_together(together, engine)

        self._importing.run(measure, self._ask_for_shares, lambda message: self.imported.emit([message]))

    def _ask_for_shares(self, measured: tuple[list[str], MeasuredClips]) -> None:
        told, group = measured
        if told:
            self.imported.emit(told)
        dialog = ClipsDialog(group.clips, name_of_file(group.clips[0].recording.path), self._window)
        dialog.accepted.connect(lambda: self._keep_together(dialog, group.model))
        dialog.open()
        self.clips = dialog

    def _keep_together(self, dialog: ClipsDialog, model: tuple[str, str]) -> None:
        name, consent = dialog.name.text().strip(), self.consent.consent
        try:
            told = keep_together(self._library, dialog.clips, model, name, consent)
        except PhonoscopeError as error:
            told = said(error)
        self.imported.emit([told])
