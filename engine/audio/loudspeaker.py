"""Playing sound as it is made, on the default device."""

from __future__ import annotations

from types import TracebackType

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.audio.devices import open_output_device


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
