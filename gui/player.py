"""Playing a take, also while it is being made, from a thread that only writes to the sound device."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from phonoscope.engine.audio.loudspeaker import open_output_device
from phonoscope.engine.errors import AudioDeviceError
from phonoscope.engine.takes.view import TakeView

_BLOCK_S = 0.04  # written at a time: how late pause and volume are heard, at most
_IDLE_S = 0.01  # how often a starved player looks for new sound
_PRE_ROLL_FRAMES = 4  # made before a running take is played, so that one slow chunk is not heard as a gap


class Player:
    """Plays one take at a time. The window asks it for its position; it never calls back.

    Parameters
    ----------
    open_device
        Opens a sound device for a rate in Hz; the stream has ``write``, ``stop``, ``abort`` and ``close``.

    Attributes
    ----------
    volume
        Factor on the amplitude, 0 to 1.
    position_s
        Where in the take is being played.
    n_underruns
        How often sound was missing since playing began, because the engine was slower than the ear.
    error
        Why nothing plays; empty when all is well.
    """

    def __init__(self, open_device: Callable[[int], Any] = open_output_device) -> None:
        self.volume = 1.0
        self.position_s = 0.0
        self.n_underruns = 0
        self.error = ""
        self._open_device = open_device
        self._halt = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def playing(self) -> bool:
        """Whether sound is being played or waited for."""
        return self._thread is not None and self._thread.is_alive()

    def play(self, take: TakeView, start_s: float = 0.0) -> None:
        """Play ``take`` from ``start_s`` to its end, instead of what is being played."""
        self.pause()
        self.position_s, self.n_underruns, self.error = start_s, 0, ""
        self._halt.clear()
        self._thread = threading.Thread(target=self._run, args=(take,), name="phonoscope-player", daemon=True)
        self._thread.start()

    def pause(self) -> None:
        """Stop at once; `position_s` stays."""
        self._halt.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self, take: TakeView) -> None:
        try:
            stream = self._open_device(take.sample_rate_hz)
        except AudioDeviceError as error:
            self.error = str(error)
            return
        try:
            self._write_all(take, stream)
            if self._halt.is_set():
                stream.abort()
            else:
                stream.stop()  # plays what the device still holds
        except OSError as error:
            self.error = f"the sound device failed ({error}); connect it again"
        except Exception as error:  # PortAudio's own class cannot be named where its library is missing
            self.error = f"the sound device failed ({error}); connect it again"
        finally:
            stream.close()

    def _write_all(self, take: TakeView, stream: Any) -> None:
        block = int(_BLOCK_S * take.sample_rate_hz)
        at = int(self.position_s * take.sample_rate_hz)
        wanted = at + _PRE_ROLL_FRAMES * take.hop_samples
        while not self._halt.is_set():
            finished = take.finished  # read before the sound: what came until then is played below
            audio = take.audio
            if len(audio) < wanted and not finished:
                self._halt.wait(_IDLE_S)
            elif at < len(audio):
                samples = audio[at : at + block]
                stream.write(np.multiply(samples, self.volume, dtype=np.float32).reshape(-1, 1))
                at += len(samples)
                self.position_s = at / take.sample_rate_hz
                wanted = at
            elif finished:
                return
            else:
                self.n_underruns += 1
                wanted = at + _PRE_ROLL_FRAMES * take.hop_samples
