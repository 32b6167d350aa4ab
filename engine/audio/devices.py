"""Sound devices: which there are, and a stream to one of them at the rate of the sound."""

from __future__ import annotations

from typing import Any

import numpy as np
import soxr
from numpy.typing import NDArray
from phonoscope.engine.errors import AudioDeviceError
from phonoscope.engine.message import Message

_LATENCY_S = 0.1  # of sound that the device holds: with less it runs empty whenever Python is held up for a moment
_NEXT_STEP = Message("connect one, or keep the sound as a file (command line: -o out.wav)")


def output_devices() -> list[str]:
    """Name the devices that can play, each with its sound system, so that two of one name keep apart.

    What was connected since the last call is found while nothing is played.

    Raises
    ------
    AudioDeviceError
        When there is no PortAudio.
    """
    sounddevice = _portaudio()
    try:
        # PortAudio looks for devices only when it starts.
        sounddevice._terminate()
        sounddevice._initialize()
        systems = sounddevice.query_hostapis()
        return [_name(device, systems) for device in sounddevice.query_devices() if device["max_output_channels"] > 0]
    except sounddevice.PortAudioError as error:
        raise AudioDeviceError("sound devices cannot be listed ({error})", _NEXT_STEP, error=error) from error


def check_output_device(device: str = "") -> None:
    """Tell whether there is something to play on, without opening it.

    Parameters
    ----------
    device
        One of `output_devices`; empty for the system's default.

    Raises
    ------
    AudioDeviceError
        When there is no PortAudio or no such device.
    """
    sounddevice = _portaudio()
    try:
        sounddevice.query_devices(_index(sounddevice, device) if device else None, "output")
    except (sounddevice.PortAudioError, ValueError) as error:
        raise AudioDeviceError("no sound device plays ({error})", _NEXT_STEP, error=error) from error


def open_output_device(sample_rate_hz: int, device: str = "") -> Any:
    """Return a started stream with ``write``, ``stop``, ``abort``, ``close`` and ``latency``.

    ``write`` returns whether the device had run empty before.

    Parameters
    ----------
    sample_rate_hz
        Rate of the sound; a device that has another gets it resampled.
    device
        One of `output_devices`; empty for the system's default.

    Raises
    ------
    AudioDeviceError
        When there is no PortAudio, no such device, or it refuses to play.
    """
    sounddevice = _portaudio()
    try:
        index = None if not device else _index(sounddevice, device)
        try:
            stream: Any = _open(sounddevice, sample_rate_hz, index)
        except sounddevice.PortAudioError:
            own_rate_hz = round(sounddevice.query_devices(index, "output")["default_samplerate"])
            if own_rate_hz == sample_rate_hz:
                raise
            stream = _ResamplingStream(_open(sounddevice, own_rate_hz, index), sample_rate_hz, own_rate_hz)
    except (sounddevice.PortAudioError, ValueError) as error:
        raise AudioDeviceError("no sound device plays ({error})", _NEXT_STEP, error=error) from error
    return stream


class _ResamplingStream:
    """A stream of another rate."""

    def __init__(self, stream: Any, from_hz: int, to_hz: int) -> None:
        self._stream = stream
        self._resampler = soxr.ResampleStream(from_hz, to_hz, 1, dtype="float32")
        self.latency, self.abort, self.close = stream.latency, stream.abort, stream.close

    def write(self, samples: NDArray[np.float32]) -> bool:
        return bool(self._stream.write(self._resampler.resample_chunk(samples)))

    def stop(self) -> None:
        self._stream.write(self._resampler.resample_chunk(np.zeros((0, 1), np.float32), last=True))
        self._stream.stop()


def _portaudio() -> Any:
    try:
        # Imported late: without PortAudio the import fails, and a machine without sound can still write files.
        import sounddevice
    except OSError as error:
        raise AudioDeviceError(
            "PortAudio, which plays sound, is not installed",
            "install it (libportaudio2 on Debian and Ubuntu), or keep the sound as a file (command line: -o out.wav)",
        ) from error
    return sounddevice


def _open(sounddevice: Any, sample_rate_hz: int, index: int | None) -> Any:
    stream = sounddevice.OutputStream(
        samplerate=sample_rate_hz, channels=1, dtype="float32", latency=_LATENCY_S, device=index
    )
    stream.start()
    return stream


def _name(device: Any, systems: Any) -> str:
    return f"{device['name']} ({systems[device['hostapi']]['name']})"


def _index(sounddevice: Any, name: str) -> int:
    systems = sounddevice.query_hostapis()
    for index, device in enumerate(sounddevice.query_devices()):
        if device["max_output_channels"] > 0 and _name(device, systems) == name:
            return index
    raise AudioDeviceError("the sound device {name} is not connected", "connect it, or choose another", name=name)
