"""Checks a model file in full: every tensor against the declared dimensions, every value for being a number."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from phonoscope import _native
from phonoscope.engine.errors import ModelError, native_errors
from phonoscope.engine.families.registry import REGISTRY
from phonoscope.engine.message import Message
from phonoscope.engine.models.quantisation import TYPES
from phonoscope.engine.models.shapes import Shape

_VALUES_AT_ONCE = 1 << 22


@dataclass(frozen=True)
class Problem:
    """What is wrong with one tensor."""

    tensor: str
    problem: str


@dataclass(frozen=True)
class VerifyReport:
    """Outcome of a full check.

    ``unused`` are tensors that the file holds and nothing needs.
    """

    path: Path
    n_tensors: int
    n_values: int
    problems: tuple[Problem, ...]
    unused: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def verify(path: Path, progress: Callable[[int, int], None] = lambda _done, _total: None) -> VerifyReport:
    """Check one GGUF file.

    Parameters
    ----------
    path
        A model, a codec, or both in one.
    progress
        Called with tensors done and tensors in all.

    Raises
    ------
    ModelError
        When the file is no readable GGUF file, holds neither, or its metadata is unusable.
    """
    with native_errors():
        file = _native.GgufFile(path)
        expected = expected_shapes(file)
        tensors = {t.name: t for t in file.tensors}
        problems = tensor_problems(file)
        for done, tensor in enumerate(tensors.values(), start=1):
            n_bad = _count_non_finite(file, tensor) if tensor.type in TYPES else 0
            if n_bad:
                problems.append(Problem(tensor.name, Message("holds {n} values that are not finite numbers", n=n_bad)))
            progress(done, len(tensors))
    return VerifyReport(
        path=path,
        n_tensors=len(tensors),
        n_values=sum(math.prod(t.ne) for t in tensors.values()),
        problems=tuple(problems),
        unused=tuple(name for name in tensors if name not in expected),
    )


def tensor_problems(file: _native.GgufFile) -> list[Problem]:
    """Compare names, shapes and types with what the metadata declares, without reading any values.

    Raises
    ------
    ModelError
        As `expected_shapes`.
    _native.ModelFileError
        When the tensors are as declared, but loading would refuse something else that the metadata declares.
    """
    tensors = {t.name: t for t in file.tensors}
    problems = []
    for name, shape in expected_shapes(file).items():
        if name not in tensors:
            problems.append(Problem(name, Message("is missing")))
            continue
        padded = (*shape, 1, 1, 1)[: len(tensors[name].ne)]
        if any(want not in (None, have) for want, have in zip(padded, tensors[name].ne, strict=True)):
            found = Message("has shape {found}, declared is {wanted}", found=tensors[name].ne, wanted=list(shape))
            problems.append(Problem(name, found))
    for tensor in tensors.values():
        if tensor.type not in TYPES:
            problems.append(
                Problem(tensor.name, Message("is {type}, which cannot be read as weights", type=tensor.type))
            )
    if not problems:
        _native.check_metadata(file)
    return problems


def expected_shapes(file: _native.GgufFile) -> dict[str, Shape]:
    """Return the tensors that a file must hold by what its metadata declares.

    Raises
    ------
    ModelError
        When the file holds neither a model nor a codec, or its metadata is unusable.
    """
    owners = [family for family in REGISTRY if family.holds_model(file)]
    owners = owners or [family for family in REGISTRY if family.holds_codec(file)]
    if not owners:
        raise ModelError(
            "{path}: holds neither a model nor a codec", "give a model that was converted for it", path=file.path
        )
    return owners[0].expected_shapes(file)


def _count_non_finite(file: _native.GgufFile, tensor: _native.GgufTensor) -> int:
    data, n_per_row = file.tensor_bytes(tensor.name), tensor.ne[0]
    row = _native.row_bytes(tensor.type, n_per_row)
    step = max(1, _VALUES_AT_ONCE // n_per_row) * row
    return sum(
        int(np.count_nonzero(~np.isfinite(_native.dequantize(data[at : at + step], tensor.type, n_per_row))))
        for at in range(0, len(data), step)
    )
