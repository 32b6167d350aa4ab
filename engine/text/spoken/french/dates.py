"""Dates, years and times of day."""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.french.numbers import number_words
from phonoscope.engine.text.spoken.rules import rule

MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()
_SHORT_MONTHS = {
    "janv": "janvier", "févr": "février", "fév": "février", "avr": "avril", "juil": "juillet", "sept": "septembre",
    "oct": "octobre", "nov": "novembre", "déc": "décembre",
}  # fmt: skip
_MONTH = "|".join(MONTHS)


def _day(digits: str) -> str:
    return "premier" if int(digits) == 1 else number_words(int(digits))


def _date(match: re.Match[str]) -> str:
    """Read a date in digits, the day first or, in four digits, the year."""
    first, month, last = re.findall(r"\d+", match[0])
    day, year = (last, first) if len(first) == 4 else (first, last)
    if not (1 <= int(month) <= len(MONTHS) and 1 <= int(day) <= 31):
        return match[0]
    if len(year) == 2:
        year = f"{20 if int(year) < 70 else 19}{year}"
    return f"{_day(day)} {MONTHS[int(month) - 1]} {number_words(int(year))}"


def _time(match: re.Match[str]) -> str:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if hour > 24 or minute > 59:
        return match[0]
    words = f"{number_words(hour, feminine=True)} heure{'s' if hour > 1 else ''}"
    second = match.groupdict().get("second")
    if minute or second:
        words += f" {number_words(minute, feminine=True)}"
    return (
        f"{words} et {number_words(int(second), feminine=True)} seconde{'s' if int(second) > 1 else ''}"
        if second
        else words
    )


RULES = (
    rule(r"(?<![\d./-])\d{4}-\d\d-\d\d(?![\d./-]\d|\d)", _date),
    rule(r"(?<![\d./-])\d\d?([./-])\d\d?\1(?:\d{4}|\d\d)(?![\d/-]|\.\d)", _date),
    rule(
        rf"(?<=\d )({'|'.join(_SHORT_MONTHS)})\.?(?= ?\d|[ ,;)]|\Z)",
        lambda m: _SHORT_MONTHS[m[1]],
    ),
    rule(rf"\b(?:1er|0?1) (?=(?:{_MONTH})\b)", "premier "),
    rule(
        rf"\b(\d\d?)(?: ?[-/] ?| au )(\d\d?) (?=(?:{_MONTH})\b)",
        lambda m: f"{_day(m[1])} au {number_words(int(m[2]))} ",
    ),
    rule(r"(?<=[Aa]nnées )([2-9])0\b", lambda m: number_words(int(m[1]) * 10).removesuffix("s")),
    rule(r"(?<![\d.,:/])(?P<hour>\d\d?) ?[hH](?![A-Za-z/])(?: ?(?P<minute>[0-5]\d)(?!\d|[.,]\d)(?: ?min\b)?)?", _time),
    rule(r"(?<![\d.,:/])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?![\d:])", _time),
)
