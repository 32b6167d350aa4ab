"""Numbers in French words."""

from __future__ import annotations

from phonoscope.engine.text.spoken.number_rules import LARGEST, spell

_GROUP_BLANKS = dict.fromkeys(map(ord, " \u00a0\u202f"))
_NOUNS = ("million", "millions", "milliard", "milliards", "billion", "billions")
_HALF = "un demi"
_PARTS = {2: "demi", 3: "tiers", 4: "quart"}


def number_words(number: int, feminine: bool = False) -> str:
    """Spell a whole number.

    Parameters
    ----------
    number
        Any whole number; of one with more than fifteen digits the digits are read one by one.
    feminine
        Whether a feminine noun is counted: "vingt-et-une".

    Returns
    -------
    str
        For example "moins trois cent cinq".
    """
    if number < 0:
        return f"moins {number_words(-number, feminine)}"
    if number >= LARGEST:
        return digit_words(str(number))
    return spell("fr", number, "spellout-cardinal-feminine" if feminine else "spellout-cardinal-masculine")


def digit_words(digits: str) -> str:
    """Read digits one by one."""
    return " ".join(number_words(int(d)) for d in digits)


def ordinal_words(number: int, feminine: bool = False) -> str:
    """Spell an ordinal number from 1 on, for example "vingt-troisième"; "première" if feminine."""
    if number == 1:
        return "première" if feminine else "premier"
    words = number_words(number)
    for end, stem in (("quatre-vingts", "quatre-vingt"), ("cents", "cent"), ("cinq", "cinqu"), ("neuf", "neuv")):
        if words.endswith(end):
            return words.removesuffix(end) + stem + "ième"
    return (words[:-1] if words[-1] in "es" and not words.endswith("trois") else words) + "ième"


def quantity_words(text: str, feminine: bool = False) -> str:
    """Read a number as written: with blanks between thousands, a decimal comma, or as a fraction ("3/4", "1 1/2")."""
    if "/" in text:
        whole, _, fraction = text.rpartition(" ")
        over, _, under = fraction.partition("/")
        words = fraction_words(int(over), int(under))
        return f"{quantity_words(whole, feminine)} et {'demi' if words == _HALF else words}" if whole else words
    whole, _, fraction = text.translate(_GROUP_BLANKS).replace(".", ",").partition(",")
    if len(whole) >= len(str(LARGEST)) or (len(whole) > 1 and whole[0] == "0" and not fraction):
        return digit_words(whole) + (f" virgule {_group_words(fraction)}" if fraction else "")
    words = number_words(int(whole), feminine and not fraction)
    return f"{words} virgule {_group_words(fraction)}" if fraction else words


def fraction_words(over: int, under: int) -> str:
    """Read a fraction, for example "trois quarts" or, of unusual parts, "vingt-deux sur sept"."""
    if under < 2 or over >= under or (under > 10 and under not in (12, 16, 20, 100, 1000)):
        return f"{number_words(over)} sur {number_words(under)}"
    part = _PARTS.get(under) or ordinal_words(under)
    return f"{number_words(over)} {part if over < 2 or part.endswith('s') else part + 's'}"


def fraction_of(whole: str, fraction: str, noun: str, feminine: bool = False) -> str:
    """Read a fraction of something, perhaps after a whole number of it.

    Parameters
    ----------
    whole
        Number as written, or nothing.
    fraction
        For example "3/4".
    noun
        What is counted, in the number that fits.
    feminine
        Its gender.

    Returns
    -------
    str
        For example "une demi-heure", "trois quarts de litre" or "deux heures et demie".
    """
    words = quantity_words(fraction)
    if whole:
        half = "demie" if feminine else "demi"
        return f"{quantity_words(whole, feminine)} {noun} et {half if words == _HALF else words}"
    if words == _HALF:
        return f"{number_words(1, feminine)} demi-{noun}"
    return f"{words} {of(noun)}"


def counted(words: str, noun: str) -> str:
    """Return a noun behind its number in words: "mille euros", but "un million d'euros"."""
    return f"{words} {of(noun) if words.endswith(_NOUNS) else noun}"


def of(noun: str) -> str:
    """Return a noun behind a part or a large number: "de litre", "d'heure"; the "h" of units is silent."""
    return f"d'{noun}" if noun[0] in "aeéhio" else f"de {noun}"


def phone_words(groups: list[str]) -> str:
    """Read a telephone number in its groups: "zéro six, douze, trente-quatre"."""
    return ", ".join(map(_group_words, groups))


def _group_words(digits: str) -> str:
    """Read digits that stand together: up to three as one number behind its noughts, more one by one."""
    significant = digits.lstrip("0")
    if len(digits) > 3 or not significant:
        return digit_words(digits)
    return f"{digit_words(digits[: len(digits) - len(significant)])} {number_words(int(significant))}".strip()
