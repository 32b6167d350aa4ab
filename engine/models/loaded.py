"""What a loaded model is and takes, for people."""

from __future__ import annotations

import collections
from dataclasses import dataclass
from pathlib import Path

from phonoscope import _native
from phonoscope.engine.errors import native_errors
from phonoscope.engine.models.pair import ModelPair

_PAGE_FIELD_RESIDENT = 1  # of /proc/self/statm


@dataclass(frozen=True)
class LoadedModel:
    """Figures of a loaded model.

    Parameters
    ----------
    title
        What the model's file calls it.
    quantisation
        The storage type that most bytes of the weights have.
    device
        Where it computes.
    n_threads
        Threads that compute.
    weight_bytes
        Size of the weights, which stay mapped from their files.
    sample_rate_hz
        Rate of the sound.
    """

    title: str
    quantisation: str
    device: str
    n_threads: int
    weight_bytes: int
    sample_rate_hz: int


def storage(pair: ModelPair) -> tuple[str, int]:
    """Return the storage type that most bytes of the model's own file have, and the bytes of all its weights.

    Raises
    ------
    ModelError
        When a file cannot be read.
    """
    with native_errors():
        files = [_native.GgufFile(path) for path in dict.fromkeys((pair.model, pair.codec))]
    by_type: collections.Counter[str] = collections.Counter()
    for tensor in files[0].tensors:
        by_type[tensor.type] += tensor.n_bytes
    total = sum(tensor.n_bytes for file in files for tensor in file.tensors)
    return by_type.most_common(1)[0][0], total


def resident_bytes() -> int | None:
    """Return the memory that this program occupies now; None where the system does not say."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[_PAGE_FIELD_RESIDENT])
    except (ImportError, OSError, ValueError):
        return None
    return pages * resource.getpagesize()
