"""Step 1 in French: sentences with the teacher's phonemes, a corpus beside that of the same step in English.

Input is any number of public-domain books; besides whole sentences the output has their short clauses, their words one
by one and made-up sentences. Needs the program ``espeak-ng`` (see `french_phonemes`).
"""

# What books print looks like other signs.
# ruff: noqa: RUF001

from __future__ import annotations

import argparse
import multiprocessing
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from phonoscope.engine.text.spoken import spoken
from phonoscope.engine.training.french_phonemes import read_french
from phonoscope.engine.training.french_sentences import template_sentence
from phonoscope.engine.training.held_out import held_out
from phonoscope.engine.training.utterances import MAX_CHARACTERS, Reading, Utterance, save, with_variants

LETTERS = "A-Za-zÀÂÄÇÈÉÊËÎÏÔÖÙÛÜŒÆàâäçèéêëîïôöùûüÿœæ"
SENTENCES, CLAUSES, WORDS, PHRASES = 90_000, 25_000, 30_000, 45_000
RARE = 3
CHUNK = 500
_PLAIN = re.compile(rf"[{LETTERS} ,.?!;:'\"()\-]+")
_WORD = re.compile(rf"[{LETTERS}][{LETTERS}'\-]*")
_SHOUT = re.compile(r"\b(?!MM\.)[A-ZÀÂÄÇÈÉÊËÎÏÔÖÙÛÜŒ]{2,}\b")
_NOT_ABBREVIATED = r"(?<!\b[A-Z]\.)(?<!\bMM\.)"  # "M. Dupont" is one sentence, and one clause
_CLAUSE = re.compile(rf"(?<=[,;:.!?]){_NOT_ABBREVIATED}\s+")
_SENTENCE = re.compile(rf"(?<=[.!?…]){_NOT_ABBREVIATED}[\" ]*\s(?=[\" ]*[A-ZÀÂÇÈÉÊÎÔŒ])")
_ELLIPSIS = re.compile(r"\.*…[.…]*|\.{2,}|\.(?: \.)+")
_AS_WRITTEN = str.maketrans({"’": "'", "«": '"', "»": '"', "“": '"', "”": '"', "\u00a0": " ", "\u202f": " "})


def book_sentences(text: str) -> list[str]:
    """Cut a French book into plain sentences.

    Parameters
    ----------
    text : str
        Plain text, paragraphs separated by blank lines.

    Returns
    -------
    list of str
        Sentences of letters and common punctuation only, without numbers or shouting, in NFC, no blank before a mark;
        abbreviations as they are written.
    """
    start, end = text.find("*** START"), text.find("*** END")
    text = text[max(start, 0) : end if end >= 0 else len(text)]
    text = unicodedata.normalize("NFC", text).translate(_AS_WRITTEN)
    out = []
    for paragraph in re.split(r"\n\s*\n", text):
        flat = re.sub(r"\s+", " ", paragraph.replace("_", "")).strip()
        flat = re.sub(r"\s*(?:--|[–—])\s*", ", ", _ELLIPSIS.sub("…", flat))
        for line in _SENTENCE.split(flat):
            line = re.sub(r"^[\"', …-]+|[\", ]+$", "", line)
            line = line.replace('"', "") if line.count('"') % 2 else line
            line = re.sub(r"\s+([,.;:!?…])", r"\1", re.sub(r"(?:, )?([,.;:!?…])(?:\s*[,.])+", r"\1", line))
            line = re.sub(r" {2,}", " ", re.sub(r'" ?([^"]*?) ?"', r'"\1"', line)).replace("…", "...")
            fitting = 8 <= len(line) <= MAX_CHARACTERS and _PLAIN.fullmatch(line) and not _SHOUT.search(line)
            if fitting and line[-1] in ".!?" and line[0].isupper():
                out.append(line)
    return out


def clauses(sentences: Sequence[str]) -> list[str]:
    """Cut prose at punctuation and keep the pieces of two to seven words as inputs of their own."""
    out = []
    for sentence in sentences:
        for part in _CLAUSE.split(sentence):
            text = part.strip(" ,;:.!?")
            if 2 <= len(_WORD.findall(text)) <= 7 and not set('"()') & set(text):
                end = part[-1] if part[-1] in "!?" else "."
                out.append(text[0].upper() + text[1:] + end)
    return out


def gather(books: Sequence[Path], scale: float, seed: int) -> list[tuple[str, str]]:
    """Collect the French texts.

    Parameters
    ----------
    books : Sequence[Path]
        Plain-text books, UTF-8.
    scale : float
        1 for the whole corpus, less for trials.
    seed : int
        Seed of every random choice.

    Returns
    -------
    list of (str, str)
        Kind and text, shuffled, without the held-out sentences.
    """
    rng = random.Random(seed)

    def some(items: Sequence[str], most: int) -> list[str]:
        pool = sorted(set(items))
        return rng.sample(pool, min(len(pool), max(1, round(most * scale))))

    prose = [s for book in books for s in book_sentences(book.read_text(encoding="utf-8"))]
    counts = Counter(w.lower() for s in prose for w in _WORD.findall(s) if w[-1] not in "'-")
    words = [w for w, count in counts.items() if count >= RARE and "'" not in w]
    texts = [("prose", spoken(t, "french")) for t in some(prose, SENTENCES)]
    texts += [("phrase", spoken(t, "french")) for t in some(clauses(prose), CLAUSES)]
    texts += [("phrase", template_sentence(rng)) for _ in range(round(PHRASES * scale))]
    texts += [("word", w[0].upper() + w[1:] + rng.choice([".", ".", ".", "!", "?"])) for w in some(words, WORDS)]
    banned = {s.lower().strip(" .!?") for group in held_out("french").values() for s in group}
    texts = [(kind, t) for kind, t in texts if t.lower().strip(" .!?") not in banned]
    rng.shuffle(texts)
    return texts


def build(texts: Sequence[tuple[str, str]], jobs: int, seed: int) -> list[Utterance]:
    """Read every text aloud on paper, in so many processes."""
    rng = random.Random(seed)
    chunks = [[t for _, t in texts[i : i + CHUNK]] for i in range(0, len(texts), CHUNK)]
    if jobs > 1:
        with multiprocessing.Pool(jobs) as pool:
            parts = pool.map(read_french, chunks, chunksize=1)
    else:
        parts = [read_french(chunk) for chunk in chunks]
    readings: list[Reading | None] = [reading for part in parts for reading in part]
    return [
        Utterance(kind, with_variants(kind, text, rng), None, None, reading)
        for (kind, text), reading in zip(texts, readings, strict=True)
        if reading is not None
    ]


def main() -> None:
    """Command line of the step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--books", type=Path, nargs="*", default=[], help="plain text, UTF-8")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=7)
    args = parser.parse_args()
    utterances = build(gather(args.books, args.scale, args.seed), args.jobs, args.seed)
    count = Counter(u.kind for u in utterances)
    print(dict(count), sum(len(u.text) for u in utterances), "characters of French")
    save(args.out, utterances)


if __name__ == "__main__":
    main()
