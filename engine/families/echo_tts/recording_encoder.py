"""Recordings to voices of Echo-TTS: the codec's encoder, then the model's principal components."""

from __future__ import annotations

import functools
from typing import Self

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.codecs.dac.file_info import read_dac_info
from phonoscope.engine.codecs.dac.recording_stream import RecordingStream
from phonoscope.engine.errors import RequestError, native_errors
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.families.echo_tts.declaration import DECLARATION, MAX_VOICE_FRAMES
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.models.metadata_reader import MetadataReader
from phonoscope.engine.models.pair import ModelPair

RESTART_FRAMES = 640
"""The reference encodes so many at a time, each chunk from a silent start."""


class EchoRecordingEncoder(RecordingEncoder):
    """The codec's encoder and the principal components.

    Parameters
    ----------
    pair
        The model's files.
    sample_rate_hz
        Of the codec.
    n_threads
        Threads that compute.
    restart_frames
        Frames after which the encoder begins anew, as if after silence.
    """

    def __init__(
        self, pair: ModelPair, sample_rate_hz: int, n_threads: int, *, restart_frames: int = RESTART_FRAMES
    ) -> None:
        super().__init__(
            pair, frozenset({VoiceKind.LATENTS}), sample_rate_hz=sample_rate_hz, length=DECLARATION.recordings
        )
        self._stream = RecordingStream(pair.codec, n_threads)
        self._restart_frames = restart_frames

    @classmethod
    def load(cls, pair: ModelPair, n_threads: int) -> Self | None:
        """Return the encoder of a model, or None when its codec has none.

        Raises
        ------
        ModelError
            When a file is damaged.
        """
        with native_errors():
            info = read_dac_info(_native.GgufFile(pair.codec))
        return cls(pair, info.sample_rate_hz, n_threads) if info.has_encoder else None

    def latents(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the latents of whole patches, ``[frames, width]``; what is left at the end is dropped.

        Raises
        ------
        RequestError
            When the recording is shorter than a patch or longer than the model was trained with.
        PhonoscopeError
            When it was cancelled.
        """
        with native_errors():
            hop, patch = self._stream.hop_samples, self._patch_frames
            n_frames = len(samples) // hop // patch * patch
            if not 0 < n_frames <= MAX_VOICE_FRAMES:
                seconds = [round(n * hop / self.sample_rate_hz, 2) for n in (patch, MAX_VOICE_FRAMES)]
                raise RequestError(
                    "a recording of {duration_s:.2f} s",
                    "give one of {minimum_s:g} to {maximum_s:g} s",
                    duration_s=len(samples) / self.sample_rate_hz,
                    minimum_s=seconds[0],
                    maximum_s=seconds[1],
                )
            loudness = max(1.0, float(samples.max()), -float(samples.min()))
            encoded = self._stream.encode(
                samples[: n_frames * hop], loudness=loudness, restart_frames=self._restart_frames
            )
            components = self._components
            return np.concatenate([_native.project(*components, latents) for _, latents in encoded if len(latents)])

    def cancel(self) -> None:
        """End the encoding in work; see `RecordingEncoder.cancel`."""
        self._stream.cancel()

    @functools.cached_property
    def _patch_frames(self) -> int:
        return MetadataReader(_native.GgufFile(self._pair.model)).integer("echo-tts.speaker.patch_frames", low=1)

    @functools.cached_property
    def _components(self) -> tuple[NDArray[np.float32], NDArray[np.float32], float]:
        file = _native.GgufFile(self._pair.model)
        read = MetadataReader(file)
        width, latent = read.integer("echo-tts.codec_length", low=1), read.integer("echo-tts.latent_length", low=1)
        components, mean = (
            np.frombuffer(bytes(file.tensor_bytes(name)), np.float32) for name in ("pca.components", "pca.mean")
        )
        scale = read.number("echo-tts.latent_scale", low=1e-9, high=1e9)
        return components.reshape(latent, width), mean, scale
