"""The file ``notes.json`` of a take: what people say of it, kept beside it for the day when the index is lost."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path

from phonoscope.engine.takes.side_file import read_side_file, write_side_file

_FILE = "notes.json"
_VERSION = 1
MAX_RATING = 5


@dataclass(frozen=True)
class TakeNotes:
    """What people say of a take; see `phonoscope.engine.takes.summary.TakeSummary`."""

    rating: int = 0
    tags: str = ""
    notes: str = ""
    binned: bool = False


SAID = tuple(field.name for field in fields(TakeNotes))


def write_notes(folder: Path, notes: TakeNotes) -> None:
    """Write the file into a take's folder, whole or not at all.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    write_side_file(folder / _FILE, notes, _VERSION)


def read_notes(folder: Path) -> TakeNotes:
    """Return what the file in a take's folder says; nothing when there is none, or none that can be read."""
    notes = read_side_file(folder / _FILE, TakeNotes, _VERSION) or TakeNotes()
    return replace(notes, rating=max(0, min(MAX_RATING, notes.rating)))
