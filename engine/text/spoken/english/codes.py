"""Digits that are no quantity: telephone, card and book numbers, postal codes."""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.english.numbers import digit_words
from phonoscope.engine.text.spoken.rules import rule


def _groups(match: re.Match[str]) -> str:
    """Read a telephone number or the like: digit by digit, with a pause between its groups."""
    plus = "plus " if match[0].lstrip("( ").startswith("+") else ""
    return plus + ", ".join(digit_words(group) for group in re.findall(r"\d+", match[0]))


RULES = (
    rule(r"(?<![\w.,-])[1-9]\d?(?: \d{3}){2,}(?![ -]?\d)", lambda m: m[0].replace(" ", ",")),
    rule(r"(?<![\w.+])\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,6}(?!\w)", _groups),
    rule(r"(?<![\w.])\(\d{2,5}\) ?\d{2,4}(?:[ .-]\d{2,4}){1,3}(?!\w)", _groups),
    rule(r"(?<![\w.-])(?:1[-. ])?\d{3}[-. ]\d{3}[-. ]\d{4}(?![\w-])|(?<![\w.-])\d{3}-\d{4}(?![\w-])", _groups),
    rule(r"(?<![\w.-])1-\d{3}-(?=[A-Z])", lambda m: f"{_groups(m)}, "),
    rule(r"(?<![\w.-])0\d{2,4}(?:[ -]\d{3,4}){1,3}(?![\w-])", _groups),
    rule(r"(?<![\w.-])\d{4}(?:[ -]\d{4}){2,4}(?![\w-])", _groups),
    rule(r"(?<![\w.-])(?!\d{4}-\d\d-\d\d|\d\d?-\d\d?-\d{4}\b)\d++(?:-\d++){2,}(?![\w-])", _groups),
    rule(r"(?<=[Cc]all )\d{3}(?![\w,.-]\d|\w)|(?<=[Dd]ial )\d{3}(?!\w|[,.-]\d)", _groups),
    rule(r"(?<=[A-Z]{2})(?!19|20)\d{3,4}\b(?![.,]\d)", lambda m: f" {digit_words(m[0])}"),
    rule(r"(?<=\b[A-Z][A-Z] )\d{5}(?:-\d{4})?(?!\w|,\d)", _groups),
)
