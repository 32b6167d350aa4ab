"""Speaking along a path: the newest mixture is spoken as soon as the one before could be heard a little."""

from __future__ import annotations

from phonoscope.gui.engine_host import EngineHost
from PySide6.QtCore import QObject, QTimer, Signal

_HEARD_MS = 700


class PathSpeaker(QObject):
    """Turns a stream of picked voices into speech, one after the other.

    Parameters
    ----------
    host
        Speaks.
    """

    speak_requested = Signal(str)  # the voice to speak with now

    def __init__(self, host: EngineHost, parent: QObject) -> None:
        super().__init__(parent)
        self._host = host
        self._pending = ""
        self._heard = QTimer(self)
        self._heard.setSingleShot(True)
        self._heard.setInterval(_HEARD_MS)
        self._heard.timeout.connect(self._go_on)
        host.finished.connect(self._go_on)

    def pick(self, voice: str) -> None:
        """Speak with a voice next; an earlier one that is still waiting is forgotten."""
        self._pending = voice
        self._go_on()

    def _go_on(self) -> None:
        if not self._pending or self._heard.isActive() or self._host.engine is None:
            return
        if self._host.speaking:
            self._host.stop()  # `finished` leads back here
            return
        voice, self._pending = self._pending, ""
        self._heard.start()
        self.speak_requested.emit(voice)
