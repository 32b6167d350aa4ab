"""Text as Echo-TTS reads it: a few characters replaced, a speaker tag where none is, bytes for ids."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from phonoscope import _native

MAX_IDS: int = _native.ECHO_MAX_TEXT_IDS
"""Longest text that the model was trained on, in ids; the reference keeps the first so many and drops the rest."""
_BOS = 0
# In this order, as the reference replaces them; left quotes and the en dash it leaves alone.
_REPLACEMENTS = (
    ("\u2026", "..."),
    ("\u2019", "'"),
    ("\u201d", '"'),
    ("\n", " "),
    (":", ","),
    (";", ","),
    ("\u2014", ", "),
)


@dataclass(frozen=True)
class EchoText:
    """A text ready for the model.

    Parameters
    ----------
    normalised
        What is spoken.
    ids
        Beginning of text and UTF-8 bytes, int32 ``[n]``, n at most `MAX_IDS`.
    n_dropped
        Bytes at the end that the model cannot take.
    """

    normalised: str
    ids: NDArray[np.int32]
    n_dropped: int


def normalise(text: str) -> str:
    """Return ``text`` with the reference's replacements, behind ``[S1]`` unless it names its speaker or begins a note.

    >>> normalise("Wait: really\u2026")
    '[S1] Wait, really...'
    """
    for old, new in _REPLACEMENTS:
        text = text.replace(old, new)
    if not text.startswith(("[", "(")) and "S1" not in text and "S2" not in text:
        text = "[S1] " + text
    return text


def encode(text: str) -> EchoText:
    """Return the ids of ``text``: 0, then the UTF-8 bytes of its normalised form, cut where the model ends."""
    normalised = normalise(text)
    data = np.frombuffer(normalised.encode("utf-8"), np.uint8)
    ids = np.concatenate([np.array([_BOS], np.int32), data.astype(np.int32)])
    return EchoText(normalised, ids[:MAX_IDS], max(0, len(ids) - MAX_IDS))
