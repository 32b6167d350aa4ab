"""Roman numerals where they are numbers: of chapters and wars, of rulers, and alone where they cannot be a word."""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.english.numbers import number_words, ordinal_words, year_words
from phonoscope.engine.text.spoken.roman_numerals import NUMERAL, worth
from phonoscope.engine.text.spoken.rules import rule

_COUNTED = (
    "Chapter|Part|Act|Scene|Book|Volume|Section|Article|War|Bowl|Phase|Type|Class|Grade|Title|Level|Stage|Mark|Figure|"
    "Appendix|Table|Lesson|Unit|Round|Episode|Season|Group|Division|Tier|Canto|Psalm|Symphony|Sonata|Page|Number"
)
_RULERS = (
    "Henry|Louis|Elizabeth|George|Charles|James|Edward|Richard|William|John|Paul|Pius|Benedict|Leo|Philip|Frederick|"
    "Peter|Catherine|Alexander|Napoleon|Nicholas|Ivan|Gregory|Clement|Innocent|Urban|Ramesses|Ramses|Ptolemy|Mary|"
    "Robert|David|Alfonso|Ferdinand|Gustav|Christian|Olav|Harald|Carl|Wilhelm|Friedrich|Otto|Felipe|Carlos|Darius|"
    "Xerxes|Francis|Joseph|Leopold|Albert|Maximilian|Boniface|Sixtus|Julius|Stephen|Margaret|Haakon|Selim|Suleiman|"
    "Mehmed|Murad|Pedro|Umberto|Emmanuel|Abdullah|Rama"
)


def _counted(match: re.Match[str]) -> str:
    return f"{match['name']} {number_words(worth(match['numeral']))}"


def _ruler(match: re.Match[str]) -> str:
    return f"{match['name']} the {ordinal_words(worth(match['numeral']))}"


def _alone(match: re.Match[str]) -> str:
    return year_words(worth(match[0]))


RULES = (
    rule(rf"\b(?P<name>{_COUNTED}) (?P<numeral>{NUMERAL})", _counted),
    rule(rf"\b(?P<name>{_RULERS}) (?P<numeral>(?!I\b){NUMERAL}|I(?=[,.;:)]|\Z| of\b| was\b))", _ruler),
    rule(rf"\b(?=[IVX]{{2,}}\b|M[MCDXLVI]{{3,}}\b)(?!XX+\b){NUMERAL}", _alone),
)
