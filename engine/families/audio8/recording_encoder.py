"""Recordings to voices of Audio8: the codec's encoder."""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.codecs.dac.file_info import DacInfo, read_dac_info
from phonoscope.engine.codecs.dac.recording_stream import RecordingStream
from phonoscope.engine.errors import native_errors
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.models.pair import ModelPair


class Audio8RecordingEncoder(RecordingEncoder):
    """The codec's encoder.

    Parameters
    ----------
    pair
        The model's files.
    codec
        What the codec's file says about itself.
    n_threads
        Threads that compute.
    """

    def __init__(self, pair: ModelPair, codec: DacInfo, n_threads: int) -> None:
        super().__init__(
            pair,
            frozenset({VoiceKind.CODES}),
            sample_rate_hz=codec.sample_rate_hz,
            codebook_size=codec.codebook_sizes[0],
        )
        self._stream = RecordingStream(pair.codec, n_threads)

    @classmethod
    def load(cls, pair: ModelPair, n_threads: int) -> Self | None:
        """Return the encoder of a model, or None when its codec comes without.

        Raises
        ------
        ModelError
            When a file is damaged.
        """
        with native_errors():
            codec = read_dac_info(_native.GgufFile(pair.codec))
        return cls(pair, codec, n_threads) if codec.has_encoder else None

    def codes(self, samples: NDArray[np.float32]) -> NDArray[np.int32]:  # noqa: D102
        with native_errors():
            return np.concatenate([codes for codes, _ in self._stream.encode(samples)])

    def cancel(self) -> None:
        """End the encoding in work; see `RecordingEncoder.cancel`."""
        self._stream.cancel()
