"""Roman numerals: of centuries, rulers and chapters."""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.french.numbers import number_words, ordinal_words
from phonoscope.engine.text.spoken.roman_numerals import NUMERAL, worth
from phonoscope.engine.text.spoken.rules import rule

_COUNTED = (
    "[Cc]hapitre|[Tt]ome|[Vv]olume|[Aa]cte|[Ss]cène|[Ll]ivre|[Pp]artie|[Aa]rticle|[Aa]nnexe|[Tt]itre|[Ss]ection|[Pp]hase|"
    "[Ff]igure|[Tt]ableau|[Ll]eçon|[Nn]iveau|[Tt]ype|[Cc]lasse|[Ss]aison|[Éé]pisode|[Ss]ymphonie|[Pp]saume"
)
_RULERS = (
    "Louis|Charles|Henri|François|Napoléon|Philippe|Jean-Paul|Jean|Benoît|Pie|Léon|Élisabeth|Elizabeth|Guillaume|"
    "Édouard|George|Georges|Jacques|Alexandre|Nicolas|Pierre|Catherine|Ramsès|Grégoire|Innocent|Paul|Clément|Urbain|"
    "Richard|Frédéric|Albert|Léopold|Baudouin|Rodolphe|Maximilien|Ferdinand|Joseph|Robert|Ptolémée|Sixte|Boniface"
)


def _ordinal(match: re.Match[str]) -> str:
    if match["first"]:
        return ordinal_words(1, feminine=match["first"] != "Ier")
    return ordinal_words(worth(match["numeral"]))


def _ruler(match: re.Match[str]) -> str:
    number = worth(match["numeral"])
    return f"{match['name']} {'premier' if number == 1 else number_words(number)}"


RULES = (
    rule(r"\b(?:(?P<first>I(?:er|re|ère))|(?P<numeral>(?=[IVX])X{0,3}(?:I[XV]|V?I{0,3}))(?:ème|e))(?!\w)", _ordinal),
    rule(
        rf"\b(?P<name>{_COUNTED}) (?P<numeral>{NUMERAL})", lambda m: f"{m['name']} {number_words(worth(m['numeral']))}"
    ),
    rule(rf"\b(?P<name>{_RULERS}) (?P<numeral>{NUMERAL})", _ruler),
    rule(rf"\b(?P<numeral>(?=[IVX]{{2,}}\b)(?!XX+\b){NUMERAL})", lambda m: number_words(worth(m["numeral"]))),
)
