"""Text for several voices: a line that begins with a name in square brackets is spoken by that voice.

    Once upon a time two friends met.
    [af_heart] Good evening!
    [am_adam] Good evening to you.
    I did not expect to see you here.
    [] And so they talked.

A mark holds until the next one: the fourth line is still spoken by am_adam. What stands before the first mark, and
after the empty mark, is spoken by the voice of the request. Only the names of voices that take part are marks; any
other bracket, such as ``[laughs]`` or ``[1]``, is text like the rest and is read out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from phonoscope.engine.text.sanitise import sanitise
from phonoscope.engine.text.segments import SegmentLimits, split_text

_MARK = re.compile(r"^[^\S\n]*\[([^\[\]\n]{0,200})\][^\S\n]*", re.MULTILINE)


@dataclass(frozen=True)
class ScriptPart:
    """Lines that one voice speaks.

    Parameters
    ----------
    voice
        Index into the cast; None for the voice of the request.
    text
        What it says.
    """

    voice: int | None
    text: str


def script_parts(text: str, cast: Sequence[str]) -> list[ScriptPart]:
    """Return the parts of a text, neighbours of one voice joined and blank ones left out.

    Parameters
    ----------
    text
        With marks, or without.
    cast
        The voices that take part, as `marks_voice` takes them; without any the whole text is one part.
    """
    if not cast:
        return [ScriptPart(None, text)] if text.strip() else []
    parts: list[ScriptPart] = []
    voice: int | None = None
    start = 0
    for mark in _MARK.finditer(text):
        name = mark[1].strip()
        index = next((i for i, member in enumerate(cast) if marks_voice(name, member)), None)
        if name and index is None:
            continue
        _add(parts, voice, text[start : mark.start()])
        voice, start = index, mark.end()
    _add(parts, voice, text[start:])
    return parts


def names_in_marks(text: str) -> list[str]:
    """Return every name in brackets at the start of a line, in their order and each once."""
    names = (mark[1].strip() for mark in _MARK.finditer(text))
    return list(dict.fromkeys(name for name in names if name))


def marks_voice(name: str, voice: str) -> bool:
    """Whether a mark of this name means a voice: by its whole name, or its file's with or without folder and suffix."""
    wanted, path = name.casefold(), PurePath(voice)
    return wanted in (voice.casefold(), path.name.casefold(), path.stem.casefold())


def script_lines(text: str, cast: Sequence[str]) -> list[ScriptPart]:
    """Return every line that is not blank as a part of its own, with the voice that speaks it."""
    return [
        ScriptPart(part.voice, line.strip())
        for part in script_parts(text, cast)
        for line in part.text.splitlines()
        if line.strip()
    ]


def script_segments(text: str, cast: Sequence[str], limits: SegmentLimits) -> list[str]:
    """Return the segments in which the parts of a text are spoken, without those in which there is nothing to say."""
    return [
        segment for part in script_parts(text, cast) for segment in split_text(part.text, limits) if sanitise(segment)
    ]


def _add(parts: list[ScriptPart], voice: int | None, text: str) -> None:
    if not text.strip():
        return
    if parts and parts[-1].voice == voice:
        parts[-1] = ScriptPart(voice, parts[-1].text + text)
    else:
        parts.append(ScriptPart(voice, text))
