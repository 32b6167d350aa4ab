"""Units of measurement after a number."""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.french.numbers import quantity_words
from phonoscope.engine.text.spoken.french.writing import QUANTITY, is_many
from phonoscope.engine.text.spoken.rules import rule

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
_ELIDED = "aeéhio"
_IRREGULAR = {"cheval": "chevaux"}
_SYMBOL = "|".join(re.escape(u) for u in sorted(_UNITS, key=len, reverse=True))


def _measured(match: re.Match[str]) -> str:
    unit = _UNITS[match["unit"]]
    amount = quantity_words(match["amount"], unit.endswith("*"))
    name = unit.rstrip("*-")
    if is_many(match["amount"]) and not unit.endswith("-"):
        first, _, rest = name.partition(" par ")
        first = _IRREGULAR.get(first) or " ".join(word + "s" for word in first.split(" ") if word)
        name = (
            f"{first} par {rest}" if rest else first.replace("Celsiuss", "Celsius").replace("Fahrenheits", "Fahrenheit")
        )
    if "/" in match["amount"] and not amount.endswith("demi"):
        return f"{amount} d'{name}" if name[0] in _ELIDED else f"{amount} de {name}"
    return f"{amount} {name}"


RULES = (rule(rf"(?P<amount>{QUANTITY}) ?(?P<unit>{_SYMBOL})(?![\w'²³/])", _measured),)
