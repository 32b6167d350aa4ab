"""Speaking what the panel says: what the actions of speech do."""

from __future__ import annotations

from dataclasses import replace

from phonoscope.engine.audio.player import Player
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.text.script import script_lines
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.engine_worker import SpokenTake
from phonoscope.gui.language.said import said
from phonoscope.gui.live.live_view import LiveView
from phonoscope.gui.playback import Playback
from phonoscope.gui.request_panel.panel import RequestPanel
from PySide6.QtCore import QObject


class Speaking(QObject):
    """Panel, engine and sound together.

    Parameters
    ----------
    host
        Speaks.
    panel
        Says what.
    live
        Shows the take that is made again.
    playback
        Falls silent when another take begins.
    """

    def __init__(
        self, host: EngineHost, panel: RequestPanel, live: LiveView, playback: Playback, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._host = host
        self._panel = panel
        self._live = live
        self._playback = playback
        self._waiting: list[SynthesisRequest] = []
        self.plays_at_once = True  # whether a take is heard while it is made
        host.finished.connect(self._go_on)

    @property
    def player(self) -> Player:
        """What makes the takes heard."""
        return self._playback.player

    def speak(self) -> None:
        """Speak what the panel says."""
        if self._ready and self._host.engine is not None:
            request = self._panel.request(self._host.engine)
            if request is not None:
                self.speak_request(request)

    def speak_request(self, request: SynthesisRequest) -> None:
        """Speak a request."""
        self._panel.show_error("")
        self._playback.pause()
        self._host.speak(request)

    def speak_lines(self) -> None:
        """Speak every line of the text as a take of its own, one after the other, without playing them."""
        if not self._ready or self._host.engine is None:
            return
        request = self._panel.request(self._host.engine)
        if request is None:
            return
        lines = script_lines(request.text, [voice.source for voice in request.cast])
        self._waiting = [
            replace(
                request,
                text=line.text,
                voice=request.voice if line.voice is None else request.cast[line.voice],
                cast=(),
                seed=request.seed if number == 0 else self._panel.seed.next(),
            )
            for number, line in enumerate(lines)
        ]
        self._go_on()

    def stop(self) -> None:
        """Stop speaking; while nothing is spoken, stop the sound."""
        self._waiting.clear()
        if self._host.speaking:
            self._host.stop()
        else:
            self._playback.pause()

    def rerun(self) -> None:
        """Speak the request of the take that is shown once more."""
        if self._live.take is not None and self._ready:
            self._panel.show_request(self._live.take.request)
            self.speak_request(self._live.take.request)

    def rerun_new_seed(self) -> None:
        """Fill the panel with the request of the take that is shown and speak it with another seed."""
        if self._live.take is not None and self._ready:
            self._panel.show_request(self._live.take.request)
            self._panel.seed.draw()
            seed = self._panel.seed.seed
            self.speak_request(replace(self._live.take.request, seed=seed))

    def toggle_seed_lock(self) -> None:
        """Lock or unlock the seed."""
        self._panel.seed.lock.toggle()

    def play_started(self, spoken: SpokenTake) -> None:
        """Let a take that has begun be heard while it is made, where that is wished."""
        if self.plays_at_once and not self._waiting:
            self._playback.play_while_made(spoken.take, spoken.expected_s)

    @property
    def _ready(self) -> bool:
        return self._host.engine is not None and not self._host.speaking

    def _go_on(self) -> None:
        if not self._waiting or not self._ready:
            return
        request = self._waiting.pop(0)
        try:
            self.speak_request(request)
        except PhonoscopeError as error:
            self._waiting.clear()
            self._panel.show_error(said(error))
