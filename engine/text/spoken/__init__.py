"""Text as it is spoken: numbers, dates, money, units, abbreviations and symbols in words.

For voices whose text units are characters and which never learnt digits. Rules, not a model: what is written must be
read the same way every time, and a wrong reading must be fixable in one line. Every language has a package of rules,
one module a concept; what languages share (lines and marks of a page, characters, the shape of a rule) lies beside.
"""

from __future__ import annotations

from phonoscope.engine.text.spoken import english


def _french(text: str) -> str:
    from phonoscope.engine.text.spoken import french  # its rules take a moment, and most models speak English only

    return french.read(text)


_READERS = {"english": english.read, "french": _french}
LANGUAGES = tuple(_READERS)


def spoken(text: str, language: str = "english") -> str:
    """Return text with everything that is not a word written out in words.

    Parameters
    ----------
    text
        What was written.
    language
        One of `LANGUAGES`.

    Returns
    -------
    str
        What to say: letters, blanks and common punctuation. Spoken text comes back unchanged.
    """
    return _READERS[language](text)
