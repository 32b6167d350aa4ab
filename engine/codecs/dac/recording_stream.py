"""Recordings of any length through the codec's encoder, piece by piece."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.errors import PhonoscopeError

_PIECE_FRAMES = 64  # about 3 s: long beside a call, short beside a recording


class RecordingStream:
    """The codec's encoder, which is loaded when it is first needed.

    Parameters
    ----------
    codec
        The file that holds it.
    n_threads
        Threads that compute.
    """

    def __init__(self, codec: Path, n_threads: int) -> None:
        self._codec = codec
        self._n_threads = n_threads
        self._stopped = False

    @property
    def hop_samples(self) -> int:
        """Samples per frame."""
        return self._encoder.hop_samples

    def encode(
        self, samples: NDArray[np.float32], *, loudness: float = 1.0, restart_frames: int | None = None
    ) -> Iterator[tuple[NDArray[np.int32], NDArray[np.float32]]]:
        """Yield codes ``[frames, codebooks]`` and latents ``[frames, channels]``, a few frames at a time.

        Parameters
        ----------
        samples
            Mono sound at the codec's rate, ``[n]``.
        loudness
            What samples are divided by.
        restart_frames
            Frames after which the encoder forgets what it heard; None for never.

        Raises
        ------
        PhonoscopeError
            When it was cancelled.
        _native.ArgumentError
            When there are no samples.
        """
        encoder, hop = self._encoder, self._encoder.hop_samples
        n_all = max(1, len(samples))
        stretch = n_all if restart_frames is None else restart_frames * hop
        encoder.reset()
        self._stopped = False
        for start in range(0, n_all, stretch):
            end = min(start + stretch, len(samples))
            for at in range(start, end, _PIECE_FRAMES * hop):
                piece = samples[at : min(at + _PIECE_FRAMES * hop, end)] / np.float32(loudness)
                yield self._unless_stopped(encoder.push(np.ascontiguousarray(piece, np.float32)))
            yield self._unless_stopped(encoder.finish())

    def cancel(self) -> None:
        """End the encoding in work; called from another thread or a signal handler."""
        self._stopped = True
        if "_encoder" in vars(self):  # otherwise nothing is being encoded yet
            self._encoder.cancel()

    def _unless_stopped(
        self, encoded: tuple[NDArray[np.int32], NDArray[np.float32]]
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        if self._stopped:
            raise PhonoscopeError("the encoding of the recording was stopped", "extract the voice again")
        return encoded

    @functools.cached_property
    def _encoder(self) -> _native.DacEncoder:
        return _native.DacEncoder(self._codec, self._n_threads)
