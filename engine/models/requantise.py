"""GGUF files as the source of a conversion: the same tensors under the same names, in other storage types.

Only files in 32 or 16 bits can be: the error of a second quantisation would come on top of the first one's, and what is
heard would be of neither type.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.errors import ModelError, native_errors
from phonoscope.engine.families.model_family import ModelFamily
from phonoscope.engine.message import Message
from phonoscope.engine.models.config_file import Value
from phonoscope.engine.models.conversion_plan import ConversionPlan, PlannedFile, PlannedTensor, planned
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.models.quantisation import QuantisationPolicy

WIDE_TYPES = ("f32", "f16", "bf16")
_WRITTEN_ANEW = ("general.architecture", "general.file_type", "general.quantization_version")
_CHUNK_VALUES = 1 << 22
_INSTEAD = Message("give a file in 32 or 16 bits, or the published checkpoint")


def check_requantisable(file: _native.GgufFile) -> None:
    """Refuse a file whose weights are quantised.

    Raises
    ------
    ModelError
        Naming the first such tensor.
    """
    for tensor in file.tensors:
        if tensor.type not in WIDE_TYPES:
            raise ModelError(
                "{path}: is quantised already ({name} is {type})",
                _INSTEAD,
                path=file.path,
                name=tensor.name,
                type=tensor.type,
            )


def plan_requantisation(pair: ModelPair, family: ModelFamily, policy: QuantisationPolicy) -> ConversionPlan:
    """Return what a conversion of GGUF files writes.

    Raises
    ------
    ModelError
        When a file is damaged, quantised already, or names tensors as no conversion does, or is to be pruned.
    """
    if policy.pruned:
        raise ModelError("{model}: only a published checkpoint can be pruned", "convert that", model=pair.model)
    with native_errors():
        model = _native.GgufFile(pair.model)
        codec = None if pair.codec == pair.model else _native.GgufFile(pair.codec)
    codec_type = policy.codec_type or ("f32" if policy.type == "f32" else "f16")
    return ConversionPlan(
        model=_plan(model, family, policy, policy.type),
        codec=None if codec is None else _plan(codec, family, policy, codec_type),
    )


def _plan(file: _native.GgufFile, family: ModelFamily, policy: QuantisationPolicy, type_name: str) -> PlannedFile:
    check_requantisable(file)
    keys: list[tuple[str, Value]] = [(k, v) for k, v in file.metadata.items() if k not in _WRITTEN_ANEW]
    tensors = [_plan_tensor(file, tensor, family, policy) for tensor in file.tensors]
    return PlannedFile(str(file.get("general.architecture")), type_name, keys, tensors)


def _plan_tensor(
    file: _native.GgufFile, tensor: _native.GgufTensor, family: ModelFamily, policy: QuantisationPolicy
) -> PlannedTensor:
    shape = _shape(tensor)
    wanted = family.storage_type(file, tensor.name, len(shape), policy)
    where = f"{file.path}: tensor {tensor.name}"
    return planned(tensor.name, wanted, shape, _Rows(file, tensor.name, tensor.type, shape).rows, where)


def _shape(tensor: _native.GgufTensor) -> tuple[int, ...]:
    """Return the shape, slowest dimension first, without the ones that pad it to four dimensions."""
    n_dimensions = max((i + 1 for i, n in enumerate(tensor.ne) if n > 1), default=1)
    return tuple(reversed(tensor.ne[:n_dimensions]))


@dataclass(frozen=True)
class _Rows:
    """The values of a tensor, some rows at a time."""

    file: _native.GgufFile
    name: str
    type: str
    shape: tuple[int, ...]

    def rows(self) -> Iterator[NDArray[np.float32]]:
        n_per_row = self.shape[-1]
        data = self.file.tensor_bytes(self.name).reshape(prod(self.shape[:-1]), -1)
        step = max(1, _CHUNK_VALUES // n_per_row)
        for at in range(0, len(data), step):
            yield _native.dequantize(data[at : at + step].reshape(-1), self.type, n_per_row)
