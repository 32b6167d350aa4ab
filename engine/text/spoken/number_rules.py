"""Numbers in the words of a language, by the rules of the Unicode CLDR as unicode-rbnf reads them."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unicode_rbnf import RbnfEngine

LARGEST = 10**15  # the rules name more, but a number of so many digits is a code that is read digit by digit


@lru_cache(maxsize=4096)
def spell(language: str, number: int, ruleset: str) -> str:
    """Spell a number.

    Parameters
    ----------
    language
        Two letters, "en" or "fr".
    number
        From 0 to `LARGEST`.
    ruleset
        Name of the CLDR's rules, for example "spellout-cardinal-masculine".

    Returns
    -------
    str
        Words as the rules put them together.
    """
    return _engine(language).format_number(number, ruleset_names=[ruleset]).text


@cache
def _engine(language: str) -> RbnfEngine:
    from unicode_rbnf import RbnfEngine  # a text without numbers does without

    return RbnfEngine.for_language(language)
