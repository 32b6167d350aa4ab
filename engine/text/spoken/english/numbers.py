"""Numbers in English words, with the British "and" after hundreds and thousands.

The words come from the rules of the Unicode CLDR; the joints between them are ours.
"""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.number_rules import LARGEST, spell

_PARTS = {2: ("half", "halves"), 4: ("quarter", "quarters")}


def number_words(number: int) -> str:
    """Spell a whole number.

    Parameters
    ----------
    number
        Any whole number; of one with more than fifteen digits the digits are read one by one.

    Returns
    -------
    str
        For example "minus three hundred and five".
    """
    if number < 0:
        return f"minus {number_words(-number)}"
    if number >= LARGEST:
        return digit_words(str(number))
    return spell("en", number, "spellout-cardinal-verbose").replace(",", "")


def digit_words(digits: str) -> str:
    """Read digits one by one."""
    return " ".join(number_words(int(d)) for d in digits)


def ordinal_words(number: int) -> str:
    """Spell an ordinal number from 0 on, for example "twenty-third"; from 10**15 on a cardinal with "th"."""
    if number >= LARGEST:
        return f"{number_words(number)}th"
    return spell("en", number, "spellout-ordinal-verbose").replace(",", "")


def year_words(year: int) -> str:
    """Read a year from 0 on, for example "nineteen eighty-seven"."""
    if not 1010 <= year < 10_000 or year % 1000 < 10:
        return number_words(year)
    return spell("en", year, "spellout-numbering-year").replace("oh-", "oh ")


def quantity_words(text: str) -> str:
    """Read a number as written: with thousands separators, a decimal point, or as a fraction ("3/4", "1 1/2")."""
    if "/" in text:
        whole, _, fraction = text.rpartition(" ")
        over, _, under = fraction.partition("/")
        words = fraction_words(int(over), int(under))
        if not whole:
            return words
        return f"{quantity_words(whole)} and {'a' + words[3:] if words.startswith('one ') else words}"
    whole, _, fraction = text.replace(",", "").partition(".")
    if len(whole) >= len(str(LARGEST)) or (len(whole) > 1 and whole[0] == "0" and not fraction):
        words = digit_words(whole)
    else:
        words = number_words(int(whole))
    return f"{words} point {digit_words(fraction)}" if fraction else words


def fraction_words(over: int, under: int) -> str:
    """Read a fraction, for example "three quarters" or, of unusual parts, "twenty-two over seven"."""
    if under < 2 or over >= under or (under > 10 and under not in (12, 16, 32, 64, 100)):
        return f"{number_words(over)} over {number_words(under)}"
    one, many = _PARTS.get(under) or (ordinal_words(under), ordinal_words(under) + "s")
    return f"{number_words(over)} {one if over == 1 else many}"


def is_one(text: str) -> bool:
    """Whether a noun after the number as written stands in the singular: "1", "1.0", "1/2", but not "1.5"."""
    return re.fullmatch(r"1(\.0)?|\d+/\d+", text) is not None
