"""What a model is, for people: sizes, types, languages, speakers."""

from __future__ import annotations

import collections
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from phonoscope import _native
from phonoscope.engine.errors import native_errors
from phonoscope.engine.families.qwen3_tts.codec_info import Qwen3CodecInfo, read_codec_info
from phonoscope.engine.families.qwen3_tts.file_info import Qwen3ModelInfo, read_model_info
from phonoscope.engine.models.pairing import ModelPair


@dataclass(frozen=True)
class FileDescription:
    """One model file: bytes on disk, number of parameters, tensors of each storage type."""

    path: Path
    n_bytes: int
    n_parameters: int
    tensors_by_type: Mapping[str, int]


@dataclass(frozen=True)
class ModelDescription:
    """A talker and its speech tokenizer; one entry in ``files`` when one file holds both."""

    files: tuple[FileDescription, ...]
    talker: Qwen3ModelInfo
    codec: Qwen3CodecInfo


def describe(pair: ModelPair) -> ModelDescription:
    """Describe a model.

    Raises
    ------
    ModelError
        When a file cannot be read.
    """
    with native_errors():
        talker = _native.GgufFile(pair.talker)
        codec = talker if pair.codec == pair.talker else _native.GgufFile(pair.codec)
        files = [talker] if codec is talker else [talker, codec]
        return ModelDescription(
            files=tuple(_describe_file(file) for file in files),
            talker=read_model_info(talker),
            codec=read_codec_info(codec),
        )


def _describe_file(file: _native.GgufFile) -> FileDescription:
    return FileDescription(
        path=file.path,
        n_bytes=file.path.stat().st_size,
        n_parameters=sum(math.prod(t.ne) for t in file.tensors),
        tensors_by_type=dict(collections.Counter(t.type for t in file.tensors)),
    )
