"""Abbreviations and initials."""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.english.dates import SHORT_DAYS
from phonoscope.engine.text.spoken.english.writing import stop_after
from phonoscope.engine.text.spoken.rules import any_of, letters, rule

# Before a name, with or without a stop; never at the end of a sentence.
_TITLES = {
    "Mr": "Mister", "Mrs": "Missus", "Ms": "Miss", "Dr": "Doctor", "Prof": "Professor", "St": "Saint", "Mt": "Mount",
    "Ft": "Fort", "Capt": "Captain", "Gen": "General", "Lt": "Lieutenant", "Col": "Colonel", "Sgt": "Sergeant",
    "Maj": "Major", "Rev": "Reverend", "Hon": "Honorable", "Gov": "Governor", "Sen": "Senator", "Pres": "President",
    "Adm": "Admiral", "Cmdr": "Commander",
}  # fmt: skip
# After the name of a street.
_STREETS = {
    "St": "Street", "Dr": "Drive", "Ave": "Avenue", "Av": "Avenue", "Rd": "Road", "Blvd": "Boulevard", "Ln": "Lane",
    "Ct": "Court", "Pl": "Place", "Sq": "Square", "Pkwy": "Parkway", "Hwy": "Highway",
}  # fmt: skip
# Before a number only, since some of them are words or letters.
_COUNTED = {
    "no": "number", "nos": "numbers", "nr": "number", "fig": "figure", "figs": "figures", "p": "page", "pp": "pages",
    "vol": "volume", "ch": "chapter", "chap": "chapter", "sec": "section", "art": "article", "eq": "equation",
    "ext": "extension", "apt": "apartment", "ste": "suite", "rm": "room", "tel": "telephone",
    "ver": "version", "ed": "edition",
}  # fmt: skip
_BEFORE_YEARS = {"b": "born", "d": "died", "c": "circa", "ca": "circa"}
# Anywhere; those with a stop may end a sentence.
_ANYWHERE = {
    "vs.": "versus", "vs": "versus", "etc.": "et cetera", "etc": "et cetera", "e.g.": "for example", "i.e.": "that is",
    "approx.": "approximately", "dept.": "department", "Dept.": "Department", "govt.": "government",
    "et al.": "and others", "cf.": "compare", "a.k.a.": "also known as", "aka": "also known as", "Jr.": "Junior",
    "Sr.": "Senior", "Inc.": "Incorporated", "Ltd.": "Limited", "Co.": "Company", "Corp.": "Corporation",
    "Bros.": "Brothers", "est.": "established", "incl.": "including", "excl.": "excluding", "misc.": "miscellaneous",
    "w/o": "without", "w/": "with", "b/c": "because", "c/o": "care of", "n/a": "not applicable",
    "N/A": "not applicable",
    "Ave.": "Avenue", "Blvd.": "Boulevard", "Rd.": "Road", "temp.": "temperature", "avg.": "average",
    "y/y": "year on year", "WWI": "World War one", "WWII": "World War two", "Jan.": "January", "Feb.": "February",
    "Apr.": "April", "Aug.": "August", "Sept.": "September", "Oct.": "October", "Nov.": "November", "Dec.": "December",
    "Mon.": "Monday", "Tues.": "Tuesday", "Wed.": "Wednesday", "Thurs.": "Thursday", "Fri.": "Friday",
}  # fmt: skip
_ANYWHERE |= {short.capitalize(): long.capitalize() for short, long in _ANYWHERE.items() if short.islower()}
# Where no number stands before them; with one they are its unit.
_UNCOUNTED = {
    "hrs": "hours", "mins": "minutes", "secs": "seconds", "wks": "weeks", "yrs": "years", "lbs": "pounds",
    "yds": "yards",
}  # fmt: skip
_UNCOUNTED |= {short.capitalize(): long.capitalize() for short, long in _UNCOUNTED.items()}
_CHAT = {
    "btw": "by the way", "idk": "I don't know", "imo": "in my opinion", "imho": "in my humble opinion",
    "omg": "oh my god", "fyi": "for your information", "tbh": "to be honest", "afaik": "as far as I know",
    "brb": "be right back", "ttyl": "talk to you later", "thx": "thanks", "pls": "please", "plz": "please",
    "ppl": "people",
}  # fmt: skip


def _counted(match: re.Match[str]) -> str:
    word = _COUNTED[match["word"].lower()]
    opens = match["word"][0].isupper() and not match.string[: match.start()].strip()
    return f"{word.capitalize() if opens else word} "


def _anywhere(match: re.Match[str]) -> str:
    return _ANYWHERE[match[0]] + stop_after(match)


def _uncounted(match: re.Match[str]) -> str:
    return _UNCOUNTED[match["word"]] + stop_after(match)


def _street(match: re.Match[str]) -> str:
    return match["name"] + _STREETS[match["kind"]] + stop_after(match)


def _initials(match: re.Match[str]) -> str:
    return letters(match[0]) + stop_after(match)


def _days(match: re.Match[str]) -> str:
    return f"{SHORT_DAYS[match['first']]} to {SHORT_DAYS[match['last']]}{stop_after(match)}"


_NAME = r"(?:[A-Z][A-Za-z']+|\d+(?:st|nd|rd|th))"
_DAYS = any_of(SHORT_DAYS)
RULES = (
    rule(rf"\b(?P<first>{_DAYS})\.? ?- ?(?P<last>{_DAYS})\b\.?", _days),
    # "12 Elm St. Springfield" by its number, "Elm St., Springfield" by what follows.
    rule(rf"(?P<name>\b\d+[A-Za-z]? (?:[NSEW]\.? )?(?:{_NAME} ){{1,3}})(?P<kind>{any_of(_STREETS)})\b\.?", _street),
    rule(rf"(?P<name>\b{_NAME} )(?P<kind>{any_of(_STREETS)})\b\.?(?=\s*(?:[,;:)]|\Z)|\.? [a-z])", _street),
    rule(rf"\b(?P<word>{any_of(_TITLES)})\.(?=\s?[A-Z]| & | and )", lambda m: _TITLES[m["word"]]),
    rule(r"\b(?P<word>Mr|Mrs|Ms|Dr|Prof|St|Mt)(?= [A-Z])", lambda m: _TITLES[m["word"]]),
    rule(rf"(?<![\w.])(?P<word>(?i:{any_of(_COUNTED)})(?<!\bP))\.\s?(?=\d|[IVXLC]{{2,}}\b)", _counted),
    rule(rf"\b(?P<word>{any_of(_BEFORE_YEARS)})\.\s?(?=\d{{3,4}}\b)", lambda m: f"{_BEFORE_YEARS[m['word']]} "),
    rule(rf"(?<![\w.])(?:{any_of(_ANYWHERE)})(?![\w/])", _anywhere),
    rule(rf"(?<![\w./-])(?<!\d )(?P<word>{any_of(_UNCOUNTED)})\b\.?(?![\w/])", _uncounted),
    rule(rf"\b(?i:{any_of(_CHAT)})\b", lambda m: _CHAT[m[0].lower()]),
    rule(r"\bPh\.? ?D\b\.?", lambda m: f"P H D{stop_after(m)}"),
    rule(r"(?<![\w.])(?<!\d )(?:[A-Za-z]\.){2,}(?!\w)", _initials),
    # The middle of a name: "George W. Bush", "J. Smith".
    rule(r"(?:(?<=[A-Z]\. )|(?<=[a-z] )|(?<![^\n\"'(]))([B-HJ-Z])\.(?= ?[A-Z][a-z.])", lambda m: m[1] + stop_after(m)),
)  # fmt: skip
