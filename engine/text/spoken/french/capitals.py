"""Words in capitals: acronyms said as words, and those said letter by letter."""

from __future__ import annotations

import re

_CAPITALS = "A-ZÀÂÄÇÈÉÊËÎÏÔÖÙÛÜŒ"
_SHOUTED = re.compile(rf"\b[{_CAPITALS}][{_CAPITALS}']+\b")
_ANY_IN_CAPITALS = re.compile(rf"\b[{_CAPITALS}][{_CAPITALS}']*\b")
_VOWEL = re.compile("[AEIOUYÀÂÈÉÊËÎÏÔÖÙÛÜŒ]")
# With vowels, but spelled all the same.
_SPELLED = frozenset("RATP UEFA EDF IRM TVA PIB ADN API CIA FBI ONG OGM OVNI PDF RER RSA SUV URL USA USB UMP".split())
_WORDS = frozenset("ONU PAN OVNI SIDA OGA ZAC LED WAC DOM ROM PEP NON OUI".split())
_UNPRONOUNCEABLE = re.compile(r"(?<![\w'])(?!(?:h?m+|ch+t*|p?s+t+|b+r+|g+r+|z+)\b)[b-df-hj-np-tv-xz]{2,5}\b(?!')")


def read_capitals(text: str) -> str:
    """Return ``text`` with shouted words in small letters and acronyms as words or letters."""
    if not re.search("[a-zà-ÿ]", text) and len(_SHOUTED.findall(text)) >= 3:
        return _ANY_IN_CAPITALS.sub(lambda m: m[0].lower() if _VOWEL.search(m[0]) else " ".join(m[0]), text)
    return _UNPRONOUNCEABLE.sub(lambda m: " ".join(m[0]), _SHOUTED.sub(_acronym, text))


def _acronym(match: re.Match[str]) -> str:
    word = match[0]
    if "'" in word or word in _WORDS or (len(word) > 3 and _VOWEL.search(word) and word not in _SPELLED):
        return word.capitalize()
    return " ".join(word)
