"""Greek letters that stand for quantities ("Δx", "α-particles") by their names."""

# Letters that look like others are the very subject here.
# ruff: noqa: RUF001, RUF002

from __future__ import annotations

import re
import unicodedata

from phonoscope.engine.text.spoken.rules import Rule, rule

_ALPHABET = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
_GREEK = "Ͱ-Ͽἀ-῿"


def greek_rule(names: str) -> Rule:
    """Return the rule of a language.

    Letters beside others of Greek are a word, which is not spelled. Where a number or a letter stands beside it, a
    small mu is "micro" and a large omega "ohm"; those are signs of units.

    Parameters
    ----------
    names
        What it calls the letters from alpha to omega, with blanks between.
    """
    name_of = dict(zip(_ALPHABET, names.split(), strict=True))

    def named(match: re.Match[str]) -> str:
        text, start, end = match.string, match.start(), match.end()
        name = name_of[unicodedata.normalize("NFKC", match[0]).upper()]
        before = " " if text[max(start - 1, 0) : start].isalnum() else ""
        return before + name + (" " if text[end : end + 1].isalnum() else "")

    letter = r"[Α-ΡΣ-Ψα-λν-ωϑϕϱϵ]|(?<!\w)(?<!\d )[μΩ](?!\w)"
    return rule(rf"(?<![{_GREEK}])(?:{letter})(?![{_GREEK}])", named)
