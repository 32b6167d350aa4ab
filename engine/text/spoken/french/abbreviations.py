"""Abbreviations and titles."""

from __future__ import annotations

import re
from collections.abc import Callable

from phonoscope.engine.text.spoken.french.writing import stop_after
from phonoscope.engine.text.spoken.rules import letters, rule

_NAME = r"(?= ?[A-ZÀÂÇÈÉÊËÎÏÔÙÛŒ])"
_PARTICLE = r"(?= (?:(?:de|du|des|le|la|les|et|votre) |[dl]'))"  # "M. de Villefort", "M. le comte"
_TITLES = {
    r"M\.": "Monsieur",
    r"MM\.?": "Messieurs",
    r"Mme\.?": "Madame",
    r"Mmes\.?": "Mesdames",
    r"Mlle\.?": "Mademoiselle",
    r"Mlles\.?": "Mesdemoiselles",
    r"Dr\.?": "Docteur",
    r"Drs\.?": "Docteurs",
    r"Pr\.?": "Professeur",
    r"Me": "Maître",
    r"Mgr\.?": "Monseigneur",
    r"Vve": "Veuve",
}
# The full stop of these belongs to the sentence as well where a sentence ends behind it.
_SHORT = {
    r"etc\.|etc\b|&c\.": "et cetera",
    r"p\. ?ex\.|par ex\.": "par exemple",
    r"c\.?[-\u2011 ]?[àa][-\u2011 ]?d\.|càd\b": "c'est-à-dire",
    r"[Cc]f\.?(?!\w)": "confer",
    r"av\. J\.?-?C\.": "avant Jésus-Christ",
    r"apr?\. J\.?-?C\.": "après Jésus-Christ",
    r"J\.-C\.": "Jésus-Christ",
    r"env\.": "environ",
    r"[Tt]él\.": "téléphone",
    r"max\.": "maximum",
    r"min\.(?! ?\d)": "minimum",
    r"hab\.": "habitants",
    r"[Bb]d\.?(?= [A-Z])": "boulevard",
    r"[Bb]oul\.": "boulevard",
    r"av\.(?= [A-Zd])": "avenue",
    r"[Cc]ie\b\.?": "compagnie",
    r"[Ss]té\b": "société",
    r"[Aa]ppt\.?\b": "appartement",
    r"[Bb]ât\.": "bâtiment",
    r"[Rr][Dd][Vv]\b": "rendez-vous",
    r"[Ss][Vv][Pp]\b|s\.v\.p\.": "s'il vous plaît",
    r"qqch\.?(?!\w)": "quelque chose",
    r"qqn\.?(?!\w)": "quelqu'un",
    r"[Vv]s\.?(?!\w)": "contre",
    r"N\.B\.|NB(?= ?:)": "nota bene",
    r"P\.-?S\.|PS(?= ?:)": "post-scriptum",
    r"[Dd]épt\.?": "département",
    r"ex\.(?= ?:)": "exemple",
    r"[ÉE]d\.(?= \w)": "éditions",
    r"inc\.": "incorporé",
    r"c/o": "chez",
    r"et/ou": "et ou",
    r"cad\b(?! [A-Z])": "c'est-à-dire",
}
_BEFORE_NUMBERS = {
    r"n[°ºo]s?|N[°ºo]s?|No\.|no\.": "numéro",
    r"p\.": "page",
    r"pp\.": "pages",
    r"[Cc]hap\.": "chapitre",
    r"[Vv]ol\.": "volume",
    r"[Ff]ig\.": "figure",
    r"[Aa]rt\.": "article",
    r"[Tt]\.": "tome",
    r"§§?": "paragraphe",
}


def _in_full(words: str) -> Callable[[re.Match[str]], str]:
    return lambda match: words + stop_after(match)


def _saint(match: re.Match[str]) -> str:
    return "Sainte" + match[1] if match[0].startswith("Ste") else "Saint" + match[1]


RULES = (
    *(rule(rf"\b{short} ?{_NAME}", f"{full} ") for short, full in _TITLES.items()),
    rule(rf"\bM\.{_PARTICLE}", "Monsieur"),
    rule(rf"\bMM\.{_PARTICLE}", "Messieurs"),
    rule(r"\bSte?\b\.?([- ])(?=[A-ZÀÂÇÈÉÊËÎÏÔÙÛŒ])", _saint),
    rule(r"\b(Mme|Mlle)\b", lambda m: _TITLES[m[1] + r"\.?"].lower()),
    *(rule(rf"(?<![\w.])(?:{short})", _in_full(full)) for short, full in _SHORT.items()),
    *(rule(rf"(?<![\w.])(?:{short}) ?(?=\d|[IVXLC]+\b)", f"{full} ") for short, full in _BEFORE_NUMBERS.items()),
    rule(r"\b(?:[A-Z]\.[- ]?){2,}(?!\w)", lambda m: letters(m[0]) + stop_after(m) + (" " if m[0][-1] == " " else "")),
    rule(r"\b24 ?[hH]/24\b", "vingt-quatre heures sur vingt-quatre"),
    rule(r"\b7 ?[jJ]/7\b", "sept jours sur sept"),
)
