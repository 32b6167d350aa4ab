"""Digits that are no quantity: telephone, card and account numbers."""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.french.numbers import phone_words
from phonoscope.engine.text.spoken.rules import rule


def _groups(match: re.Match[str]) -> str:
    plus = "plus " if match[0].startswith("+") else ""
    groups = [g for written in re.findall(r"\d+", match[0]) for g in _pairs(written)]
    return plus + phone_words(groups)


def _pairs(digits: str) -> list[str]:
    if len(digits) < 5:
        return [digits]
    pairs = [digits[i : i + 2] for i in range(len(digits) % 2, len(digits), 2)]
    return [digits[0], *pairs] if len(digits) % 2 else pairs


RULES = (
    rule(r"(?<![\w.,+])\+\d{1,3}(?:[ .-]?\(?\d{1,9}\)?){2,6}(?![\w])", _groups),
    rule(r"(?<![\w.,-])0\d(?:[ .-]?\d\d){4}(?![\w]|[.,-]\d)", _groups),
    rule(r"(?<![\w.,-])\d{4}(?:[ -]\d{4}){2,4}(?![\w]|[.,-]\d)", _groups),
    rule(r"(?<![\w.,-])(?!\d{4}-\d\d-\d\d|\d\d?-\d\d?-\d{4}\b)\d{1,9}(?:-\d{1,9}){2,}(?![\w-])", _groups),
)
