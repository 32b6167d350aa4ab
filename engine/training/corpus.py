"""Step 1: the training text with phonemes for the teacher and the character spoken by each phoneme.

Input is any number of public-domain prose files and one transcript table; the output is a list of
`Utterance` records. Needs the Apache-2.0 package ``hibari-tts`` (see `english_phonemes`).
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from phonoscope.engine.training import sentences, short_sentences
from phonoscope.engine.training.english_phonemes import read_english, word_table
from phonoscope.engine.training.held_out import held_out
from phonoscope.engine.training.utterances import MAX_CHARACTERS, SHOUT, Utterance, save, with_variants

_PLAIN = re.compile(r"[A-Za-z ,.?!;:'\"()\-]+")


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
            if SHOUT.search(line) or line[-1] not in ".!?" or line[0].islower():
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

    lexicon, tags = word_table("lexicon_us_gold"), word_table("tagger")["tagdict"]
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
            readings = pool.starmap(read_english, work, chunksize=200)
    else:
        readings = [read_english(*job) for job in work]
    second = dict(zip(british, readings[len(texts) :], strict=True))
    out = []
    for i, (kind, text) in enumerate(texts):
        if readings[i] is not None or second.get(i) is not None:
            variant = with_variants(kind, text, rng)
            out.append(Utterance(kind, variant, readings[i], second.get(i)))
    return out


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
