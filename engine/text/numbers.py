"""Numbers in English words, with the British "and" after hundreds and thousands.

Own rules, since the permissive library for it (inflect) says the same, but takes longer to import than the voice takes
to load.
"""

from __future__ import annotations

import re

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = ("", " thousand", " million", " billion", " trillion")
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}


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
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    if number < 1000:
        hundreds, rest = divmod(number, 100)
        return f"{_ONES[hundreds]} hundred" + (f" and {number_words(rest)}" if rest else "")
    if number >= 10**15:
        return digit_words(str(number))
    parts = []
    scale = 0
    while number:
        number, group = divmod(number, 1000)
        if group:
            joint = "and " if scale == 0 and group < 100 and number else ""
            parts.append(joint + number_words(group) + _SCALES[scale])
        scale += 1
    return " ".join(reversed(parts))


def digit_words(digits: str) -> str:
    """Read digits one by one."""
    return " ".join(_ONES[int(d)] for d in digits)


def ordinal_words(number: int) -> str:
    """Spell an ordinal number, for example "twenty-third"."""
    head, joint, last = re.fullmatch(r"(.*?)([ -]?)(\w+)", number_words(number)).groups()  # type: ignore[union-attr]
    stem = last[:-1] + "ie" if last.endswith("y") else last
    return head + joint + _ORDINALS.get(last, stem + "th")


def year_words(year: int) -> str:
    """Read a year, for example "nineteen eighty-seven"."""
    head, tail = divmod(year, 100)
    if not 1100 <= year < 2100 or 2000 <= year < 2010:
        return number_words(year)
    if tail == 0:
        return f"{number_words(head)} hundred"
    return f"{number_words(head)} {'oh ' if tail < 10 else ''}{number_words(tail)}"


def quantity_words(text: str) -> str:
    """Read a number as written, with thousands separators or a decimal point."""
    whole, _, fraction = text.replace(",", "").partition(".")
    if len(whole) > 1 and whole[0] == "0" and not fraction:
        return digit_words(whole)
    words = number_words(int(whole))
    return f"{words} point {digit_words(fraction)}" if fraction else words
