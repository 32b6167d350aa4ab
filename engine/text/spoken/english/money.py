"""Sums of money."""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.english.numbers import is_one, number_words, quantity_words
from phonoscope.engine.text.spoken.english.writing import NUMBER
from phonoscope.engine.text.spoken.rules import rule

# One, many, and the same for the hundredth part.
_CURRENCIES = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "€": ("euro", "euros", "cent", "cents"),
    "¥": ("yen", "yen", "", ""),
    "₹": ("rupee", "rupees", "paisa", "paise"),
    "₩": ("won", "won", "", ""),
    "₽": ("ruble", "rubles", "kopeck", "kopecks"),
    "₺": ("lira", "lira", "kurus", "kurus"),
    "₣": ("Swiss franc", "Swiss francs", "centime", "centimes"),
}
_CODES = {"USD": "US$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "CHF": "₣", "CAD": "CA$", "AUD": "AU$"}
_COUNTRIES = {
    "US": "U S ", "CA": "Canadian ", "C": "Canadian ", "AU": "Australian ", "A": "Australian ", "NZ": "New Zealand ",
    "HK": "Hong Kong ", "S": "Singapore ",
}  # fmt: skip
SCALES = {
    "k": "thousand", "K": "thousand", "m": "million", "M": "million", "mn": "million", "bn": "billion", "b": "billion",
    "B": "billion", "tn": "trillion", "T": "trillion",
}  # fmt: skip


def _in_front(match: re.Match[str]) -> str:
    return _CODES.get(match["currency"], match["currency"]) + match["sum"]


def _sum(match: re.Match[str]) -> str:
    article, country, symbol, low, amount, scale = match.group("article", "country", "symbol", "low", "amount", "scale")
    one, many, small_one, small_many = _CURRENCIES[symbol]
    country = _COUNTRIES.get(country or "", "")
    words = (article or "") + (f"{quantity_words(low)} to " if low else "")
    if scale:
        return f"{words}{quantity_words(amount)} {SCALES.get(scale, scale)} {country}{one if article else many}"
    whole, _, cents = amount.replace(",", "").partition(".")
    if len(cents) != 2 or not small_one:
        return f"{words}{quantity_words(amount)} {country}{one if article or is_one(amount) else many}"
    large = f"{quantity_words(whole)} {country}{one if article or is_one(whole) else many}"
    small = f"{number_words(int(cents))} {small_one if int(cents) == 1 else small_many}"
    if not int(cents):
        return words + large
    return words + (f"{large} and {small}" if whole.strip("0") else small)


def _cents(match: re.Match[str]) -> str:
    return f"{quantity_words(match['amount'])} cent{'' if is_one(match['amount']) else 's'}"


_scale = r"(?: ?(?P<scale>thousand|million|billion|trillion|mn|bn|tn|[kKmMbBT])(?!\w))?"
_codes = "|".join(_CODES)
_symbols = "".join(_CURRENCIES)
RULES = (
    # "USD 20", "$20 USD" and "20 €" as "US$20" and "€20".
    rule(rf"\b(?:{_codes})(?= ?\d)", lambda m: _CODES[m[0]]),
    rule(rf"[{_symbols}]?(?P<sum>{NUMBER}{_scale}) ?(?P<currency>(?:{_codes})\b)", _in_front),
    rule(rf"(?P<sum>{NUMBER}{_scale}) ?(?P<currency>[{_symbols}](?!\d))", _in_front),
    rule(
        rf"(?P<article>\b[Aa]n? )?(?:\b(?P<country>US|CA|C|AU|A|NZ|HK|S))?(?P<symbol>[{_symbols}]) ?"
        rf"(?:(?P<low>{NUMBER}) (?:to|-) (?P=symbol)?)?(?P<amount>{NUMBER}){_scale}",
        _sum,
    ),
    rule(rf"(?P<amount>{NUMBER}) ?¢", _cents),
)
