"""What a conversion will write: files, their metadata, their tensors and where each tensor's values come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.models.config_file import Value
from phonoscope.engine.models.quantisation import fitting, tensor_bytes

Rows = Callable[[], Iterator[NDArray[np.float32]]]
"""Gives the values of a tensor, float32 ``[rows, n_per_row]``, a bounded number at a time."""


@dataclass(frozen=True)
class Fallback:
    """A tensor whose rows are no whole number of the blocks of the type that was asked for."""

    tensor: str
    wanted: str
    written: str


@dataclass(frozen=True)
class PlannedTensor:
    """One tensor to write; made by `planned`.

    Parameters
    ----------
    name
        In the GGUF file.
    type
        Storage type.
    shape
        Slowest dimension first.
    rows
        Its values.
    source
        Where they come from, for messages: file and name of the tensor.
    fallback
        When another type was asked for.
    """

    name: str
    type: str
    shape: tuple[int, ...]
    rows: Rows
    source: str
    fallback: Fallback | None

    @property
    def n_per_row(self) -> int:
        """Length of the fastest dimension."""
        return self.shape[-1]

    @property
    def n_bytes(self) -> int:
        """Bytes that it will take."""
        return tensor_bytes(self.type, prod(self.shape), self.n_per_row)


def planned(name: str, wanted_type: str, shape: tuple[int, ...], rows: Rows, source: str) -> PlannedTensor:
    """Return a tensor to write in ``wanted_type``, or in the next one that its rows fit into."""
    written = fitting(wanted_type, shape[-1])
    fallback = Fallback(name, wanted_type, written) if written != wanted_type else None
    return PlannedTensor(name, written, shape, rows, source, fallback)


@dataclass(frozen=True)
class PlannedFile:
    """One GGUF file to write.

    Parameters
    ----------
    architecture
        Its ``general.architecture``.
    type
        Storage type that it is known by.
    keys
        The rest of its metadata.
    tensors
        In the order in which they are written.
    """

    architecture: str
    type: str
    keys: list[tuple[str, Value]]
    tensors: list[PlannedTensor]


@dataclass(frozen=True)
class ConversionPlan:
    """The halves of a model that a checkpoint holds, at least one of them."""

    model: PlannedFile | None
    codec: PlannedFile | None
