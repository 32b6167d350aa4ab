"""What the rules of every concept have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

Reading = str | Callable[[re.Match[str]], str]
Rule = tuple[re.Pattern[str], Reading]


def rule(pattern: str, reading: Reading) -> Rule:
    """Return a rule: what is written and how it is read."""
    return re.compile(pattern), reading


def apply(rules: Sequence[Rule], text: str) -> str:
    """Return ``text`` as it reads by every rule in turn."""
    for pattern, reading in rules:
        text = pattern.sub(reading, text)
    return text


def in_words(text: str, words: Sequence[Rule], numbers: Sequence[Rule], signs: Sequence[Rule]) -> str:
    """Return ``text`` after the rules of words, numbers and signs; those of numbers only where there is a digit."""
    text = apply(words, text)
    if any(map(str.isdigit, text)):
        text = apply(numbers, text)
    return apply(signs, text)


def any_of(names: Iterable[str]) -> str:
    """Return the alternatives of a pattern that matches any of the names, longer ones before what they begin with."""
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


def letters(text: str) -> str:
    """Return the letters of ``text`` as they are spelled: "U S A"."""
    return " ".join(c for c in text if c.isalnum())


def full_stop(sentence_end: re.Pattern[str]) -> Callable[[re.Match[str]], str]:
    """Return what gives the full stop that an abbreviation leaves behind at the end of a sentence, else nothing.

    Parameters
    ----------
    sentence_end
        What follows the full stop of an abbreviation where it also ends the sentence.
    """

    def stop_after(match: re.Match[str]) -> str:
        return "." if match[0].endswith(".") and sentence_end.match(match.string, match.end()) else ""

    return stop_after
