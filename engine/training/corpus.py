"""Step 1: the training text with phonemes for the teacher and the character spoken by each phoneme.

Input is any number of public-domain prose files and one transcript table; the output is a list of
`Utterance` records.  Needs the Apache-2.0 package ``hibari-tts`` (grapheme to phoneme, word lists).
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import lzma
import multiprocessing
import pickle
import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.training import sentences, short_sentences

HELD_OUT = {
    name: Path(__file__).with_name(f"{file}.json") for name, file in (("english", "heldout"), ("french", "heldout_fr"))
}
MAX_CHARACTERS = 320
MAX_PHONEMES = 330
_PLAIN = re.compile(r"[A-Za-z ,.?!;:'\"()\-]+")
_SHOUT = re.compile(r"\b[A-Z]{2,}\b")


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


def book_sentences(text: str) -> list[str]:
    """Cut an e-text into plain sentences.

    Parameters
    ----------
    text : str
        A Project Gutenberg plain-text file.

    Returns
    -------
    list of str
        Sentences of letters and common punctuation only, without numbers or shouting.
    """
    start = text.find("*** START")
    end = text.find("*** END")
    text = text[start if start >= 0 else 0 : end if end >= 0 else len(text)]
    out = []
    for paragraph in re.split(r"\n\s*\n", text):
        flat = re.sub(r"\s+", " ", paragraph.replace("_", "")).strip()
        flat = re.sub(r"\s*--\s*", ", ", flat)
        for line in re.split(r"(?<=[.!?])[\"']?\s+(?=[\"'A-Z])", flat):
            line = re.sub(r"^[\"' ]+|[\" ]+$", "", line)
            if line.count('"') % 2:
                line = line.replace('"', "")
            line = re.sub(r"\s+([,.;:!?])", r"\1", line)
            if not 12 <= len(line) <= MAX_CHARACTERS or not _PLAIN.fullmatch(line):
                continue
            if _SHOUT.search(line) or line[-1] not in ".!?" or line[0].islower():
                continue
            out.append(line)
    return out


def transcript_sentences(table: Path) -> list[str]:
    """Read the normalised column of an LJ Speech transcript table.

    Parameters
    ----------
    table : Path
        ``id|text|normalised text`` lines.

    Returns
    -------
    list of str
        The usable transcripts.
    """
    lines = (line.rstrip("\n").split("|")[2] for line in table.open(encoding="utf-8"))
    return [x for x in lines if 12 <= len(x) <= MAX_CHARACTERS and _PLAIN.fullmatch(x)]


_phonemizers: dict[bool, Any] = {}


def _assets() -> Path:
    return Path(str(importlib.import_module("hibari").__file__)).with_name("assets")


@cache
def phoneme_ids() -> dict[str, int]:
    """Give the teacher's number of every phoneme and mark."""
    table: dict[str, Any] = json.loads((_assets() / "vocab.json").read_text(encoding="utf-8"))
    ids: dict[str, int] = table.get("vocab", table)
    return ids


def read_aloud(text: str, british: bool, most: int = MAX_PHONEMES) -> Reading | None:
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


def _job(job: tuple[str, bool]) -> Reading | None:
    return read_aloud(*job)


def with_variants(kind: str, text: str, rng: random.Random) -> str:
    """Sometimes change case or drop the final stop (character positions stay the same)."""
    draw = rng.random()
    if not _SHOUT.search(text):
        if draw < 0.08:
            text = text.lower()
        elif draw < 0.10 and kind != "word":
            text = text.upper()
    if rng.random() < (0.5 if kind == "word" else 0.06) and text[-1] == "." and text[-2:] != "..":
        text = text[:-1]
    return text


def held_out(language: str = "english") -> dict[str, list[str]]:
    """Give the evaluation sentences of a language by category."""
    table: dict[str, list[str]] = json.loads(HELD_OUT[language].read_text(encoding="utf-8"))
    return table


def read_names(paths: Sequence[Path]) -> list[str]:
    """Read name lists (the first word of each line, most frequent names first), capitalised."""
    lines = (
        line.split()[0] for path in paths for line in path.read_text(encoding="utf-8").splitlines() if line.strip()
    )
    return [name.capitalize() for name in lines if re.fullmatch(r"[A-Za-z]{2,18}", name)]


def gather(
    transcripts: Path | None,
    books: Sequence[Path],
    scale: float,
    seed: int,
    first: Sequence[str] = (),
    last: Sequence[str] = (),
    passes: int = 1,
) -> list[tuple[str, str]]:
    """Collect the texts of the corpus.

    Parameters
    ----------
    transcripts : Path or None
        Transcript table.
    books : Sequence[Path]
        Plain-text books.
    scale : float
        1 for the whole corpus, less for trials.
    seed : int
        Seed of every random choice.
    first, last : Sequence of str
        First and last names of people; without them no sentences about names are made.
    passes : int
        How often every word of the lexicon is put into a new sentence.

    Returns
    -------
    list of (str, str)
        Kind and text, shuffled, without the held-out sentences.
    """
    rng = random.Random(seed)

    def load(name: str) -> Any:
        with gzip.open(_assets() / f"{name}.json.gz") as file:
            return json.load(file)

    lexicon, tags = load("lexicon_us_gold"), load("tagger")["tagdict"]
    words = [w for w in lexicon if re.fullmatch(r"[A-Za-z]{2,18}", w) and not w.isupper()]
    common = sorted(w for w in words if w in tags and w.islower())
    prose: list[str] = transcript_sentences(transcripts) if transcripts else []
    for book in books:
        prose += book_sentences(book.read_text(encoding="utf-8", errors="ignore"))

    def some(items: Iterable[str]) -> list[str]:
        pool = sorted(set(items))
        return rng.sample(pool, min(len(pool), max(1, int(len(pool) * scale))))

    texts = [("prose", t) for t in some(prose)]
    places = [w for w in words if w[0].isupper()]
    for _ in range(passes):
        texts += [("pseudo", t) for t in sentences.pseudo_sentences(some(words), tags, rng)]
        texts += [("pseudo", t) for t in sentences.pseudo_sentences(some(common), tags, rng)]
        texts += [("phrase", t) for t in some(sentences.template_sentence(rng) for _ in range(14000))]
        texts += [("phrase", t) for t in some(short_sentences.short_sentence(rng) for _ in range(6000))]
        singles = [*common, *rng.sample(words, min(5000, len(words))), *rng.sample(first, min(1500, len(first)))]
        texts += [("word", w[0].upper() + w[1:] + rng.choice([".", ".", ".", "!", "?"])) for w in some(singles)]
        if first and last:
            made = (short_sentences.name_sentence(first, last, places, rng) for _ in range(14000))
            texts += [("phrase", t) for t in some(made)]
    texts += [("phrase", t) for t in some(short_sentences.clauses(prose))]
    banned = {s.lower().strip(" .!?") for group in held_out().values() for s in group}
    texts = [(k, t) for k, t in texts if t.lower().strip(" .!?") not in banned]
    rng.shuffle(texts)
    return texts


def build(texts: Sequence[tuple[str, str]], jobs: int, seed: int) -> list[Utterance]:
    """Read every text aloud on paper.

    Parameters
    ----------
    texts : Sequence of (str, str)
        Kind and text.
    jobs : int
        Processes.
    seed : int
        Seed of the variants and of the choice of British readings.

    Returns
    -------
    list of Utterance
        The corpus.
    """
    rng = random.Random(seed)
    british = [i for i in range(len(texts)) if rng.random() < 0.4]
    work = [(t, False) for _, t in texts] + [(texts[i][1], True) for i in british]
    if jobs > 1:
        with multiprocessing.Pool(jobs) as pool:
            readings = pool.map(_job, work, chunksize=200)
    else:
        readings = [_job(job) for job in work]
    second = dict(zip(british, readings[len(texts) :], strict=True))
    out = []
    for i, (kind, text) in enumerate(texts):
        if readings[i] is not None or second.get(i) is not None:
            variant = with_variants(kind, text, rng)
            out.append(Utterance(kind, variant, readings[i], second.get(i)))
    return out


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


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--transcripts", type=Path)
    parser.add_argument("--books", type=Path, nargs="*", default=[])
    parser.add_argument("--first-names", type=Path, nargs="*", default=[], help="lists, one name a line")
    parser.add_argument("--last-names", type=Path, nargs="*", default=[])
    parser.add_argument("--most-names", type=int, default=20000, help="last names to use, the most frequent first")
    parser.add_argument("--passes", type=int, default=1, help="how often every word gets a new sentence")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    first, last = read_names(args.first_names), read_names(args.last_names)[: args.most_names]
    texts = gather(args.transcripts, args.books, args.scale, args.seed, first, last, args.passes)
    utterances = build(texts, args.jobs, args.seed)
    save(args.out, utterances)
    count: dict[str, list[int]] = {}
    for u in utterances:
        entry = count.setdefault(u.kind, [0, 0])
        entry[0] += 1
        entry[1] += len(u.text)
    print(count, args.out.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
