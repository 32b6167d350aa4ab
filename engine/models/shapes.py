"""Shapes that a model file must have, in ggml order (fastest dimension first) without trailing ones."""

from __future__ import annotations

from collections.abc import Iterator

Shape = tuple[int | None, ...]
"""One entry a dimension; None is any size."""
Shapes = Iterator[tuple[str, Shape]]
"""Tensors by name."""


def linear(name: str, n_in: int, n_out: int) -> Shapes:
    """Yield the weight and the bias of a linear layer."""
    yield name + ".weight", (n_in, n_out)
    yield name + ".bias", (n_out,)


def conv(name: str, kernel: int, n_in: int | None, n_out: int | None) -> Shapes:
    """Yield the weight and the bias of a convolution."""
    yield name + ".weight", (kernel, n_in, n_out)
    yield name + ".bias", (n_out,)
