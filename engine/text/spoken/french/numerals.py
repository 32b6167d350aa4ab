"""Numbers that stand alone: ranges, ordinals, fractions, and everything else in digits."""

# The sign of multiplication looks like a letter.
# ruff: noqa: RUF001

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.french.numbers import (
    digit_words,
    fraction_of,
    number_words,
    ordinal_words,
    quantity_words,
)
from phonoscope.engine.text.spoken.french.writing import FEMININE_NOUN, NUMBER, QUANTITY
from phonoscope.engine.text.spoken.rules import rule

_FEMININE_ENDS = ("re", "ère", "ere", "nde", "res", "ères", "eres", "ndes")


def _ordinal(match: re.Match[str]) -> str:
    number, end = int(match[1]), match[2]
    feminine = end in _FEMININE_ENDS
    second = "seconde" if feminine else "second"
    words = second if end.startswith("nd") else ordinal_words(number, feminine)
    return words + ("s" if end.endswith("s") else "")


def _version(match: re.Match[str]) -> str:
    return " point ".join(quantity_words(part) for part in match[0].split("."))


def _two_parts(match: re.Match[str]) -> str:
    return f"{number_words(int(match[1]))} point {number_words(int(match[2]))}"


def _power(match: re.Match[str]) -> str:
    return f" puissance {'moins ' if match[1] else ''}{quantity_words(match[2])}"


def _without_points(match: re.Match[str]) -> str:
    return match[0].replace(".", "")


def _product(match: re.Match[str]) -> str:
    return re.sub(" ?× ?", " fois ", match[0])


_FACTOR = r"\d{1,2}+(?:[.,]\d++)?+"
# A photograph, numbers before a length, and those of three digits are sizes.
_NO_SIZE = "".join(rf"(?<!\b{word} )" for word in "de en format photo photos grille matrice tirage".split())
_LENGTH = "[a-zé]*mètres?|[mcdk]?m|px|pixels?|pouces?|pieds?"

# Before quantities: what joins two of them, and signs.
JOINTS = (
    # Points between thousands. A single one may be a decimal point, but not before three noughts, a comma or money.
    rule(
        r"(?<![\w.,])[1-9]\d{0,2}(?:(?:\.\d{3}){2,}+|\.000|\.\d{3}(?=,\d| ?[€$£¥]))(?!\.?\d)",
        _without_points,
    ),
    rule(r"(?<=\d) ?- ?(?=[\d.,]{1,20}(?: ?[-+*/×÷] ?[\d.,]{1,20}){0,8} ?=)", " moins "),
    rule(r"(?<=\d)(%|°C?|€| ?h)?-(?=\d)", r"\1 à "),
    rule(r"(?<=[\d%€]) [-\u2013] (?=\d)", " à "),
    rule(r"(?<![\w.)])[-\u2212] ?(?=\d)", "moins "),
    rule(r"(?<![\w.)])\+ ?(?=\d)", "plus "),
    rule(r"(?<![\w.:,])(\d{1,3}):(\d{1,3})(?![\d:])", r"\1 à \2"),
    rule(r"(?<=\d) ?[x×] ?(?=10[\^²³]|\d+ ?=)", " fois "),
    rule(
        rf"{_NO_SIZE}(?<![\w.,×])(?<!× ){_FACTOR}(?: ?× ?{_FACTOR})++(?![\w.,]?\d| ?[x×]| ?(?:{_LENGTH})\b)",
        _product,
    ),
    rule(rf"(?P<low>{NUMBER}) ?[x×] ?(?={NUMBER}(?! ?=))", r"\g<low> par "),
)
RULES = (
    rule(r"\^\(?(-)?(\d+)\)?", _power),
    rule(
        r"(?<![\d.,])(\d{1,15})(ers?|[èe]?res?|i?[èe]mes?|nde?s?|es?)(?!\w)",
        _ordinal,
    ),
    rule(r"(?<![\d.,])\d++(?:\.\d++){2,}", _version),
    rule(r"(?<=[Vv]ersion )(\d{1,9})\.(\d{1,9})(?!\d)", _two_parts),
    rule(r"\b[vV]\.? ?(\d{1,9})\.(\d{1,9})(?![\d.])", lambda m: f"version {_two_parts(m)}"),
    rule(r"(?<=[A-Za-zÀ-ÿ])-(?=\d)", " "),
    rule(r"(?<=[A-Za-zÀ-ÿ])(?=\d)|(?<=\d)(?=[A-Za-zÀ-ÿ])", " "),
    rule(
        rf"(?<![\d./,])(?:(\d{{1,9}}+) )?(\d{{1,9}}+/\d{{1,9}}+) ({FEMININE_NOUN})",
        lambda m: fraction_of(m[1] or "", m[2], m[3], feminine=True),
    ),
    rule(rf"{QUANTITY}(?= {FEMININE_NOUN})", lambda m: quantity_words(m[0], feminine=True)),
    rule(QUANTITY, lambda m: quantity_words(m[0])),
    rule(r"\d+", lambda m: digit_words(m[0])),
)  # fmt: skip
