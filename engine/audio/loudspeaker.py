"""Playing sound as it is made, on the default device."""

from __future__ import annotations

from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import AudioDeviceError

_NEXT_STEP = "connect one, or write the sound to a file with -o out.wav"


def open_output_device(sample_rate_hz: int) -> Any:
    """Return a started stream of the default output device.

    Raises
    ------
    AudioDeviceError
        When there is no PortAudio, no device, or the device refuses the rate.
    """
    try:
        # Imported late: without PortAudio the import fails, and a machine without sound can still write files.
        import sounddevice

        stream = sounddevice.OutputStream(samplerate=sample_rate_hz, channels=1, dtype="float32", latency="low")
        stream.start()
    except OSError as error:
        raise AudioDeviceError("PortAudio, which plays sound, is not installed", _NEXT_STEP) from error
    except sounddevice.PortAudioError as error:
        raise AudioDeviceError(f"no sound device plays ({error})", _NEXT_STEP) from error
    return stream


class Loudspeaker:
    """An audio sink that blocks while the device has enough; a context manager that waits for the last sample.

    Raises
    ------
    AudioDeviceError
        As `open_output_device`.
    """

    def __init__(self, sample_rate_hz: int) -> None:
        self._stream = open_output_device(sample_rate_hz)

    def write(self, samples: NDArray[np.float32]) -> None:
        """Play the next samples, ``[n]``."""
        self._stream.write(np.ascontiguousarray(samples, np.float32).reshape(-1, 1))

    def __enter__(self) -> Loudspeaker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._stream.stop()  # plays what is buffered
        else:
            self._stream.abort()
        self._stream.close()
