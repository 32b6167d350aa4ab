"""What a take records beside its sound, as one file of arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import RequestError
from phonoscope.engine.models.atomic_file import check_folder_of, check_replaceable, replacing
from phonoscope.engine.take import Take

SUFFIX = ".npz"


def check_taps_path(path: Path) -> None:
    """Refuse a path that cannot become such a file, before anything is made.

    Raises
    ------
    RequestError
        When the suffix is another one.
    OutputError
        When the folder does not exist or ``path`` is a folder.
    """
    if path.suffix.lower() != SUFFIX:
        raise RequestError(f"{path}: arrays are written as {SUFFIX}", f"end the name in {SUFFIX}")
    check_replaceable(path)
    check_folder_of(path)


def write_taps(path: Path, take: Take) -> None:
    """Write what a take has recorded so far, whole or not at all.

    The arrays are ``codes``, ``draws`` and ``frames`` as a `Take` has them, ``taps/GROUP`` for the magnitudes of each
    group, and for each layer of which whole states were kept ``states/GROUP.LAYER``, float32 ``[steps, width]``, with
    ``steps/GROUP.LAYER``, int64 ``[steps]``, which says where they belong.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    arrays: dict[str, NDArray[Any]] = {"codes": take.codes, "draws": take.draws, "frames": take.frames}
    arrays |= {f"taps/{group}": rows for group, rows in take.taps.items()}
    kept: dict[str, list[tuple[int, NDArray[np.float32]]]] = {}
    for state in take.kept_states:
        kept.setdefault(f"{state.group}.{state.layer}", []).append((state.step, state.values))
    for name, states in kept.items():
        arrays[f"steps/{name}"] = np.array([step for step, _ in states], np.int64)
        arrays[f"states/{name}"] = np.stack([values for _, values in states])
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type] # none is called allow_pickle
