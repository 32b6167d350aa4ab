"""The likeness of a take to its voice, kept in the take's folder beside its figures."""

from __future__ import annotations

from pathlib import Path

from phonoscope.engine.takes.side_file import read_side_file, write_side_file
from phonoscope.engine.voices.likeness import Likeness

LIKENESS = "likeness.json"


def write_likeness(folder: Path, likeness: Likeness) -> None:
    """Keep what was measured.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    write_side_file(folder / LIKENESS, likeness)


def read_likeness(folder: Path) -> Likeness | None:
    """Return what was measured; None when nothing was, or it is damaged: it can be measured again."""
    likeness = read_side_file(folder / LIKENESS, Likeness)
    if likeness is None or not likeness.drift or len(likeness.drift) != len(likeness.times_s):
        return None
    return likeness
