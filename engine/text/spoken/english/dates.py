"""Dates, years and times of day."""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.english.numbers import digit_words, number_words, ordinal_words, year_words
from phonoscope.engine.text.spoken.english.writing import stop_after
from phonoscope.engine.text.spoken.rules import any_of, rule

_MONTHS = "January February March April May June July August September October November December".split()
_SHORT_MONTHS = {m[:3]: m for m in _MONTHS if m != "May"} | {"Sept": "September"}
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
SHORT_DAYS = {d[:3]: d for d in _DAYS} | {
    "Tues": "Tuesday",
    "Weds": "Wednesday",
    "Thur": "Thursday",
    "Thurs": "Thursday",
}
_MINUTES, _HOURS = 60, 24


def _year(digits: str) -> str:
    """Read a year; one of two digits lies between 1970 and 2069."""
    year = int(digits)
    if len(digits) <= 2:
        year += 2000 if year < 70 else 1900
    return year_words(year)


def _date(match: re.Match[str]) -> str:
    """Read a date in digits: the year first, the day first, or as in America the month, where both could be meant."""
    if match.lastgroup == "year_first":
        year, month, day = re.findall(r"\d+", match[0])
    else:
        month, day, year = re.findall(r"\d+", match[0])
        if int(month) > len(_MONTHS) or "." in match[0]:
            month, day = day, month
    if not (1 <= int(month) <= len(_MONTHS) and 1 <= int(day) <= 31):
        return match[0]
    return f"{_MONTHS[int(month) - 1]} {ordinal_words(int(day))}, {_year(year)}"


def _long_month(match: re.Match[str]) -> str:
    return _SHORT_MONTHS[match["short"] or match["after"]]


def _month_day(match: re.Match[str]) -> str:
    out = f"{match['month']} {ordinal_words(int(match['day']))}"
    if match["last"]:
        out += f" to {ordinal_words(int(match['last']))}"
    return f"{out}, {year_words(int(match['year']))}" if match["year"] else out


def _day_month(match: re.Match[str]) -> str:
    out = f"{match['article'] or 'the '}{ordinal_words(int(match['day']))}"
    if match["last"]:
        out += f" to {ordinal_words(int(match['last']))}"
    out += f" of {match['month']}"
    return f"{out}, {year_words(int(match['year']))}" if match["year"] else out


def _decade(match: re.Match[str]) -> str:
    words = year_words(int(match["year"])) if len(match["year"]) > 2 else number_words(int(match["year"]))
    return (words[:-1] + "ies") if words.endswith("y") else words + "s"


def _season(match: re.Match[str]) -> str:
    return f"{year_words(int(match['year']))} to {number_words(int(match['next']))}"


def _clock(match: re.Match[str]) -> str:
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    half, second, part = match["half"], int(match["second"] or 0), match["part"]
    words = number_words(hour)
    if minute or second:
        words += f" {'oh ' if minute < 10 else ''}{number_words(minute)}"
    elif not half:
        words += " o'clock" if 0 < hour <= 12 else " hundred hours"
    if second:
        words += f" and {number_words(second)} second{'' if second == 1 else 's'}"
    if part:
        words += f" point {digit_words(part)}"
    return f"{words} {half[0].lower()} m{stop_after(match)}" if half else words


def _time_of_date(match: re.Match[str]) -> str:
    words = f", {match['time']}"
    if match["utc"] or match["sign"]:
        words += " U T C"
    if match["sign"]:
        words += f" {'plus' if match['sign'] == '+' else 'minus'} {number_words(int(match['hours']))}"
        words += f" {number_words(int(match['minutes']))}" if int(match["minutes"]) else ""
    return words


_month = "|".join(_MONTHS)
_short = any_of(_SHORT_MONTHS)
_days = any_of(SHORT_DAYS)
_day = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?\b"
_last = r"(?: ?- ?(?P<last>[0-3]?\d)(?:st|nd|rd|th)?\b)?"
_when = "|".join(rf"(?<={word})" for word in ("[Tt]he ", "arly ", "[Mm]id[ -]", "ate ", "his ", "er "))
_half = r"(?P<half>[ap]\.m\.|[AP]\.M\.|[ap]m\b|[AP]M\b)"
RULES = (
    rule(
        r"(?<=-\d\d)[T ](?P<time>\d\d:\d\d(?::\d\d)?)(?:\.\d+)?"
        r"(?:(?P<utc>Z)|(?P<sign>[-+])(?P<hours>\d\d):?(?P<minutes>\d\d))?(?!\w)",
        _time_of_date,
    ),
    rule(r"(?<=[\dmM.]) ?- ?(?=[012]?\d(?::[0-5]\d)? ?(?:[ap]m\b|[ap]\.m\.|[AP]M\b))", " to "),
    rule(r"(?<=\d:\d\d) ?- ?(?=[012]?\d(?::[0-5]\d)?\b)", " to "),
    rule(r"(?<![\w./-])(?P<year_first>\d{4}([-/.])\d{1,2}\2\d{1,2})(?![\w/-]|\.\d)", _date),
    rule(r"(?<![\w./-])\d{1,2}(?:/\d{1,2}/(?:\d{4}|\d\d)|-\d{1,2}-\d{4}|\.\d{1,2}\.\d{4})(?![\w/-]|\.\d)", _date),
    rule(rf"\b(?P<short>{_short})\b\.?(?= ?\d)|(?<=\d )(?P<after>{_short})\b\.?", _long_month),
    rule(rf"\b(?P<short>{_days})\b\.?(?=,? (?:\d|{_month}))", lambda m: SHORT_DAYS[m["short"]]),
    rule(rf"\b(?P<month>{_month}) {_day}{_last}\b(?![:.]\d|,\d)(?:,? (?P<year>\d{{4}})\b)?", _month_day),
    rule(
        rf"(?P<article>\b[Tt]he )?(?<![\d.,:/-]){_day}{_last} (?:of )?(?P<month>{_month})\b"
        r"(?:,? (?P<year>\d{4})\b)?",
        _day_month,
    ),
    rule(r"(?<![\w.])(?P<year>(?:1\d|20)\d0)'?s\b", _decade),
    rule(rf"(?:{_when}|')'?(?P<year>[2-9]0)'?s\b", _decade),  # "30s" alone are seconds
    rule(r"(?<![\w.,])(?P<year>1[1-9]\d\d|20\d\d)[-/](?P<next>\d\d)(?![\w/-]|[.,]\d)", _season),
    rule(
        r"(?<![\w.:])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?:\.(?P<part>\d+))?"
        rf"(?![\d:])(?: ?{_half})?",
        _clock,
    ),
    rule(rf"(?<![\w.:,])(?P<hour>[01]?\d)(?P<minute>)(?P<second>)(?P<part>) ?{_half}", _clock),
)  # fmt: skip
