"""A published Audio8 checkpoint: the folder as it was released, or everything of it packed into one GGUF file.

The packed form is that of audio.cpp's conversions: tensors of the released names below ``model_weights.`` and
``codec_weights.`` (the codec's weight normalisation folded), any of them quantised; ``config.json`` and
``tokenizer.json`` as texts in the metadata, which are known by what is in them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.codecs.dac.conversion import CodecSettings, codec_tensors, find_codec
from phonoscope.engine.errors import ModelError, native_errors
from phonoscope.engine.models.checkpoint import SourceTensor, open_tensors, read_text, weight_files
from phonoscope.engine.models.config_file import Config
from phonoscope.engine.models.quantisation import TYPES

_MODEL, _CODEC = "model_weights.", "codec_weights."
_CODEC_NAME = "Audio8-Codec-44kHz"
_MAX_TOKENIZER_BYTES = 64 << 20
_VALUES_AT_ONCE = 1 << 22


@dataclass(frozen=True)
class Published:
    """What a conversion starts from.

    Parameters
    ----------
    config, generation
        Its configurations; empty ones where there are none.
    tokenizer
        The text of ``tokenizer.json``, or None.
    model
        Tensors of slow and fast model by name; empty for a codec alone.
    codec
        Tensors of the codec by name; empty for a model alone.
    codec_settings
        What its tensors do not tell.
    """

    config: Config
    generation: Config
    tokenizer: str | None
    model: Mapping[str, SourceTensor]
    codec: Mapping[str, SourceTensor]
    codec_settings: CodecSettings


def read_published(path: Path) -> Published:
    """Open a checkpoint.

    Raises
    ------
    ModelError
        When it is incomplete or damaged.
    """
    return _read_packed(path) if path.is_file() else _read_folder(path)


def is_packed(path: Path) -> bool:
    """Whether a file is a checkpoint packed into GGUF; false also when it cannot be read."""
    try:
        with native_errors():
            return path.is_file() and any(t.name.startswith(_MODEL) for t in _native.GgufFile(path).tensors)
    except ModelError:
        return False


def _read_folder(folder: Path) -> Published:
    codec = find_codec(folder)
    holds_model = any(path.is_file() for path in weight_files(folder))
    if not holds_model and codec is None:
        raise ModelError(
            "{folder}: has neither model.safetensors nor codec.pth", "give a complete folder", folder=folder
        )
    generation, tokenizer = folder / "generation_config.json", folder / "tokenizer.json"
    return Published(
        config=Config.read(folder / "config.json") if holds_model else Config(folder / "config.json", {}),
        generation=Config.read(generation) if generation.is_file() else Config(generation, {}),
        tokenizer=read_text(tokenizer, _MAX_TOKENIZER_BYTES) if tokenizer.is_file() else None,
        model=open_tensors(folder) if holds_model else {},
        codec={} if codec is None else codec_tensors(codec),
        codec_settings=CodecSettings(_CODEC_NAME) if codec is None else CodecSettings.beside(_CODEC_NAME, codec),
    )


def _read_packed(path: Path) -> Published:
    with native_errors():
        file = _native.GgufFile(path)
    config: dict[str, Any] = {}
    generation: dict[str, Any] = {}
    tokenizer = None
    for text in (value for value in file.metadata.values() if isinstance(value, str) and value.startswith("{")):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if value.get("model_type") == "arktts":
            config = value
        elif "added_tokens" in value and "model" in value:
            tokenizer = text
        elif "top_k" in value or "temperature" in value:
            generation = value
    if not config:
        raise ModelError("{path}: holds no config.json", "give the published folder", path=path)
    tensors = [_PackedTensor.of(path, file, tensor) for tensor in file.tensors]
    return Published(
        config=Config(path, config),
        generation=Config(path, generation),
        tokenizer=tokenizer,
        model=_below(_MODEL, tensors),
        codec=_below(_CODEC, tensors),
        codec_settings=CodecSettings.described(_CODEC_NAME, Config(path, config)) or CodecSettings(_CODEC_NAME),
    )


def _below(prefix: str, tensors: list[_PackedTensor]) -> dict[str, SourceTensor]:
    return {
        tensor.name.removeprefix(prefix): tensor.renamed(prefix) for tensor in tensors if tensor.name.startswith(prefix)
    }


@dataclass(frozen=True)
class _PackedTensor(SourceTensor):
    """A tensor of a GGUF file, of any storage type."""

    file: _native.GgufFile
    stored_name: str

    @classmethod
    def of(cls, path: Path, file: _native.GgufFile, tensor: _native.GgufTensor) -> _PackedTensor:
        if tensor.type not in TYPES:
            raise ModelError(
                "{path}: tensor {name} is {type}",
                "give the published folder",
                path=path,
                name=tensor.name,
                type=tensor.type,
            )
        shape = list(reversed(tensor.ne))
        while len(shape) > 1 and shape[0] == 1:  # dimensions that ggml adds behind the last
            shape.pop(0)
        if tensor.name.endswith(".conv.weight"):  # but a convolution keeps a single output
            shape = [1] * (3 - len(shape)) + shape
        return cls(tensor.name, path, tensor.type, tuple(shape), 0, file, tensor.name)

    def renamed(self, prefix: str) -> _PackedTensor:
        name = self.name.removeprefix(prefix)
        return _PackedTensor(name, self.path, self.dtype, self.shape, 0, self.file, self.stored_name)

    def rows(self) -> Iterator[NDArray[np.float32]]:
        data, n_per_row = self.file.tensor_bytes(self.stored_name), self.n_per_row
        row = _native.row_bytes(self.dtype, n_per_row)
        step = max(1, _VALUES_AT_ONCE // n_per_row) * row
        for at in range(0, len(data), step):
            values = _native.dequantize(data[at : at + step], self.dtype, n_per_row).reshape(-1, n_per_row)
            if not np.isfinite(values).all():
                raise ModelError(
                    "{path}: tensor {name} holds values that are not finite",
                    "fetch it again",
                    path=self.path,
                    name=self.name,
                )
            yield values
