"""Playing a take, also while it is being made, from a thread that only writes to the sound device."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.audio.buffering import measure_pace, needed_s
from phonoscope.engine.audio.devices import check_output_device, open_output_device
from phonoscope.engine.audio.sound import Playable
from phonoscope.engine.audio.time_stretch import TimeStretcher
from phonoscope.engine.errors import AudioDeviceError
from phonoscope.engine.message import Message

_BLOCK_S = 0.04  # written at a time: how late pause, volume and a switch are heard, at most
_IDLE_S = 0.01  # how often a starved player looks for new sound
_FADE_S = 0.005  # where sound breaks off or sets in: too short to be noticed, long enough not to click
_SWITCH_S = 0.01

Samples = NDArray[np.float32]


def _stays(position_s: float) -> float:
    return position_s


@dataclass(frozen=True, eq=False)
class _Heard:
    """The take that is heard, its gain, how long it will be as far as one can tell, and where a switch to it leads."""

    take: Playable
    gain: float
    expected_s: float
    moved: Callable[[float], float] = _stays


class Player:
    """Plays one take at a time. The window asks it for its position; it never calls back.

    Parameters
    ----------
    open_device
        Opens a sound device for a rate in Hz and a name, as `phonoscope.engine.audio.devices.open_output_device`.
    check_device
        Raises where there is none of a name, as `phonoscope.engine.audio.devices.check_output_device`.

    Attributes
    ----------
    device
        Name of the sound device; empty for the system's. It holds from the next `play` on.
    volume
        Factor on the amplitude, 0 to 1.
    speed
        How much faster than real time, 0.5 to 2, at the same pitch.
    loop_s
        Start and end of the part that is repeated once its end, or that of the take, is reached; None for none.
    position_s
        Where in the take is being heard.
    waits_for_s
        Seconds of sound that must lie ready before it goes on; 0 while it plays.
    underruns_s
        Where sound was missing since the take was begun from its start, or went on after another one, because the
        engine was slower than the ear, or the machine so busy that the device ran empty.
    error
        Why nothing plays; empty when all is well.
    """

    def __init__(
        self,
        open_device: Callable[[int, str], Any] = open_output_device,
        check_device: Callable[[str], None] = check_output_device,
    ) -> None:
        self.device = ""
        self.volume = 1.0
        self.speed = 1.0
        self.loop_s: tuple[float, float] | None = None
        self.position_s = 0.0
        self.waits_for_s = 0.0
        self.underruns_s: list[float] = []
        self.error: str = ""
        self._open_device = open_device
        self._check_device = check_device
        self._heard: _Heard | None = None
        self._halt = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def playing(self) -> bool:
        """Whether sound is being played or waited for."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def take(self) -> Playable | None:
        """What is played, or was played last; None before that and once it is forgotten."""
        return self._heard.take if self._heard is not None else None

    def play(self, take: Playable, start_s: float = 0.0, *, gain: float = 1.0, expected_s: float = 0.0) -> None:
        """Play instead of what is being played.

        Parameters
        ----------
        take
            The take, finished or not.
        start_s
            Where to begin.
        gain
            Factor on its amplitude beside the volume.
        expected_s
            How long the take will be, as far as it can be told: an engine that is slower than the ear is given so
            much of a lead that playing does not catch up with it.
        """
        self.pause()
        if take is not self.take or start_s <= 0:
            self.underruns_s = []
        self.position_s, self.waits_for_s, self.error = start_s, 0.0, ""
        self._halt.clear()
        heard = self._heard = _Heard(take, gain, expected_s)
        self._thread = threading.Thread(target=self._run, args=(heard,), name="phonoscope-player", daemon=True)
        self._thread.start()

    def check_device(self) -> None:
        """Say in `error` beforehand whether there is no device; nothing is opened, and playing is not held up."""
        missing = ""
        try:
            self._check_device(self.device)
        except AudioDeviceError as error:
            missing = error.message
        if not self.playing:  # else its own thread finds out
            self.error = missing

    def switch(self, take: Playable, *, gain: float = 1.0, moved: Callable[[float], float] = _stays) -> None:
        """Go on in another take of the same rate, without a gap.

        Parameters
        ----------
        take, gain
            What is heard from now on.
        moved
            Gives the position in it, in seconds, that belongs to the present one.
        """
        self._heard = _Heard(take, gain, 0.0, moved)

    def pause(self) -> None:
        """Stop at once; `position_s` stays."""
        self._halt.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def forget(self) -> None:
        """Let go of the take that was played last."""
        if not self.playing:
            self._heard = None

    def _run(self, heard: _Heard) -> None:
        try:
            stream = self._open_device(heard.take.sample_rate_hz, self.device)
        except AudioDeviceError as error:
            self.error = error.message
            return
        try:
            _Playing(self, stream, heard).write_all()
            if self._halt.is_set():
                stream.abort()
            else:
                stream.stop()  # plays what the device still holds
        except Exception as error:  # PortAudio's own class cannot be named where its library is missing
            self.error = Message("the sound device failed ({error}); connect it again", error=error)
        finally:
            self.waits_for_s = 0.0
            stream.close()


class _Playing:
    """One run of the player's thread, from `Player.play` to the end or a pause."""

    def __init__(self, player: Player, stream: Any, heard: _Heard) -> None:
        self._player = player
        self._stream = stream
        self._heard = heard
        self._rate_hz = heard.take.sample_rate_hz
        self._latency_s = float(getattr(stream, "latency", 0.0))
        self._at = int(player.position_s * self._rate_hz)
        self._wrapped_s: tuple[float, float] | None = None  # the loop, while the device still holds its end
        self._starved = True
        self._was_empty = True  # the device, when it was last written to, as it had to be
        self._rises = False
        self._last = 0.0
        self._before: Samples | None = None
        self._stretcher: TimeStretcher | None = None

    def write_all(self) -> None:
        player, halt = self._player, self._player._halt
        while not halt.is_set():
            self._follow_switch()
            heard = self._heard
            finished = heard.take.finished  # read before the sound: what came until then is played below
            audio = heard.take.audio
            if self._starved and not finished and not self._has_enough(heard, len(audio)):
                halt.wait(_IDLE_S)
            elif self._at < len(audio):
                self._starved, player.waits_for_s = False, 0.0
                self._write_block(heard, audio, finished=finished)
            elif finished:
                start, end = self._loop()
                if not start < len(audio) <= end:
                    self._write_rest()
                    return
                self._break_off()  # the take ended just here, where more of it was expected
                self._go_back(start, len(audio))
            else:
                player.underruns_s.append(self._at / self._rate_hz)
                self._break_off()
                self._starved = self._was_empty = True

    @property
    def _fade(self) -> int:
        return int(_FADE_S * self._rate_hz)

    def _has_enough(self, heard: _Heard, n_samples: int) -> bool:
        take, speed = heard.take, self._player.speed
        position_s, made_s = self._at / self._rate_hz, n_samples / self._rate_hz
        pace = measure_pace(take.frames, take.frame_s)
        self._player.waits_for_s = needed_s(pace, max(heard.expected_s, made_s) - position_s, speed)
        return made_s - position_s >= self._player.waits_for_s

    def _write_block(self, heard: _Heard, audio: Samples, *, finished: bool) -> None:
        player = self._player
        end = min(self._at + int(_BLOCK_S * self._rate_hz), len(audio))
        loop_start, loop_end = self._loop()
        if finished:
            loop_end = min(loop_end, len(audio))  # dragged out beyond the end
        wraps = loop_start < loop_end and self._at < loop_end <= end
        end = loop_end if wraps else end
        samples = np.multiply(audio[self._at : end], heard.gain, dtype=np.float32)
        samples, self._before = self._crossfaded(samples), None
        if self._rises:
            _fade(samples[: self._fade], rises=True)
            self._rises = False
        if wraps:
            _fade(samples[-self._fade :], rises=False)
            self._go_back(loop_start, loop_end)
        else:
            self._at = end
        if player.speed != 1.0 or self._stretcher is not None:
            self._stretcher = self._stretcher or TimeStretcher(self._rate_hz, player.speed)
            self._stretcher.speed = player.speed
            samples = self._stretcher.process(samples)
        self._last = float(samples[-1]) if len(samples) else self._last
        self._write(samples)

    def _loop(self) -> tuple[int, int]:
        """Return the first sample of the loop and the one behind its end; twice 0 without one."""
        start_s, end_s = self._player.loop_s or (0.0, 0.0)
        return int(start_s * self._rate_hz), int(end_s * self._rate_hz)

    def _go_back(self, start: int, end: int) -> None:
        """Go on at the start of the loop, whose end was written and has faded out."""
        self._rises = True
        self._wrapped_s = start / self._rate_hz, end / self._rate_hz
        self._at = start

    def _break_off(self) -> None:
        """Let fade out what there is no more of."""
        self._write(self._last * np.linspace(1, 0, self._fade, dtype=np.float32))
        self._last, self._rises = 0.0, True

    def _follow_switch(self) -> None:
        """Move to the take that was switched to, keeping what the one before would have gone on with."""
        heard = self._player._heard
        if heard is None or heard is self._heard:
            return
        before = self._heard
        self._before = np.multiply(
            before.take.audio[self._at : self._at + int(_SWITCH_S * self._rate_hz)], before.gain, dtype=np.float32
        )
        self._at = max(0, round(heard.moved(self._at / self._rate_hz) * self._rate_hz))
        self._heard = heard

    def _crossfaded(self, samples: Samples) -> Samples:
        """Return a block with the take before a switch fading out at its beginning."""
        if self._before is not None:
            n = min(len(samples), len(self._before))
            rise = np.linspace(0, 1, n, dtype=np.float32)
            samples[:n] = self._before[:n] * (1 - rise) + samples[:n] * rise
        return samples

    def _write(self, samples: Samples) -> None:
        if len(samples):
            ran_empty = self._stream.write(np.multiply(samples, self._player.volume, dtype=np.float32).reshape(-1, 1))
            if ran_empty and not self._was_empty:
                self._player.underruns_s.append(self._player.position_s + self._latency_s * self._player.speed)
            self._was_empty = False
        self._player.position_s = self._position_s()

    def _write_rest(self) -> None:
        if self._stretcher is not None:
            self._write(self._stretcher.flush())
        self._player.position_s = self._at / self._rate_hz

    def _position_s(self) -> float:
        """Return what is heard now: behind what is written by what the device and the stretcher hold."""
        held_s = self._latency_s * self._player.speed
        if self._stretcher is not None:
            held_s += self._stretcher.n_held / self._rate_hz
        position_s = self._at / self._rate_hz - held_s
        if self._wrapped_s is not None:
            start_s, end_s = self._wrapped_s
            if position_s < start_s:
                return max(start_s, position_s + end_s - start_s)
            self._wrapped_s = None
        return max(position_s, 0.0)


def _fade(samples: Samples, *, rises: bool) -> None:
    ramp = np.linspace(0, 1, len(samples), dtype=np.float32)
    samples *= ramp if rises else ramp[::-1]
