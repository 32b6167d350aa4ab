"""French text in the teacher's phonemes, each with the character that it speaks.

The program ``espeak-ng`` (1.51 or later) is run beside step 1 to read French; nothing of it is in the models or needed
to run them. It joins words ("tout le monde" is one to it), so characters are found by aligning its phonemes to the
letters.
"""

# Phonetic letters look like others.
# ruff: noqa: RUF001

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence

import numpy as np
from phonoscope.engine.training.english_phonemes import phoneme_ids
from phonoscope.engine.training.utterances import MAX_PHONEMES, Reading

_CLAUSE = re.compile(r"[^,.;:!?()\"]+|[,.;:!?()\"]")
_FOREIGN = re.compile(r"\([a-z-]+\)")  # espeak-ng marks where it changes to the rules of another language
_STRESS = "ˈˌ"
# What it reads wrongly, spelled so that it does not: "joues" always, the others where it would change the language.
_RESPELLED_ALWAYS = ((re.compile(r"oue(?:s|nt)\b"), "oue"),)
_RESPELLED = (
    (re.compile(r"(?<!s)th", re.IGNORECASE), "t"),
    (re.compile(r"(?<![ao])y\b"), "i"),
    (re.compile(r"\bdos\b"), "dau"),
    (re.compile(r"\bbruns\b"), "brun"),
    (re.compile(r"sieds?\b"), "sié"),
    (re.compile(r"\b([Gg])rand'"), r"\1rand "),
    (re.compile(r"'h(?!ier\b)"), "'"),
)
# Which letters may spell a sound; the tilde is the nasal part of a vowel.
_SPELLED_BY = {
    "a": "aàâeiî", "ɑ": "aâàe", "b": "b", "d": "d", "e": "eéèêëaæœi", "ɛ": "eèêëéaiïy", "f": "fp", "i": "iîïy",
    "j": "iïyl", "k": "ckqx", "l": "l", "m": "m", "n": "n", "o": "oôaue", "ɔ": "oôau", "p": "pb", "s": "scçtxz",
    "t": "td", "u": "uùûow", "v": "vwf", "w": "ouw", "y": "uûü", "z": "zsx", "ø": "eœu", "œ": "eœu", "ə": "eao",
    "ɡ": "gcx", "ɥ": "u", "ŋ": "n", "ɲ": "gn", "ʁ": "r", "ʃ": "cs", "ʒ": "jg", "\u0303": "nm", " ": " -'",
}  # fmt: skip
_WRONG_LETTER, _SAME_LETTER, _SILENT_LETTER, _JOINED_WORDS = 1.0, 0.4, 0.2, 0.1


def clauses_of(text: str) -> list[str]:
    """Cut a text into what lies between punctuation, and the punctuation itself."""
    return _CLAUSE.findall(text)


def espeak(clauses: Sequence[str]) -> list[str]:
    """Read clauses with ``espeak-ng``.

    Parameters
    ----------
    clauses
        French words, without punctuation that ends a clause.

    Returns
    -------
    list of str
        Phonemes of each clause in the International Phonetic Alphabet, words separated by blanks; where the rules of
        another language begin or end, its name in brackets.

    Raises
    ------
    RuntimeError
        When the program is missing, or does not answer every clause with one line.
    """
    program = shutil.which("espeak-ng")
    if program is None:
        raise RuntimeError("French text needs the program espeak-ng: install it with the system's package manager")
    written = "\n\n".join(clause.strip() for clause in clauses) + "\n"
    done = subprocess.run(
        [program, "-v", "fr", "--ipa", "-q", "--stdin"], input=written, capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    if len(lines) != len(clauses):
        raise RuntimeError(f"espeak-ng answered {len(clauses)} clauses with {len(lines)} lines")
    return [line.replace("-", "").strip() for line in lines]


def _respelled(clause: str, rules: Sequence[tuple[re.Pattern[str], str]]) -> str:
    for pattern, spelling in rules:
        clause = pattern.sub(spelling, clause)
    return clause


def hear(clauses: Sequence[str]) -> list[str | None]:
    """Give the French phonemes of clauses; None for those that hold words of another language.

    ``espeak-ng`` takes some French words for English ones ("dos", "jury", "absinthe") and then reads on in English:
    such clauses are read a second time, spelled otherwise.
    """
    written = [_respelled(clause, _RESPELLED_ALWAYS) for clause in clauses]
    heard: list[str | None] = list(espeak(written)) if written else []
    foreign = [n for n, phonemes in enumerate(heard) if phonemes and _FOREIGN.search(phonemes)]
    again = espeak([_respelled(written[n], _RESPELLED) for n in foreign]) if foreign else []
    for n, phonemes in zip(foreign, again, strict=True):
        heard[n] = None if _FOREIGN.search(phonemes) else phonemes
    return heard


def align(phonemes: str, letters: str) -> list[int]:
    """Find for each phoneme the letter that spells it: the cheapest path that never goes back.

    Parameters
    ----------
    phonemes
        Of one clause, with blanks and stress marks.
    letters
        The clause as written.

    Returns
    -------
    list of int
        Indices into ``letters``, as many as phonemes.
    """
    low = letters.lower()
    silent = [_JOINED_WORDS if c in " -'" else _SILENT_LETTER for c in low]
    sounds = [p for p in phonemes if p not in _STRESS]
    best: list[float] = []
    came_from: list[list[int]] = []
    for n, sound in enumerate(sounds):
        fitting = _SPELLED_BY.get(sound, sound)
        row, pointers = [], []
        skipped, at = (0.0, -1) if n == 0 else (np.inf, -1)  # cheapest way to come from an earlier letter
        for i, letter in enumerate(low):
            stay = best[i] + (0.0 if sound == "\u0303" else _SAME_LETTER) if n else np.inf
            cost, source = (skipped, at) if skipped <= stay else (stay, i)
            row.append(cost + (0.0 if letter in fitting else _WRONG_LETTER))
            pointers.append(source)
            skipped += silent[i]
            if n and best[i] < skipped:
                skipped, at = best[i], i
        best = row
        came_from.append(pointers)
    left = np.cumsum([0.0, *silent[:0:-1]])[::-1]
    where = int(np.argmin(np.array(best) + left)) if best else 0
    found: list[int] = []
    for pointers in reversed(came_from):
        found.append(where)
        where = pointers[where]
    found.reverse()
    out, following = [], 0
    for phoneme in phonemes:
        out.append(found[min(following, len(found) - 1)] if found else 0)
        following += phoneme not in _STRESS
    return out


def read_french(texts: Sequence[str], most: int = MAX_PHONEMES) -> list[Reading | None]:
    """Give the teacher's phonemes of French texts, aligned to their characters.

    Parameters
    ----------
    texts
        French in words and common punctuation.
    most
        Phonemes at most.

    Returns
    -------
    list of (Reading or None)
        None where a text has nothing to say, is too long for the teacher or holds words of another language.
    """
    ids = phoneme_ids()
    pieces = [clauses_of(text) for text in texts]
    spoken = [piece for cut in pieces for piece in cut if any(map(str.isalpha, piece))]
    heard = iter(hear(spoken))
    out: list[Reading | None] = []
    for text, cut in zip(texts, pieces, strict=True):
        read = [next(heard) if any(map(str.isalpha, piece)) else "" for piece in cut]
        pairs: list[tuple[int, int]] = []
        start = 0
        for piece, phonemes in zip(cut, read, strict=True):
            mark = piece.strip()
            if start and mark and " " in text[start - 1 : start + 1]:
                pairs.append((ids[" "], start))
            if phonemes:
                pairs += (
                    (ids[p], start + at) for p, at in zip(phonemes, align(phonemes, piece), strict=True) if p in ids
                )
            elif mark in ids:
                pairs.append((ids[mark], start))
            start += len(piece)
        if None in read or not 2 <= len(pairs) <= most:
            out.append(None)
            continue
        numbers, characters = zip(*pairs, strict=True)
        out.append(Reading(np.array(numbers, np.uint8), np.array(characters, np.int16)))
    return out
