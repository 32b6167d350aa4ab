"""Units of measurement after a number."""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.french.numbers import counted, fraction_of, quantity_words
from phonoscope.engine.text.spoken.french.writing import QUANTITY, is_many
from phonoscope.engine.text.spoken.rules import any_of, rule

# Symbol: the unit; a hyphen at its end keeps it without "s" in the plural, a star makes it feminine.
_UNITS = {
    "km/h": "kilomètre par heure",
    "m/s": "mètre par seconde",
    "Mbit/s": "mégabit par seconde",
    "Mo/s": "mégaoctet par seconde",
    "€/kg": "euro par kilo",
    "km²": "kilomètre carré",
    "m²": "mètre carré",
    "cm²": "centimètre carré",
    "km2": "kilomètre carré",
    "m2": "mètre carré",
    "m³": "mètre cube",
    "m3": "mètre cube",
    "cm³": "centimètre cube",
    "cm3": "centimètre cube",
    "km": "kilomètre",
    "hm": "hectomètre",
    "m": "mètre",
    "dm": "décimètre",
    "cm": "centimètre",
    "mm": "millimètre",
    "μm": "micromètre",
    "nm": "nanomètre",
    "kg": "kilo",
    "g": "gramme",
    "mg": "milligramme",
    "μg": "microgramme",
    "t": "tonne*",
    "l": "litre",
    "L": "litre",
    "dl": "décilitre",
    "cl": "centilitre",
    "cL": "centilitre",
    "ml": "millilitre",
    "mL": "millilitre",
    "hl": "hectolitre",
    "ha": "hectare",
    "min": "minute*",
    "s": "seconde*",
    "h": "heure*",
    "ms": "milliseconde*",
    "Hz": "hertz-",
    "kHz": "kilohertz-",
    "MHz": "mégahertz-",
    "GHz": "gigahertz-",
    "W": "watt",
    "kW": "kilowatt",
    "MW": "mégawatt",
    "GW": "gigawatt",
    "Wh": "wattheure",
    "kWh": "kilowattheure",
    "MWh": "mégawattheure",
    "V": "volt",
    "kV": "kilovolt",
    "mA": "milliampère",
    "mAh": "milliampèreheure",
    "kcal": "kilocalorie*",
    "cal": "calorie*",
    "kJ": "kilojoule",
    "hPa": "hectopascal",
    "kPa": "kilopascal",
    "Pa": "pascal",
    "bar": "bar",
    "dB": "décibel",
    "o": "octet",
    "ko": "kilooctet",
    "Ko": "kilooctet",
    "kB": "kilooctet",
    "Mo": "mégaoctet",
    "MB": "mégaoctet",
    "Go": "gigaoctet",
    "GB": "gigaoctet",
    "To": "téraoctet",
    "TB": "téraoctet",
    "px": "pixel",
    "ch": "cheval",
    "°C": "degré Celsius",
    "° C": "degré Celsius",
    "°F": "degré Fahrenheit",
    "°": "degré",
    "K€": "kilo-euro",
    "%": "pour cent-",
    "‰": "pour mille-",
    "kg/m³": "kilo par mètre cube",
    "g/l": "gramme par litre",
    "ans": "an",
    "hab./km²": "habitant par kilomètre carré",
}
_IRREGULAR = {"cheval": "chevaux"}
_SYMBOL = any_of(_UNITS)


def _measured(match: re.Match[str]) -> str:
    unit = _UNITS[match["unit"]]
    feminine, name = unit.endswith("*"), unit.rstrip("*-")
    if "/" in match["amount"] and not unit.endswith("-"):
        whole, _, fraction = match["amount"].rpartition(" ")
        return fraction_of(whole, fraction, _plural(name) if is_many(whole) else name, feminine)
    amount = quantity_words(match["amount"], feminine)
    if unit.endswith("-"):
        return f"{amount} {name}"
    return counted(amount, _plural(name) if is_many(match["amount"]) else name)


def _plural(name: str) -> str:
    first, _, rest = name.partition(" par ")
    first = _IRREGULAR.get(first) or " ".join(word + "s" for word in first.split(" ") if word)
    return f"{first} par {rest}" if rest else first.replace("Celsiuss", "Celsius").replace("Fahrenheits", "Fahrenheit")


RULES = (rule(rf"(?P<amount>{QUANTITY}) ?(?P<unit>{_SYMBOL})(?![\w'²³/])", _measured),)
