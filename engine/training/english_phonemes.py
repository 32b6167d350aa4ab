"""English text in the teacher's phonemes, each with the character that it speaks.

Needs the Apache-2.0 package ``hibari-tts`` (grapheme to phoneme, word lists).
"""

from __future__ import annotations

import gzip
import importlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from phonoscope.engine.training.utterances import MAX_PHONEMES, Reading

_phonemizers: dict[bool, Any] = {}


def _assets() -> Path:
    return Path(str(importlib.import_module("hibari").__file__)).with_name("assets")


def word_table(name: str) -> dict[str, Any]:
    """Give one of the package's tables whose keys are words."""
    with gzip.open(_assets() / f"{name}.json.gz") as file:
        table: dict[str, Any] = json.load(file)
    return table


@cache
def phoneme_ids() -> dict[str, int]:
    """Give the teacher's number of every phoneme and mark."""
    table: dict[str, Any] = json.loads((_assets() / "vocab.json").read_text(encoding="utf-8"))
    ids: dict[str, int] = table.get("vocab", table)
    return ids


def read_english(text: str, british: bool, most: int = MAX_PHONEMES) -> Reading | None:
    """Give the teacher's phonemes of a text, aligned to its characters.

    Parameters
    ----------
    text : str
        Plain English.
    british : bool
        Which accent.
    most : int
        Phonemes at most.

    Returns
    -------
    Reading or None
        None when the text can't be read or is too long for the teacher.
    """
    if british not in _phonemizers:
        _phonemizers[british] = importlib.import_module("hibari.g2p").G2P(british=british)
    g2p, ids_of = _phonemizers[british], phoneme_ids()
    normalize = importlib.import_module("hibari.g2p.normalize").normalize
    try:
        tokens = g2p.phonemize_tokens(g2p.tokenize(normalize(text)))
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        return None
    pairs: list[tuple[int, int]] = []
    position = 0
    last = len(text) - 1
    for token in tokens:
        phonemes = token.phonemes or ""
        start = text.find(token.text, position)
        end = start + len(token.text)
        if start < 0:
            start = end = position
        else:
            position = end
        for j, phoneme in enumerate(phonemes):
            at = start + int((j + 0.5) / len(phonemes) * (end - start))
            if phoneme in ids_of:
                pairs.append((ids_of[phoneme], min(last, at)))
        if token.whitespace:
            pairs.append((ids_of[" "], min(last, end)))
    if not 2 <= len(pairs) <= most:
        return None
    ids, characters = zip(*pairs, strict=True)
    return Reading(np.array(ids, np.uint8), np.array(characters, np.int16))
