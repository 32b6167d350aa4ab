"""Quantities with their units."""

# The sign of multiplication looks like a letter.
# ruff: noqa: RUF001

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.english.numbers import is_one, quantity_words
from phonoscope.engine.text.spoken.english.writing import NUMBER, QUANTITY
from phonoscope.engine.text.spoken.rules import any_of, rule

_UNITS = {
    "km": "kilometer", "m": "meter", "dm": "decimeter", "cm": "centimeter", "mm": "millimeter", "μm": "micrometer",
    "nm": "nanometer", "mi": "mile", "yd": "yard", "yds": "yard", "ft": "foot", "in": "inch", "kg": "kilogram",
    "g": "gram", "gr": "gram", "mg": "milligram", "μg": "microgram", "mcg": "microgram", "t": "ton", "lb": "pound",
    "lbs": "pound", "oz": "ounce", "l": "liter", "L": "liter", "dl": "deciliter", "dL": "deciliter",
    "cl": "centiliter", "ml": "milliliter", "mL": "milliliter", "gal": "gallon", "pt": "pint", "qt": "quart",
    "tsp": "teaspoon", "tbsp": "tablespoon", "Tbsp": "tablespoon", "fl oz": "fluid ounce", "ha": "hectare",
    "sq ft": "square foot", "sq m": "square meter", "sq km": "square kilometer", "sq mi": "square mile",
    "cu ft": "cubic foot", "ns": "nanosecond", "μs": "microsecond", "ms": "millisecond", "s": "second",
    "sec": "second", "secs": "second", "min": "minute", "mins": "minute", "h": "hour", "hr": "hour", "hrs": "hour",
    "wk": "week", "wks": "week", "mo": "month", "mos": "month", "yr": "year", "yrs": "year", "Hz": "hertz",
    "kHz": "kilohertz", "MHz": "megahertz", "GHz": "gigahertz", "dB": "decibel", "mW": "milliwatt", "W": "watt",
    "kW": "kilowatt", "MW": "megawatt", "GW": "gigawatt", "Wh": "watt hour", "kWh": "kilowatt hour",
    "MWh": "megawatt hour", "mV": "millivolt", "V": "volt", "kV": "kilovolt", "mA": "milliampere", "A": "ampere",
    "mAh": "milliampere hour", "Ω": "ohm", "kΩ": "kiloohm", "J": "joule", "kJ": "kilojoule", "cal": "calorie",
    "kcal": "kilocalorie", "Pa": "pascal", "hPa": "hectopascal", "kPa": "kilopascal", "bit": "bit", "KB": "kilobyte",
    "kB": "kilobyte", "MB": "megabyte", "GB": "gigabyte", "TB": "terabyte", "PB": "petabyte", "KiB": "kibibyte",
    "MiB": "mebibyte", "GiB": "gibibyte", "Kb": "kilobit", "Mb": "megabit", "Gb": "gigabit", "px": "pixel",
}  # fmt: skip
_WHOLE = {
    "mph": "mile per hour", "kph": "kilometer per hour", "kmh": "kilometer per hour", "kbps": "kilobit per second",
    "Mbps": "megabit per second", "Gbps": "gigabit per second", "rpm": "revolution per minute",
    "fps": "frame per second", "bpm": "beat per minute", "dpi": "dot per inch", "psi": "pound per square inch",
    "ppm": "part per million", "mpg": "mile per gallon", "pcs": "piece",
}  # fmt: skip
_PLURALS = {
    "foot": "feet",
    "inch": "inches",
    "hertz": "hertz",
    "kilohertz": "kilohertz",
    "megahertz": "megahertz",
    "gigahertz": "gigahertz",
}
_LETTERS_AND_WORDS = frozenset(("in", "A", "t", "J", "mo", "pt", "h", "gr"))  # units only close to the number
_POWERS = {"²": "square", "³": "cubic", "^2": "square", "^3": "cubic", "2": "square", "3": "cubic"}
_COUNTED_BY = "year month week day hour minute second person night unit user cup serving page"
_PER = {noun: noun for noun in _COUNTED_BY.split()} | _UNITS | {"d": "day"}
_DIRECTIONS = {"N": " north", "S": " south", "E": " east", "W": " west", "C": " Celsius", "F": " Fahrenheit", None: ""}


def _noun(unit: str, amount: str) -> str:
    """Return a unit such as "square foot per second" in the number that the amount asks for."""
    if is_one(amount):
        return unit
    head, joint, rest = unit.partition(" per ")
    before, _, noun = head.rpartition(" ")
    return f"{before} {_PLURALS.get(noun, noun + 's')}".lstrip() + joint + rest


def _unit(match: re.Match[str]) -> str:
    name = _WHOLE.get(match["unit"]) or _UNITS[match["unit"]]
    if match["power"]:
        name = f"{_POWERS[match['power']]} {name}"
    if match["per"]:
        name += f" per {_below(match)}"
    if not match["article"] and not match["hyphen"]:
        name = _noun(name, match["amount"])
    return f"{match['article'] or ''}{quantity_words(match['amount'])} {name}"


def _below(match: re.Match[str]) -> str:
    """Return what stands below the stroke of a unit: "second squared", "cubic meter", "hundred kilometers"."""
    noun = _PER[match["per"]]
    if match["hundred"]:
        return f"hundred {_noun(noun, '100')}"
    if match["per_power"]:
        return "second squared" if noun == "second" else f"{_POWERS[match['per_power']]} {noun}"
    return noun


def _degrees(match: re.Match[str]) -> str:
    noun = "degree" if match["article"] else _noun("degree", match["amount"])
    words = f"{match['article'] or ''}{quantity_words(match['amount'])} {noun}"
    for part, name in (("minutes", "minute"), ("seconds", "second")):
        if match[part]:
            words += f", {quantity_words(match[part])} {_noun(name, match[part])}"
    return words + _DIRECTIONS[match["scale"]]


def _height(match: re.Match[str]) -> str:
    inches = f" {quantity_words(match['inches'])}" if match["inches"] else ""
    return f"{quantity_words(match['feet'])} {'foot' if inches or match['feet'] == '1' else 'feet'}{inches}"


def _times(match: re.Match[str]) -> str:
    return f"{quantity_words(match['amount'])} times"


def _joined(names: set[str]) -> str:
    return any_of(names).replace(r"\ ", r"\.? ")  # "sq. ft" as well


_words = _joined(set(_UNITS) & _LETTERS_AND_WORDS)
_unit_names = _joined(set(_UNITS) | set(_WHOLE))
_per = _joined(set(_PER))
RULES = (
    rule(
        rf"(?P<article>\b[Aa]n? )?(?P<amount>{QUANTITY}) ?°(?: ?(?P<minutes>\d+)')?(?: ?(?P<seconds>\d+(?:\.\d+)?)\")?"
        r" ?(?P<scale>[CFNSEW])?(?!\w)",
        _degrees,
    ),
    rule(r"(?<![\w.,'])(?P<feet>\d{1,2})' ?(?P<inches>\d{1,2})(?:\"|''|(?!\w))", _height),
    rule(
        rf"(?P<article>\b[Aa]n? )?(?P<amount>{QUANTITY})(?:(?P<hyphen>-)| (?!(?:{_words}) [\w(]))?"
        rf"(?P<unit>{_unit_names})"
        r"(?P<power>[²³]|\^?[23](?![\w.]))?"
        rf"(?:/(?P<hundred>100 ?)?(?P<per>{_per})(?P<per_power>[²³]|\^?[23](?!\w))?)?"
        r"(?![\w/²³])(?:\.(?=,| [a-z]))?",
        _unit,
    ),
    rule(rf"(?<=[a-z]{{3}}) ?/ ?(?P<per>{_per})\b(?!/)", lambda m: f" per {_PER[m['per']]}"),
    rule(rf"(?P<amount>{NUMBER}) ?[x×](?![\w×])(?! ?\d)", _times),
)
