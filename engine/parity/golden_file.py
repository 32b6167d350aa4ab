"""Reading recorded activations: an npz file that is not trusted."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import ModelError
from phonoscope.engine.message import Message

Golden = Mapping[str, NDArray[Any]]
"""Recorded activations by name."""
BFLOAT16 = "reference/bfloat16"
"""An array of this name says that the reference computed in that type, where it is not zero."""
ADVICE = Message("give a golden.npz as the golden recorder of this family writes it")
"""For whoever gave something else."""
_MAX_BYTES = 4 << 30


def read_golden(path: Path) -> dict[str, NDArray[Any]]:
    """Return the arrays of a golden file by name.

    Raises
    ------
    ModelError
        When it cannot be read, unpacks to an implausible size, or holds anything but arrays of numbers.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > _MAX_BYTES:
                raise ModelError(
                    "{path}: unpacks to more than {gigabytes} GiB", ADVICE, path=path, gigabytes=_MAX_BYTES >> 30
                )
        with np.load(path, allow_pickle=False) as arrays:
            golden = {name: arrays[name] for name in arrays.files}
    except OSError as error:
        raise ModelError(
            "{path}: {error}", "check the name of the golden file", path=path, error=error.strerror or error
        ) from error
    except (zipfile.BadZipFile, ValueError, EOFError, NotImplementedError) as error:
        raise ModelError("{path}: is no golden file ({error})", ADVICE, path=path, error=error) from error
    for name, values in golden.items():
        if values.dtype.kind not in "fiu":
            raise ModelError(
                "{path}: {name} holds {dtype}, not numbers", ADVICE, path=path, name=name, dtype=values.dtype
            )
    return golden


class LacksArraysError(ModelError):
    """A golden file lacks arrays; which file that is, whoever read it knows."""


def require(golden: Golden, names: Iterable[str]) -> None:
    """Raise `LacksArraysError` unless all ``names`` are there: what a comparison cannot do without."""
    missing = [name for name in names if name not in golden]
    if missing:
        raise LacksArraysError("lacks {missing}", ADVICE, missing=", ".join(missing))


def check_dimensions(path: Path, ours: Mapping[str, Any], recorded: Mapping[str, int]) -> None:
    """Raise `ModelError` unless the model in ``path`` has every dimension that a golden file was recorded with."""
    for name, value in recorded.items():
        if ours[name] != value:
            raise ModelError(
                "{path}: has {name} {ours}, the golden file was recorded with {value}",
                "give the model that the golden file was made with",
                path=path,
                name=name,
                ours=ours[name],
                value=value,
            )
