"""What the signs of addresses are called in English."""

from __future__ import annotations

from phonoscope.engine.text.spoken.addresses import address_rules

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

RULES = address_rules(_SIGNS, _WORDS, "hashtag")
