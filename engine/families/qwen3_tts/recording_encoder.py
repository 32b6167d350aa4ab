"""Recordings to voices of Qwen3-TTS: the talker's speaker encoder and the speech tokenizer's encoder."""

from __future__ import annotations

import functools
from typing import Self

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.errors import VoiceError, native_errors
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.families.qwen3_tts.codec_info import read_codec_info
from phonoscope.engine.families.qwen3_tts.file_info import read_model_info
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.message import Message
from phonoscope.engine.models.pair import ModelPair

_SPEAKER_TABLE = "talker.codec_embd.weight"


class Qwen3RecordingEncoder(RecordingEncoder):
    """The speaker encoder and the speech tokenizer's; each is loaded when it is first needed.

    Parameters
    ----------
    pair
        The model's files.
    kinds
        What they hold encoders for.
    codebook_size
        Entries of each codebook.
    n_threads
        Threads that compute.
    """

    def __init__(self, pair: ModelPair, kinds: frozenset[VoiceKind], codebook_size: int, n_threads: int) -> None:
        super().__init__(pair, kinds, sample_rate_hz=_native.SpeakerEncoder.sample_rate_hz, codebook_size=codebook_size)
        self._n_threads = n_threads

    @classmethod
    def load(cls, pair: ModelPair, n_threads: int) -> Self | None:
        """Return the encoders of a model, or None when it has neither.

        Raises
        ------
        ModelError
            When a file is damaged.
        """
        with native_errors():
            talker = read_model_info(_native.GgufFile(pair.model))
            codec = read_codec_info(_native.GgufFile(pair.codec))
        has = {
            VoiceKind.XVECTOR: talker.has_speaker_encoder,
            # Codes of another rate would need another resampling than the speaker vector of the same recording.
            VoiceKind.CODES: codec.has_encoder and codec.sample_rate_hz == _native.SpeakerEncoder.sample_rate_hz,
        }
        kinds = frozenset(kind for kind, is_there in has.items() if is_there)
        return cls(pair, kinds, codec.codebook_size, n_threads) if kinds else None

    def xvector(self, samples: NDArray[np.float32]) -> NDArray[np.float32]:  # noqa: D102
        self._require(VoiceKind.XVECTOR, Message("speaker encoder"), Message("use a Base model"))
        with native_errors():
            return self._speaker.encode(np.ascontiguousarray(samples, np.float32))

    def speaker(self, name: str) -> NDArray[np.float32]:
        """Return the row of the codec's embedding that stands where an x-vector would.

        Raises
        ------
        VoiceError
            When the model has no speaker of this name.
        """
        with native_errors():
            file = _native.GgufFile(self._pair.model)
            speaker = read_model_info(file).speakers.get(name.lower())
            if speaker is None:
                return super().speaker(name)
            table = next(tensor for tensor in file.tensors if tensor.name == _SPEAKER_TABLE)
            width, n_bytes = table.ne[0], table.n_bytes // table.ne[1]
            row = file.tensor_bytes(table.name)[speaker.id * n_bytes :][:n_bytes]
            return np.asarray(_native.dequantize(row, table.type, width)[0], np.float32)

    def codes(self, samples: NDArray[np.float32]) -> NDArray[np.int32]:  # noqa: D102
        self._require(VoiceKind.CODES, Message("encoder in its codec"), Message("use a codec file that has one"))
        with native_errors():
            return self._codec.encode(np.ascontiguousarray(samples, np.float32))

    def _require(self, kind: VoiceKind, what: Message, advice: Message) -> None:
        if kind not in self.kinds:
            raise VoiceError("{model}: this model has no {what}", advice, model=self._pair.model, what=what)

    @functools.cached_property
    def _speaker(self) -> _native.SpeakerEncoder:
        return _native.SpeakerEncoder(self._pair.model, self._n_threads)

    @functools.cached_property
    def _codec(self) -> _native.CodecEncoder:
        return _native.CodecEncoder(self._pair.codec, self._n_threads)
