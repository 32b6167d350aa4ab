"""Names of exported files, made from a pattern such as ``{date} {voice} {text}``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import PurePath

from phonoscope.engine.errors import RequestError
from phonoscope.engine.takes.summary import TakeSummary

FIELDS = ("n", "date", "time", "text", "voice", "model", "seed", "rating", "tags", "id")
DEFAULT_PATTERN = "{n} {voice} {text}"
_FIELD = re.compile(r"\{([^{}]*)\}")
# What one of the common file systems does not take, path separators above all.
_FORBIDDEN = re.compile(r'[\x00-\x1f<>:"/\\|?*]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_MAX_TEXT_CHARACTERS = 40
_MAX_NAME_BYTES = 180  # leaves room for suffixes below the 255 of most file systems


def file_stems(
    takes: Sequence[TakeSummary], pattern: str, is_taken: Callable[[str], bool] = lambda _: False
) -> list[str]:
    """Return a file name without suffix for every take; no two are the same, whatever the pattern.

    Parameters
    ----------
    takes
        In the order in which ``{n}`` numbers them.
    pattern
        Text with fields of `FIELDS` in braces.
    is_taken
        Whether something else has a name already; the take gets another, with a number.

    Raises
    ------
    RequestError
        When the pattern names an unknown field.
    """
    unknown = [name for name in _FIELD.findall(pattern) if name not in FIELDS]
    if unknown or pattern.count("{") != pattern.count("}"):
        raise RequestError(
            "name pattern: unknown field {field}" if unknown else "name pattern: a brace is missing",
            "the fields are {fields}",
            field=f"{{{unknown[0]}}}" if unknown else "",
            fields=", ".join(f"{{{name}}}" for name in FIELDS),
        )
    n_digits = len(str(len(takes)))
    stems: list[str] = []
    used: set[str] = set()
    for number, take in enumerate(takes, 1):
        values = _values(take, f"{number:0{n_digits}}")
        stem = _clean(_FIELD.sub(lambda match, values=values: values[match[1]], pattern))  # type: ignore[misc]
        unique, copy = stem, 2
        while unique.casefold() in used or is_taken(unique):
            unique, copy = f"{stem} ({copy})", copy + 1
        used.add(unique.casefold())
        stems.append(unique)
    return stems


def _values(take: TakeSummary, number: str) -> dict[str, str]:
    made = datetime.fromisoformat(take.created).astimezone()
    return {
        "n": number,
        "date": f"{made:%Y-%m-%d}",
        "time": f"{made:%H%M%S}",
        "text": _beginning(take.text),
        "voice": PurePath(take.voice).stem or "no voice",
        "model": PurePath(take.model).stem,
        "seed": str(take.seed),
        "rating": str(take.rating),
        "tags": take.tags,
        "id": take.id,
    }


def _beginning(text: str) -> str:
    text = " ".join(text.split())
    if len(text) <= _MAX_TEXT_CHARACTERS:
        return text.rstrip(".!?…,;:")
    return text[: _MAX_TEXT_CHARACTERS + 1].rpartition(" ")[0] or text[:_MAX_TEXT_CHARACTERS]


def _clean(name: str) -> str:
    name = " ".join(_FORBIDDEN.sub(" ", name).split()).strip(". ")
    name = name.encode("utf-8")[:_MAX_NAME_BYTES].decode("utf-8", "ignore").strip(". ")
    return f"{name}_" if _RESERVED.fullmatch(name) else name or "take"
