"""The file ``underruns.json`` of a take: where sound was missing when it was first heard, while it was made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from phonoscope.engine.takes.side_file import read_side_file, write_side_file

UNDERRUNS = "underruns.json"
_VERSION = 1


@dataclass(frozen=True)
class _Underruns:
    times_s: tuple[float, ...] = ()


def write_underruns(folder: Path, times_s: Iterable[float]) -> None:
    """Write the file into a take's folder, whole or not at all.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    write_side_file(folder / UNDERRUNS, _Underruns(tuple(times_s)), _VERSION)


def read_underruns(folder: Path) -> list[float]:
    """Return the times in seconds; none when there is no file, or none that can be read."""
    kept = read_side_file(folder / UNDERRUNS, _Underruns, _VERSION) or _Underruns()
    return [time_s for time_s in kept.times_s if time_s >= 0]
