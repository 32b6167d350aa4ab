"""English as it is spoken: numbers, dates, money, units, abbreviations and symbols in words.

For voices whose text units are characters and which never learnt digits. Rules, not a model: what is written must be
read the same way every time, and a wrong reading must be fixable in one line.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from phonoscope.engine.text.numbers import digit_words, number_words, ordinal_words, quantity_words, year_words

_MONTHS = ("January February March April May June July August September October November December").split()
_SHORT_MONTHS = {m[:3]: m for m in _MONTHS} | {"Sept": "September"}
_MONEY = {
    "$": ("dollar", "cent"),
    "£": ("pound", "penny"),
    "€": ("euro", "cent"),
    "¥": ("yen", ""),
    "₹": ("rupee", "paisa"),
}
_IRREGULAR = {"penny": "pence", "yen": "yen", "foot": "feet", "inch": "inches", "hertz": "hertz", "paisa": "paise"}
_UNITS = {
    "km/h": "kilometer per hour",
    "mph": "mile per hour",
    "m/s": "meter per second",
    "km": "kilometer",
    "cm": "centimeter",
    "mm": "millimeter",
    "m": "meter",
    "kg": "kilogram",
    "mg": "milligram",
    "g": "gram",
    "lb": "pound",
    "lbs": "pound",
    "oz": "ounce",
    "ml": "milliliter",
    "l": "liter",
    "L": "liter",
    "ft": "foot",
    "in": "inch",
    "mi": "mile",
    "ms": "millisecond",
    "s": "second",
    "sec": "second",
    "min": "minute",
    "h": "hour",
    "hr": "hour",
    "hrs": "hour",
    "Hz": "hertz",
    "kHz": "kilohertz",
    "MHz": "megahertz",
    "GHz": "gigahertz",
    "dB": "decibel",
    "W": "watt",
    "kW": "kilowatt",
    "V": "volt",
    "A": "ampere",
    "KB": "kilobyte",
    "kB": "kilobyte",
    "MB": "megabyte",
    "GB": "gigabyte",
    "TB": "terabyte",
}
_FIXED = {"hertz", "kilohertz", "megahertz", "gigahertz"}
_ABBREVIATIONS = {
    "Mr.": "Mister",
    "Mrs.": "Missus",
    "Ms.": "Miss",
    "Dr.": "Doctor",
    "Prof.": "Professor",
    "St.": "Saint",
    "Jr.": "Junior",
    "Sr.": "Senior",
    "vs.": "versus",
    "etc.": "et cetera",
    "e.g.": "for example",
    "i.e.": "that is",
    "approx.": "approximately",
    "dept.": "department",
    "No.": "number",
    "Mt.": "Mount",
    "Ave.": "Avenue",
    "Capt.": "Captain",
    "Gen.": "General",
    "Lt.": "Lieutenant",
    "Col.": "Colonel",
    "Sgt.": "Sergeant",
    "Inc.": "Incorporated",
    "Ltd.": "Limited",
    "Co.": "Company",
    "w/": "with",
}
_SYMBOLS = {
    "&": " and ",
    "@": " at ",
    "+": " plus ",
    "=": " equals ",
    "%": " percent ",
    "#": " number ",
    "*": " times ",
    "\u00d7": " times ",
    "÷": " divided by ",
    "±": " plus or minus ",
    "≈": " about ",
    "≤": " at most ",
    "≥": " at least ",
    "<": " less than ",
    ">": " greater than ",
    "°": " degrees ",
    "§": " section ",
    "©": " copyright ",
    "™": "",
    "®": "",
    "~": " about ",
    "^": " to the power of ",
    "_": " ",
    "/": " slash ",
    "\\": " backslash ",
    "|": " ",
    "•": ", ",
    "→": " to ",
    "½": " one half ",
    "¼": " one quarter ",
    "¾": " three quarters ",
}
_PUNCTUATION = {
    "\u2018": "'",
    "\u2019": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u2013": "-",
    "\u2014": ", ",
    "\u2026": "...",
    "[": ", ",
    "]": ", ",
    "{": ", ",
    "}": ", ",
    "«": '"',
    "»": '"',
    "\u00a0": " ",
}
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"


def _plural(noun: str, amount: str) -> str:
    first, _, rest = noun.partition(" ")
    if amount in ("1", "1.0") or first in _FIXED:
        return noun
    first = _IRREGULAR.get(first, first + "s")
    return f"{first} {rest}".strip()


def _money(match: re.Match[str]) -> str:
    symbol, amount, scale = match["symbol"], match["amount"], match["scale"]
    major, minor = _MONEY[symbol]
    if scale:
        full = {"k": "thousand", "K": "thousand", "m": "million", "M": "million", "bn": "billion"}.get(scale, scale)
        return f"{quantity_words(amount)} {full} {_plural(major, '2')}"
    whole, _, cents = amount.replace(",", "").partition(".")
    out = f"{number_words(int(whole))} {_plural(major, whole)}"
    if len(cents) == 2 and minor:
        if int(cents):
            small = f"{number_words(int(cents))} {_plural(minor, str(int(cents)))}"
            out = small if not int(whole) else f"{out} and {small}"
        return out
    return f"{quantity_words(amount)} {_plural(major, amount)}"


def _clock(match: re.Match[str]) -> str:
    hour, minute, half = int(match["hour"]), int(match["minute"] or 0), match["half"]
    if hour > 24 or minute > 59:
        return match[0]
    words = number_words(hour)
    if minute:
        words += f" {'oh ' if minute < 10 else ''}{number_words(minute)}"
    elif not half:
        words += " o'clock" if 0 < hour <= 12 else " hundred hours"
    return f"{words} {half[0].lower()} m" if half else words


def _date(match: re.Match[str]) -> str:
    year, month, day = int(match["y"]), int(match["m"]), int(match["d"])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return match[0].replace("-", " ")
    return f"{_MONTHS[month - 1]} {ordinal_words(day)}, {year_words(year)}"


def _month_day(match: re.Match[str]) -> str:
    month = _SHORT_MONTHS[match["month"][:3]]
    out = f"{month} {ordinal_words(int(match['day']))}"
    return f"{out}, {year_words(int(match['year']))}" if match["year"] else out


def _unit(match: re.Match[str]) -> str:
    amount = match["amount"]
    return f"{quantity_words(amount)} {_plural(_UNITS[match['unit']], amount)}"


def _degrees(match: re.Match[str]) -> str:
    scale = {"C": " Celsius", "F": " Fahrenheit", None: ""}[match["scale"]]
    return f"{quantity_words(match['amount'])} {_plural('degree', match['amount'])}{scale}"


def _decade(match: re.Match[str]) -> str:
    words = year_words(int(match["year"]))
    return (words[:-1] + "ies") if words.endswith("y") else words + "s"


def _year(match: re.Match[str]) -> str:
    return f"{match['before']} {year_words(int(match['year']))}"


def _phone(match: re.Match[str]) -> str:
    return ", ".join(digit_words(part) for part in re.findall(r"\d+", match[0]))


def _range(match: re.Match[str]) -> str:
    return f"{match[1]} to {match[2]}"


def _address(match: re.Match[str]) -> str:
    return match[0].replace("@", " at ").replace(".", " dot ").replace("://", " ").replace("/", " slash ")


def _letters(match: re.Match[str]) -> str:
    return " ".join(match[0].replace(".", ""))


_scales = "thousand|million|billion|trillion|bn|[kKmM]"
_before = r"[Ii]n|[Ss]ince|[Uu]ntil|[Bb]y|[Oo]f|[Ff]rom|[Yy]ear|" + "|".join(_MONTHS)
_units = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
_month = "|".join(_MONTHS) + "|" + "|".join(rf"{m}\b\.?" for m in _SHORT_MONTHS if m not in _MONTHS)
_RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"\b(?:https?://|www\.)\S*[\w/]|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), _address),
    (re.compile(r"\b(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})\b"), _date),
    (
        re.compile(rf"\b(?P<month>{_month}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<year>\d{{4}})\b)?"),
        _month_day,
    ),
    (
        re.compile(
            rf"(?P<symbol>[$£€¥₹]) ?(?P<amount>{_NUMBER})(?: ?(?P<scale>{_scales})\b)?"
        ),
        _money,
    ),
    (re.compile(r"\b(?P<hour>\d{1,2}):(?P<minute>\d{2})(?: ?(?P<half>[apAP][mM]\b|[ap]\.m\.|[AP]\.M\.))?"), _clock),
    (re.compile(r"\b(?P<hour>\d{1,2})(?P<minute>) ?(?P<half>[ap]m\b|[AP]M\b|[ap]\.m\.|[AP]\.M\.)"), _clock),
    (re.compile(r"(?<![\w.])\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b|\b\d{3}-\d{4}\b"), _phone),
    (re.compile(rf"\b({_NUMBER}) ?[-\u2013] ?({_NUMBER})\b"), _range),
    (re.compile(r"(?<![\w.])[-\u2212](?=\d)"), lambda m: "minus "),
    (re.compile(r"\b(?P<year>(?:1[1-9]|20)\d0)'?s\b"), _decade),
    (
        re.compile(
            rf"\b(?P<before>{_before}),? (?P<year>(?:1[1-9]|20)\d\d)\b(?![,.]\d|%)"
        ),
        _year,
    ),
    (re.compile(rf"(?P<amount>{_NUMBER}) ?°(?P<scale>[CF])?(?!\w)"), _degrees),
    (re.compile(rf"(?<![\w.])(?P<amount>{_NUMBER}) ?(?P<unit>{_units})(?![\w/])"), _unit),
    (re.compile(r"\b(\d+)(?:st|nd|rd|th)\b"), lambda m: ordinal_words(int(m[1]))),
    (re.compile(r"\b(\d+)/(\d+)\b"), lambda m: f"{number_words(int(m[1]))} over {number_words(int(m[2]))}"),
    (re.compile(r"\bv(?=\d+\.\d)"), lambda m: "version "),
    (
        re.compile(r"\b\d+(?:\.\d+){2,}\b"),
        lambda m: " point ".join(number_words(int(part)) for part in m[0].split(".")),
    ),
    (re.compile(_NUMBER), lambda m: f" {quantity_words(m[0])} "),
    (re.compile(r"\b(?:[A-Z]\.){2,}"), _letters),
)  # fmt: skip
_abbreviation = re.compile(
    r"(?<!\w)(?:" + "|".join(re.escape(a) for a in sorted(_ABBREVIATIONS, key=len, reverse=True)) + r")(?=\s|$|,)"
)
_symbol = re.compile("[" + re.escape("".join(_SYMBOLS)) + "]")
_mark = re.compile("[" + re.escape("".join(_PUNCTUATION)) + "]")


def spoken(text: str) -> str:
    """Return English text with everything that is not a word written out in words.

    Parameters
    ----------
    text
        What was written.

    Returns
    -------
    str
        What to say: letters, blanks and common punctuation. Spoken text comes back unchanged.
    """
    text = _mark.sub(lambda m: _PUNCTUATION[m[0]], text) if not text.isascii() or _mark.search(text) else text
    text = _abbreviation.sub(lambda m: _ABBREVIATIONS[m[0]], text)
    for pattern, rule in _RULES:
        text = pattern.sub(rule, text)
    text = _symbol.sub(lambda m: _SYMBOLS[m[0]], text)
    text = re.sub(r"[ \t]+", " ", text)
    text = re.sub(r" +([,.;:!?])", r"\1", text)
    text = re.sub(r"([,;])(?:\s*[,;])+", r"\1", text)
    return text.strip()
