"""The file ``notes.json`` of a take: what people say of it, kept beside it for the day when the index is lost."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from pathlib import Path

from phonoscope.engine import strict_json
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.models.atomic_file import replacing

_FILE = "notes.json"
_VERSION = 1


@dataclass(frozen=True)
class TakeNotes:
    """What people say of a take; see `phonoscope.engine.takes.summary.TakeSummary`."""

    rating: int = 0
    tags: str = ""
    notes: str = ""
    binned: bool = False


def write_notes(folder: Path, notes: TakeNotes) -> None:
    """Write the file into a take's folder, whole or not at all.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    plain = {"version": _VERSION, **strict_json.to_plain(notes)}
    with replacing(folder / _FILE) as temporary:
        temporary.write_text(json.dumps(plain, ensure_ascii=False, indent=1) + "\n", "utf-8")


def read_notes(folder: Path) -> TakeNotes:
    """Return what the file in a take's folder says; nothing when there is none, or none that can be read."""
    with contextlib.suppress(OSError, PhonoscopeError):
        with (folder / _FILE).open("rb") as file:
            plain = strict_json.parse(file.read(strict_json.MAX_JSON_BYTES + 1), _FILE)
        if isinstance(plain, dict) and plain.pop("version", None) == _VERSION:
            return strict_json.from_plain(TakeNotes, plain, _FILE)
    return TakeNotes()
