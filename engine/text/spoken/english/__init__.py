"""English as it is spoken: numbers, dates, money, units, abbreviations and symbols in words.

For voices whose text units are characters and which never learnt digits. Rules, not a model: what is written must be
read the same way every time, and a wrong reading must be fixable in one line. A module holds the rules of one concept;
their order, here, is part of what they mean: what a date has read is no longer there for ranges and fractions.
"""

from __future__ import annotations

from phonoscope.engine.text.spoken.characters import plain
from phonoscope.engine.text.spoken.english import (
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
from phonoscope.engine.text.spoken.english.capitals import lower_shouts, spell_unpronounceable
from phonoscope.engine.text.spoken.greek import greek_rule
from phonoscope.engine.text.spoken.layout import sentences
from phonoscope.engine.text.spoken.punctuation import tidy
from phonoscope.engine.text.spoken.rules import apply, in_words

_WORDS = (*abbreviations.RULES, *addresses.RULES, *roman.RULES)
_NUMBERS = (*codes.RULES, *dates.RULES, *numerals.JOINTS, *money.RULES, *units.RULES, *numerals.RULES)
_GREEK = greek_rule(
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi "
    "psi omega"
)


def read(text: str) -> str:
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
    text = lower_shouts(plain(apply((_GREEK,), sentences(text))))
    text = in_words(text, _WORDS, _NUMBERS, symbols.RULES)
    return spell_unpronounceable(tidy(text))
