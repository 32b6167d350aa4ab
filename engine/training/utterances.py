"""Utterances of a corpus, how they are read aloud, and the file that holds them."""

from __future__ import annotations

import lzma
import pickle
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

MAX_CHARACTERS = 320
MAX_PHONEMES = 330
SHOUT = re.compile(r"\b[A-Z]{2,}\b")


@dataclass
class Reading:
    """How one accent reads an utterance.

    Attributes
    ----------
    phonemes : ndarray of uint8
        Teacher phoneme ids.
    characters : ndarray of int16
        For each phoneme the index of the character it speaks.
    """

    phonemes: NDArray[np.uint8]
    characters: NDArray[np.int16]


@dataclass
class Utterance:
    """One line of the corpus.

    Attributes
    ----------
    kind : str
        Where the text comes from: ``prose``, ``pseudo``, ``phrase`` or ``word``.
    text : str
        What the language model reads.
    american, british : Reading or None
        Readings of English; a British one is made for a part of the corpus only.
    french : Reading or None
        The reading of French.
    """

    kind: str
    text: str
    american: Reading | None
    british: Reading | None
    french: Reading | None = None

    @property
    def language(self) -> str:
        """Name of the language, as the model's tag says it."""
        return "english" if self.french is None else "french"


def with_variants(kind: str, text: str, rng: random.Random) -> str:
    """Sometimes change case or drop the final stop (character positions stay the same)."""
    draw = rng.random()
    if not SHOUT.search(text):
        if draw < 0.08:
            text = text.lower()
        elif draw < 0.10 and kind != "word":
            text = text.upper()
    if rng.random() < (0.5 if kind == "word" else 0.06) and text[-1] == "." and text[-2:] != "..":
        text = text[:-1]
    return text


def save(path: Path, utterances: Sequence[Utterance]) -> None:
    """Write a corpus (compressed), whole or not at all."""
    rows = [
        (
            u.kind,
            u.text,
            *((r.phonemes, r.characters) if r else None for r in (u.american, u.british, u.french)),
        )
        for u in utterances
    ]
    partial = path.with_suffix(".part")
    partial.write_bytes(lzma.compress(pickle.dumps(rows, 4), preset=1))
    partial.replace(path)


def load(*paths: Path) -> list[Utterance]:
    """Read what `save` wrote, one file after the other (only files of your own: the format is pickle)."""
    return [
        Utterance(kind, text, *(Reading(*reading) if reading else None for reading in readings))
        for path in paths
        for kind, text, *readings in pickle.loads(lzma.decompress(path.read_bytes()))
    ]
