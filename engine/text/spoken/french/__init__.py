"""French as it is spoken. A module holds the rules of one concept; their order, here, is part of what they mean."""

from __future__ import annotations

import re
import unicodedata

from phonoscope.engine.text.spoken.characters import plain
from phonoscope.engine.text.spoken.french import (
    abbreviations,
    addresses,
    codes,
    dates,
    money,
    numerals,
    roman,
    symbols,
    units,
)
from phonoscope.engine.text.spoken.french.capitals import read_capitals
from phonoscope.engine.text.spoken.greek import greek_rule
from phonoscope.engine.text.spoken.layout import sentences
from phonoscope.engine.text.spoken.punctuation import ACCENTED, tidy
from phonoscope.engine.text.spoken.rules import apply, in_words

_WORDS = (*abbreviations.RULES, *addresses.RULES, *roman.RULES)
_NUMBERS = (*codes.RULES, *dates.RULES, *numerals.JOINTS, *money.RULES, *units.RULES, *numerals.RULES)
_GREEK = greek_rule(
    "alpha bêta gamma delta epsilon zêta êta thêta iota kappa lambda mu nu xi omicron pi rhô sigma tau upsilon phi khi "
    "psi oméga"
)
# Their blanks lie inside: as plain quotation marks they would belong to both sides.
_QUOTED = re.compile(r"«\s*|\s*»")


def read(text: str) -> str:
    """Return French text in words: letters with their accents, blanks and common punctuation."""
    text = _QUOTED.sub('"', unicodedata.normalize("NFC", text))
    text = plain(apply((_GREEK,), sentences(text)), ACCENTED + "‰", thousands=" ")
    text = in_words(text, _WORDS, _NUMBERS, symbols.RULES)
    return tidy(read_capitals(text))
