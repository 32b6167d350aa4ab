"""Tensors as files store them, for counts made by hand."""

from dataclasses import dataclass


@dataclass
class Tensor:
    """What a count looks at."""

    name: str
    ne: list[int]
    n_bytes: int


def matrix(name: str, *ne: int) -> Tensor:
    """Return a matrix of two bytes a value."""
    return Tensor(name, [*ne, *[1] * (4 - len(ne))], 2 * ne[0] * ne[1])
