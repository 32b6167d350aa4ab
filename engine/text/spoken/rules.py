"""What the rules of every concept have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

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


def letters(text: str) -> str:
    """Return the letters of ``text`` as they are spelled: "U S A"."""
    return " ".join(c for c in text if c.isalnum())
