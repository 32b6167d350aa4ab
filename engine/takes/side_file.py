"""Small JSON files beside a take, on which nothing else of it depends: missing or damaged, they say nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, TypeVar

from phonoscope.engine import strict_json
from phonoscope.engine.errors import RequestError
from phonoscope.engine.models.atomic_file import replacing

T = TypeVar("T")


def write_side_file(path: Path, value: Any, version: int | None = None) -> None:
    """Write a dataclass, and the version of its format where there may be several, whole or not at all.

    Raises
    ------
    OutputError
        When it cannot be written.
    """
    plain = strict_json.to_plain(value)
    if version is not None:
        plain = {"version": version, **plain}
    with replacing(path) as temporary:
        temporary.write_text(json.dumps(plain, ensure_ascii=False) + "\n", "utf-8")


def read_side_file(path: Path, kind: type[T], version: int | None = None) -> T | None:
    """Return the dataclass in a file; None when there is none, or none of this version that can be read."""
    try:
        with path.open("rb") as file:
            plain = strict_json.parse(file.read(strict_json.MAX_JSON_BYTES + 1), path.name)
        if version is not None and (not isinstance(plain, dict) or plain.pop("version", None) != version):
            return None
        return strict_json.from_plain(kind, plain, path.name)
    except (OSError, RequestError):
        return None
