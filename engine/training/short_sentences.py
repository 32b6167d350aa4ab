# ruff: noqa: E501
"""Made-up short inputs, the hardest for a small model: people's names, letters, numbers, single words and clauses.

Prose holds few of them and few different ones; a name is spoken right only when many names with the same letters were heard.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from phonoscope.engine.text.spoken.english.numbers import number_words
from phonoscope.engine.training.sentences import ADJECTIVES, DAYS, MONTHS, OBJECTS, ORDINALS

REPLIES = (
    "Yes. No. Okay. Sure. Maybe. Thanks. Hello. Hi. Goodbye. Welcome. Sorry. Please. Never. Always. Often. Perhaps. Right. Left. "
    "Stop. Wait. Go. Ready. Done. Help. Next. Back. Again. Exactly. Really? Why? Who? What? Where? When? How? Well. Good. Great. "
    "Wonderful! Congratulations! Hurry! Careful! Quiet. Listen. Look. Come. Today. Tomorrow. Yesterday. Tonight. Now. Later. Soon."
).split()
_TITLES = "Mister Mrs Doctor Professor Captain Sergeant Judge Senator Aunt Uncle Miss Lady Lord Sir Saint Queen King Father".split()
_CLAUSE = re.compile(r"[,;:]\s+")


def name_sentence(first: Sequence[str], last: Sequence[str], places: Sequence[str], rng: random.Random) -> str:
    """Make a sentence full of names.

    Parameters
    ----------
    first, last, places : Sequence of str
        Names to choose from.
    rng : random.Random
        Source of randomness.

    Returns
    -------
    str
        The sentence.
    """
    c = rng.choice

    def f() -> str:
        return c(first)

    def n() -> str:
        return c(last)

    def p() -> str:
        return c(places)

    made: Sequence[Callable[[], str]] = (
        lambda: f"{f()} {n()} moved from {p()} to {p()}.",
        lambda: f"{f()} and {f()} met {c(_TITLES)} {n()} in {p()}.",
        lambda: f"Have you met {f()}'s {c(['cousin', 'brother', 'sister', 'neighbour', 'daughter'])} from {p()}?",
        lambda: f"{c(_TITLES)} {n()} introduced {f()} to {c(_TITLES)} {n()}.",
        lambda: f"We flew from {p()} to {p()} with {f()} and {f()}.",
        lambda: f"{f()} {n()} signed the {c(OBJECTS)} in {p()}.",
        lambda: f"{f()}, {f()}, {f()} and {f()} are here.",
        lambda: f"{n()}, {n()} and {n()}.",
        lambda: f"My name is {f()} {n()}.",
        lambda: f"Good morning, {c(_TITLES)} {n()}.",
        lambda: f"{p()} is {number_words(rng.randint(2, 900))} miles from {p()}.",
        lambda: f"Did {f()} call {f()} back on {c(DAYS)}?",
        lambda: f"{f()} {n()}.",
        lambda: f"The {n()} family lives near {p()}.",
        lambda: f"Mount {n()} and Lake {p()} are {c(ADJECTIVES)}.",
        lambda: f"{f()} practises the {c(['cello', 'piano', 'violin', 'flute', 'trumpet'])} with {f()} {n()}.",
        lambda: f"Please ask {f()} {n()} about the {c(OBJECTS)}!",
        lambda: f"{n()} and {n()} sailed around {p()} in {c(MONTHS)}.",
    )  # fmt: skip
    return c(made)()


def short_sentence(rng: random.Random) -> str:
    """Make a very short input: a reply, a number, letters, a day or a date."""
    c = rng.choice
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    made: Sequence[Callable[[], str]] = (
        lambda: c(REPLIES),
        lambda: f"{c(REPLIES)} {c(REPLIES)}",
        lambda: number_words(rng.randint(0, 120)).capitalize() + ".",
        lambda: number_words(rng.randint(100, 99999)).capitalize() + ".",
        lambda: f"{number_words(rng.randint(11, 20)).capitalize()} {number_words(rng.randint(10, 99))}.",
        lambda: f"{number_words(rng.randint(1, 12)).capitalize()} {c(['thirty', 'fifteen', 'forty-five', 'oh five', 'twenty'])}.",
        lambda: c(letters) + ".",
        lambda: " ".join(rng.sample(letters, rng.randint(2, 5))) + ".",
        lambda: ", ".join(rng.sample(letters, rng.randint(2, 5))) + ".",
        lambda: c([*DAYS, *MONTHS]) + c([".", "?", "!"]),
        lambda: f"The {c(ORDINALS)} of {c(MONTHS)}.",
        lambda: f"{c(['A', 'The', 'My', 'No', 'One'])} {c(ADJECTIVES)} {c(OBJECTS)}.",
        lambda: f"{number_words(rng.randint(2, 99)).capitalize()} {c(OBJECTS)}s{c(['.', '?', '!'])}",
        lambda: f"{number_words(rng.randint(0, 100)).capitalize()} point {number_words(rng.randint(0, 9))} {c(['percent', 'metres', 'seconds', 'degrees', 'kilos'])}.",
    )  # fmt: skip
    return c(made)()


def clauses(sentences: Sequence[str]) -> list[str]:
    """Cut prose at commas and keep the pieces of one to six words as inputs of their own."""
    out = []
    for sentence in sentences:
        for part in _CLAUSE.split(sentence.strip()):
            words = re.sub(r"[^A-Za-z' -]", "", part).split()
            if 1 <= len(words) <= 6 and all(len(w) > 1 or w in "aAI" for w in words):
                text = " ".join(words)
                out.append(text[0].upper() + text[1:] + (part[-1] if part[-1] in "?!" else "."))
    return out
