"""Numbers that stand alone: ranges, ordinals, fractions, versions, years, and everything else in digits."""

# The sign of multiplication looks like a letter.
# ruff: noqa: RUF001

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.english.money import SCALES
from phonoscope.engine.text.spoken.english.numbers import (
    digit_words,
    number_words,
    ordinal_words,
    quantity_words,
    year_words,
)
from phonoscope.engine.text.spoken.english.writing import NUMBER, QUANTITY
from phonoscope.engine.text.spoken.rules import rule


def _version(match: re.Match[str]) -> str:
    return " point ".join(quantity_words(part) for part in match[0].split("."))


def _dimensions(match: re.Match[str]) -> str:
    return re.sub(r" ?[x×] ?", " by ", match[0])


def _power(match: re.Match[str]) -> str:
    sign = "minus " if match[1] else ""
    return f" to the power of {sign}{quantity_words(match[2])}"


def _exponent(match: re.Match[str]) -> str:
    sign = "minus " if match["sign"] == "-" else ""
    return f"{quantity_words(match['amount'])} times ten to the power of {sign}{quantity_words(match['power'])}"


def _scaled(match: re.Match[str]) -> str:
    return f"{quantity_words(match['amount'])} {SCALES[match['scale']]}"


def _said_together(match: re.Match[str]) -> str:
    return " ".join(number_words(int(part)) for part in match[0].split("/"))


def _part(match: re.Match[str]) -> str:
    return f"{number_words(int(match[1]))} {ordinal_words(int(match[2]))}{'' if match[1] == '1' else 's'}"


def _without_points(match: re.Match[str]) -> str:
    return match[0].replace(".", "").replace(",", ".")


def _years(match: re.Match[str]) -> str:
    return re.sub(r"\d+", lambda m: year_words(int(m[0])), match[0])


# Before a number up to 1099, which elsewhere is a count. "Of", "by" and "from" stand before counts as often.
_BEFORE_YEARS = "[Ii]n|[Ss]ince|[Uu]ntil|[Tt]ill|[Bb]efore|[Aa]fter|[Yy]ear|[Cc]irca|[Bb]orn|[Dd]ied"
# Behind a year; any other small word could be what is counted: "in 1066 cases".
_AFTER_YEARS = (
    "and|or|but|the|a|an|until|till|when|as|by|with|at|on|in|for|from|after|before|he|she|it|they|we|was|were|is|"
    "had|his|her|their"
)

# Before quantities: what joins two of them, and signs.
JOINTS = (
    # Points between thousands, as on the Continent; a single one is a decimal point.
    rule(r"(?<![\w.,])[1-9]\d{0,2}(?:\.\d{3}){2,}+(?!\.?\d)(?:,\d{1,2}(?!\d))?", _without_points),
    rule(r"(?<=\d),(?=\d\d ?€)", "."),
    rule(r"(?<![\w.)\]])\.(?=\d)", "0."),
    rule(r"(?<=\d) ?- ?(?=[\d.,]{1,20}(?: ?[-+*/×÷] ?[\d.,]{1,20}){0,8} ?=)", " minus "),
    rule(r"(?<=\d)(%|°[CF]?|[ap]\.?m\.?|[AP]M|st|nd|rd|th|k|[mb]n?)?-(?=[$£€¥]?\d)", r"\1 to "),
    rule(r"(?<=[\d%]) - (?=[$£€¥]?\d)", " to "),
    rule(r"([$£€¥₹]) ?-(?=\d)|(?<![\w.)])- ?(?=[$£€¥₹]?\d)", r"minus \1"),
    rule(r"(?<![\w.:,])(\d{1,3}):(\d{1,3})(?![\d:])", r"\1 to \2"),
    rule(rf"(?<!\w)(?P<amount>{NUMBER})[eE](?P<sign>[-+]?)(?P<power>\d+)\b", _exponent),
    rule(r"(?<=\d) ?[x×] ?(?=10[\^²³]|\d+ ?=)", " times "),
    rule(rf"(?P<low>{NUMBER}) ?[x×] ?(?={NUMBER}(?! ?=))", _dimensions),
)
RULES = (
    rule(r"\^\(?(-)?(\d+)\)?", _power),
    rule(r"(?<![\d./])(\d{1,9})/(\d{1,9})(?:th|rd)s?\b", _part),
    rule(r"(?<![\d.,])(\d{1,15})(?:st|nd|rd|th|ST|ND|RD|TH)\b", lambda m: ordinal_words(int(m[1]))),
    rule(r"\b(24)/(7)\b|\b(9)/(11)\b", _said_together),
    rule(r"(?<![\d./])(\d{1,9})/\1(?![\d/])", lambda m: "-".join([quantity_words(m[1])] * 2)),
    rule(r"\b(\d{1,2})/10(0?)\b(?!/)", r"\1 out of 10\2"),
    rule(r"(?<=[Vv]ersion )v(?=\d)", ""),
    rule(r"\b[vV]\.? ?(?=\d)", "version "),
    rule(r"(?<![\d.])\d++(?:\.\d++){2,}", _version),
    rule(rf"(?P<amount>{NUMBER}) ?(?P<scale>bn|mn|tn)\b", _scaled),
    rule(r"(?<=[A-Za-z])-(?=\d)", " "),
    rule(r"(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])", " "),
    rule(
        rf"\b(?:{_BEFORE_YEARS}) 10\d\d(?: (?:and|or|to) 1\d{{3}})?+"
        rf"(?=[.,;:!?](?!\d)|[)\"']|\Z| (?:[A-Z(-]|(?:{_AFTER_YEARS})\b))",
        _years,
    ),
    rule(r"(?<![\d.,$#])(?:1[1-9]|20)\d\d(?![\d%]|[.,]\d)", lambda m: year_words(int(m[0]))),
    rule(QUANTITY, lambda m: quantity_words(m[0])),
    rule(r"\d+", lambda m: digit_words(m[0])),
)  # fmt: skip
