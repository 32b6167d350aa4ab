"""Amounts of money."""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.french.numbers import counted, number_words, of, quantity_words
from phonoscope.engine.text.spoken.french.writing import NUMBER, is_many
from phonoscope.engine.text.spoken.rules import any_of, rule

# Sign or code: the unit, its plural, its hundredth, whether it is feminine.
_CURRENCIES = {
    "€": ("euro", "euros", "centime", False), "EUR": ("euro", "euros", "centime", False),
    "$": ("dollar", "dollars", "cent", False), "USD": ("dollar", "dollars", "cent", False),
    "$CA": ("dollar canadien", "dollars canadiens", "cent", False),
    "CAD": ("dollar canadien", "dollars canadiens", "cent", False),
    "£": ("livre", "livres", "penny", True), "GBP": ("livre", "livres", "penny", True),
    "CHF": ("franc suisse", "francs suisses", "centime", False), "¥": ("yen", "yens", "sen", False),
    "JPY": ("yen", "yens", "sen", False), "FF": ("franc", "francs", "centime", False),
}  # fmt: skip
_SCALES = {"k": "mille", "K": "mille", "M": "million", "Md": "milliard", "Mds": "milliard", "Mrd": "milliard"}
_SIGN = any_of(_CURRENCIES)
_SCALE = "Mds?|Mrd|[kKM]|mille|millions?|milliards?"


def _amount(match: re.Match[str]) -> str:
    one, many, hundredth, feminine = _CURRENCIES[match["sign"]]
    amount, scale = match["amount"], match["scale"]
    if scale:
        word = _SCALES.get(scale, scale)
        if word == "mille":
            return f"{quantity_words(amount)} mille {many}"
        word = word.removesuffix("s") + ("s" if is_many(amount) else "")
        return f"{quantity_words(amount)} {word} {of(many)}"
    cents = re.fullmatch(r"(.*)[.,](\d\d)", amount)
    if not cents:
        return counted(quantity_words(amount, feminine), many if is_many(amount) else one)
    whole, part = cents[1], int(cents[2])
    if not int(re.sub(r"\D", "", whole)) and part:
        return f"{number_words(part)} {hundredth}{'s' if part > 1 else ''}"
    words = counted(quantity_words(whole, feminine), many if is_many(whole) else one)
    return f"{words} {number_words(part)}" if part else words


RULES = (
    rule(rf"(?P<amount>{NUMBER}) ?(?:(?P<scale>{_SCALE}) ?)?(?P<sign>{_SIGN})(?!\w)", _amount),
    rule(rf"(?P<sign>[€$£¥]) ?(?P<amount>{NUMBER})(?: ?(?P<scale>{_SCALE})\b)?", _amount),
)
