"""What a model is, for people: its files, and what its family knows of it."""

from __future__ import annotations

import collections
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from phonoscope import _native
from phonoscope.engine.errors import native_errors
from phonoscope.engine.families.registry import family_of
from phonoscope.engine.models.pair import ModelPair


@dataclass(frozen=True)
class FileDescription:
    """One model file: bytes on disk, number of parameters, tensors of each storage type."""

    path: Path
    n_bytes: int
    n_parameters: int
    tensors_by_type: Mapping[str, int]


@dataclass(frozen=True)
class ModelDescription:
    """A model and its codec; one entry in ``files`` when one file holds both. ``facts`` are those of its family."""

    files: tuple[FileDescription, ...]
    facts: Mapping[str, Any]


def describe(pair: ModelPair) -> ModelDescription:
    """Describe a model.

    Raises
    ------
    ModelError
        When a file cannot be read.
    """
    with native_errors():
        model = _native.GgufFile(pair.model)
        codec = model if pair.codec == pair.model else _native.GgufFile(pair.codec)
        files = [model] if codec is model else [model, codec]
        return ModelDescription(
            files=tuple(_describe_file(file) for file in files), facts=family_of(model).facts(model, codec)
        )


def _describe_file(file: _native.GgufFile) -> FileDescription:
    return FileDescription(
        path=file.path,
        n_bytes=file.path.stat().st_size,
        n_parameters=sum(math.prod(t.ne) for t in file.tensors),
        tensors_by_type=dict(collections.Counter(t.type for t in file.tensors)),
    )
