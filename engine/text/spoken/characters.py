"""Plain characters for everything that Unicode can write: letters, digits, common punctuation and a few signs.

Models of characters learnt the letters of their languages only. Others become the nearest plain ones ("Москва"); emoji
are a pause, and named where nothing else is written.
"""

# Signs that look like other signs are the very subject here.
# ruff: noqa: RUF001

from __future__ import annotations

import re
import unicodedata

_SIGNS = frozenset("£€¥₹₩₽₺¢°×÷±≈≠≤≥→§©μΩ²³∞√")  # what the rules of other concepts read
_READ_AS = {
    "—": ", ",
    "―": ", ",
    "‐": "-",
    "‑": "-",
    "‒": "-",
    "–": "-",
    "−": "-",
    "‘": "'",
    "’": "'",
    "‚": "'",
    "‛": "'",
    "′": "'",
    "`": "'",
    "´": "'",
    "“": '"',
    "”": '"',
    "„": '"',
    "‟": '"',
    "″": '"',
    "«": '"',
    "»": '"',
    "‹": "'",
    "›": "'",
    "¡": "",
    "¿": "",
    "™": "",
    "®": "",
    "·": ", ",
    "•": ", ",
    "⋅": "×",
    "∙": "×",
    "∼": "~",
    "≃": "≈",
    "≅": "≈",
    "⇒": "→",
    "➔": "→",
    "➜": "→",
    "№": "No.",
    "⁄": "/",
    "∕": "/",
}
_VULGAR_FRACTION = re.compile(r"(?<=\d)(?=[¼-¾⅐-⅞])")
_STRANGE = re.compile(r"[^\x00-\x7f]+")
_LOVED = re.compile(r"(?:(?<=\bI )|(?<=\bwe )|(?<=\bWe ))[❤♥]\ufe0f?(?= ?\w)")
_THIN_SEPARATOR = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")  # of thousands
# A single "²" or "³" has rules of its own: "squared", "cubic".
_SUPERSCRIPT = re.compile(r"(?<=[\w)])(?:⁻[⁰¹²³⁴-⁹]+|[⁰¹²³⁴-⁹]{2,}|[⁰¹⁴-⁹])")
_EMOJI = re.compile(
    r"\s*(?:[\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]"
    r"[\u200d\u20d0-\u20ff\ufe00-\ufe0f\U000e0000-\U000e007f]*\s*)+"
)
# ":-)" and its kin, where it stands alone.
_FACE = re.compile(r"(?<!\S)(?:[:;=]['o^-]?(?:[)(\]\[|\\/*]+|[DPpOoS])|[xX]D+|<3+|\^_*\^|-_+-)(?=[\s.,!?]|\Z)")


def plain(text: str, letters: str = "", thousands: str = ",") -> str:
    """Return ``text`` in plain characters and the signs that other rules read in words.

    Parameters
    ----------
    text
        In any characters.
    letters
        Which letters stay as they are beside those of ASCII.
    thousands
        What takes the place of a thin blank between the digits of a number.
    """
    if text.isascii() and not _FACE.search(text):
        return text
    text = _VULGAR_FRACTION.sub(" ", _THIN_SEPARATOR.sub(thousands, text))
    text = _SUPERSCRIPT.sub(lambda m: "^" + unicodedata.normalize("NFKC", m[0]), text)
    text = _LOVED.sub("love", text)
    without_emoji = _FACE.sub(", ", _EMOJI.sub(", ", text))
    if not any(map(str.isalnum, without_emoji)):
        return re.sub(r"[\W_]+", " ", _nearest(text))
    return _STRANGE.sub(lambda m: _run(m[0], letters), without_emoji)


def _run(characters: str, letters: str) -> str:
    plain_characters = "".join(c if c in letters else _plain(c) for c in characters)
    # Syllables of a script without capitals come with one each.
    return plain_characters.capitalize() if re.fullmatch("(?:[A-Z][a-z]+){2,}", plain_characters) else plain_characters


def _plain(character: str) -> str:
    if character in _SIGNS:
        return character
    if character in _READ_AS:
        return _READ_AS[character]
    if character.isdecimal():
        return str(unicodedata.decimal(character))
    common = unicodedata.normalize("NFKC", character)
    if common != character and not common.startswith(" "):
        return "".join(c if c.isascii() else _plain(c) for c in common)
    return _nearest(character)


def _nearest(text: str) -> str:
    from anyascii import anyascii  # plain English does without

    return anyascii(text)
