"""Addresses of the network, files and names in code, as somebody would dictate them."""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.rules import letters, rule

# Endings of two letters that are said as a word; all others are spelled.
_WORDS = frozenset("co me be it to so my in is no at do go".split())
_SIGNS = {
    "@": "at",
    ".": "dot",
    "/": "slash",
    "\\": "backslash",
    ":": "colon",
    "-": "dash",
    "_": "underscore",
    "+": "plus",
    "~": "tilde",
    "?": "question mark",
    "&": "and",
    "=": "equals",
    "#": "hash",
    "%": "percent",
}
_PART = re.compile(r"[A-Za-z]+|\d+|.", re.DOTALL)


def _dictated(match: re.Match[str]) -> str:
    address = re.sub(r"^(?:https?|ftp|file|mailto):/{0,2}", "", match[0]).rstrip("/")
    words = []
    for part in _PART.findall(address):
        if part in _SIGNS:
            words.append(_SIGNS[part])
        elif part.isalnum() or len(part) > 1:
            words.append(part)
    if len(words) > 1 and words[-2] == "dot" and len(words[-1]) == 2 and words[-1].lower() not in _WORDS:
        words[-1] = letters(words[-1])
    return " ".join(words)


def _digits_apart(match: re.Match[str]) -> str:
    return " dot ".join(match[0].split("."))


RULES = (
    rule(r"(?<![\w.])(?:https?|ftp|file)://[^\s<>\"()]*[\w/]|\bwww\.[^\s<>\"()]*[\w/]", _dictated),
    rule(r"(?<![\w.+-])(?:mailto:)?[\w.+-]++@(?:[\w-]++\.)+[A-Za-z]{2,}", _dictated),
    rule(
        r"(?<![\w.@-])(?:[a-z0-9-]++\.)+(?:com|org|net|edu|gov|io|ai|dev|app|uk|de|fr|info)"
        r"(?:/[\w./?=&%#-]*[\w/])?(?!\w)",
        _dictated,
    ),
    rule(r"(?<![^\s\"'(])(?:~|\.{1,2})?/[\w.-]*[A-Za-z][\w./-]*\w|(?<![\w])[A-Z]:\\[\w\\. -]*\w", _dictated),
    rule(r"(?<![\w.])(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?![\w.]\w)", _digits_apart),
    rule(r"(?<=[\w).][\w)])\.(?=[a-z_])", " dot "),
    rule(r"(?<!\w)@(?=\w)", "at "),
    rule(r"(?<!\w)#(?=[A-Za-z_])", "hashtag "),
)  # fmt: skip
