"""The likeness of a take to its voice, kept in the take's folder beside its figures."""

from __future__ import annotations

import json
from pathlib import Path

from phonoscope.engine import strict_json
from phonoscope.engine.errors import RequestError
from phonoscope.engine.models.atomic_file import replacing
from phonoscope.engine.voices.likeness import Likeness

_FILE = "likeness.json"


def write_likeness(folder: Path, likeness: Likeness) -> None:
    """Keep what was measured.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    with replacing(folder / _FILE) as temporary:
        temporary.write_text(json.dumps(strict_json.to_plain(likeness)) + "\n", "utf-8")


def read_likeness(folder: Path) -> Likeness | None:
    """Return what was measured; None when nothing was, or it is damaged: it can be measured again."""
    try:
        data = (folder / _FILE).read_bytes()
        return strict_json.from_plain(Likeness, strict_json.parse(data, _FILE), _FILE)
    except (OSError, RequestError):
        return None
