"""The file ``underruns.json`` of a take: where sound was missing when it was first heard, while it was made."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from phonoscope.engine import strict_json
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.models.atomic_file import replacing

_FILE = "underruns.json"
_VERSION = 1


@dataclass(frozen=True)
class _Underruns:
    version: int
    times_s: tuple[float, ...]


def write_underruns(folder: Path, times_s: Iterable[float]) -> None:
    """Write the file into a take's folder, whole or not at all.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    plain = strict_json.to_plain(_Underruns(_VERSION, tuple(times_s)))
    with replacing(folder / _FILE) as temporary:
        temporary.write_text(json.dumps(plain) + "\n", "utf-8")


def read_underruns(folder: Path) -> list[float]:
    """Return the times in seconds; none when there is no file, or none that can be read."""
    with contextlib.suppress(OSError, PhonoscopeError):
        with (folder / _FILE).open("rb") as file:
            plain = strict_json.parse(file.read(strict_json.MAX_JSON_BYTES + 1), _FILE)
        kept = strict_json.from_plain(_Underruns, plain, _FILE)
        if kept.version == _VERSION:
            return [time_s for time_s in kept.times_s if time_s >= 0]
    return []
