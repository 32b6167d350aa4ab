"""How a voice sounds, at a click: what is kept of it is played, and what is not yet kept is spoken once."""

from __future__ import annotations

from phonoscope.engine.audio.files import from_pcm16, to_pcm16
from phonoscope.engine.audio.sound import Sound
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.take import Take
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.library import VoiceLibrary
from phonoscope.engine.voices.preview import preview_requests
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.engine_worker import SpokenTake
from phonoscope.gui.language.said import said
from PySide6.QtCore import QObject, Signal

_BROKEN_OFF = (StopReason.CANCELLED, StopReason.ALARM, StopReason.FAILED)


class PreviewSpeaker(QObject):
    """Plays previews of voices; a sentence that a take speaks for the first time is kept as the voice's preview.

    Parameters
    ----------
    library
        Where previews are kept.
    host
        Speaks those that are missing.
    """

    play_requested = Signal(object)  # Sound
    speak_requested = Signal(object)  # SynthesisRequest
    failed = Signal(str)

    def __init__(self, library: VoiceLibrary, host: EngineHost, parent: QObject) -> None:
        super().__init__(parent)
        self._library = library
        self._host = host
        self._entry: VoiceEntry | None = None  # whose preview is being made
        self._requests: list[SynthesisRequest] = []  # the one that is spoken now, and what to try after it
        self._is_spoken = False  # rather than waiting for the end of another take
        self._take: Take | None = None
        host.started.connect(self._watch)
        host.finished.connect(self._go_on)

    def hear(self, entry: VoiceEntry) -> None:
        """Play the preview of a voice, or speak it where there is none."""
        engine = self._host.engine
        try:
            stored = self._library.read(entry)
            if stored.preview is not None:
                self.play_requested.emit(Sound(from_pcm16(stored.preview), stored.card.preview_rate_hz))
            elif engine is None:
                message = self.tr("{name}: has no preview yet; load a model to speak it")
                self.failed.emit(message.format(name=entry.name))
            else:
                self._requests = preview_requests(engine, entry.name)
                self._entry, self._is_spoken = entry, False
                if self._host.speaking:
                    self._host.stop()  # `finished` leads on
                else:
                    self._speak()
        except PhonoscopeError as error:
            self.failed.emit(said(error))

    def _speak(self) -> None:
        self._take, self._is_spoken = None, True
        self.speak_requested.emit(self._requests[0])

    def _watch(self, spoken: SpokenTake) -> None:
        if self._is_spoken:
            self._take = spoken.take

    def _go_on(self) -> None:
        """Keep what was spoken, try again what stayed silent, or begin what had to wait for the end of another take."""
        entry, take = self._entry, self._take
        if entry is None or self._host.speaking:  # another was quicker: its end leads here again
            return
        if not self._is_spoken:
            self._speak()
            return
        self._requests.pop(0)
        self._take, self._is_spoken = None, False
        ended_itself = take is not None and take.stop_reason not in _BROKEN_OFF
        if take is not None and ended_itself and take.n_samples:
            self._keep(entry, take)
        elif ended_itself and self._requests:
            self._speak()
            return
        self._entry = None

    def _keep(self, entry: VoiceEntry, take: Take) -> None:
        try:
            self._library.set_preview(entry, to_pcm16(take.audio), take.sample_rate_hz)
        except PhonoscopeError as error:
            self.failed.emit(said(error))
