"""A row of the library: what people call, tag and sort a voice by, as a value and as it lies in the database."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from typing import Any

from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.voices.card import Consent

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class VoiceEntry:
    """A row of the library.

    Parameters
    ----------
    id
        Name of the voice's file without its suffix; it begins with the time, so that names sort by age.
    name, tags, language, licence, notes, consent
        As on its card; the library's are the newer ones.
    folder
        Where people keep it, parts separated by ``/``; empty for none.
    kind, width, n_codebooks, codebook_size
        What it is made of, and which models it belongs to.
    content
        Content hash of its numbers.
    created
        Date and time in UTC, ISO 8601.
    binned
        Whether it lies in the bin.
    """

    id: str
    name: str
    folder: str
    tags: tuple[str, ...]
    language: str
    licence: str
    notes: str
    consent: Consent
    kind: VoiceKind
    width: int
    n_codebooks: int
    codebook_size: int
    content: str
    created: str
    binned: bool = False

    def answers_to(self, words: str, described: str = "") -> bool:
        """Whether every one of these words begins one of name, folder, tags, language, kind, notes or ``described``."""
        said = " ".join((self.name, self.folder, *self.tags, self.language, self.kind, self.notes, described))
        have = _WORD.findall(said.lower())
        return all(any(known.startswith(word) for known in have) for word in _WORD.findall(words.lower()))


COLUMNS = tuple(field.name for field in fields(VoiceEntry))
Row = list[str | int]


def to_row(entry: VoiceEntry) -> Row:
    """Return the values of `COLUMNS` as the database keeps them."""
    plain = dict(zip(COLUMNS, astuple(entry), strict=True))
    plain |= {"tags": json.dumps(entry.tags, ensure_ascii=False), "binned": int(entry.binned)}
    plain |= {"kind": entry.kind.value, "consent": entry.consent.value}
    return list(plain.values())


def from_row(row: Iterable[Any]) -> VoiceEntry:
    """Return what a row of the database says; the inverse of `to_row`."""
    plain = dict(zip(COLUMNS, row, strict=True))
    plain |= {"tags": tuple(json.loads(plain["tags"])), "binned": bool(plain["binned"])}
    plain |= {"kind": VoiceKind(plain["kind"]), "consent": Consent(plain["consent"])}
    return VoiceEntry(**plain)


def usual_width(entries: Iterable[VoiceEntry]) -> int:
    """Return the length of x-vectors that most of some voices have, the least of equals; 0 where none has one."""
    widths = [entry.width for entry in entries if entry.width]
    return max(sorted(set(widths)), key=widths.count, default=0)
