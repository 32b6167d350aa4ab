"""Abbreviations and titles."""

from __future__ import annotations

import re
from collections.abc import Callable

from phonoscope.engine.text.spoken.french.writing import stop_after
from phonoscope.engine.text.spoken.rules import letters, rule

_CAPITAL = "[A-ZÀÂÇÈÉÊËÎÏÔÙÛŒ]"
_NAME = rf"(?= ?{_CAPITAL})"
_PARTICLE = r"(?= (?:(?:de|du|des|le|la|les|et|votre) |[dl]'))"  # "M. de Villefort", "M. le comte"
_PLACE = rf"(?= (?:{_CAPITAL}|d[eu]s? |d'))"  # "bd. Voltaire", "av. de l'Opéra"
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
    r"[Vv]ve\.?": "Veuve",
}
# They lead on to what follows: their full stop never ends a sentence.
_LEADING = {
    rf"[Bb]d(?= [A-Z])|(?:[Bb]d|[Bb]oul)\.{_PLACE}": "boulevard",
    rf"[Aa]v\.(?! J\.?-?C\b){_PLACE}": "avenue",
    rf"(?<!e )(?:[Éé]ds?|Ed)\.(?! \w+ \d){_PLACE}": "éditions",  # "éd. du Seuil", but "2e éd. Paris", "éd. de 1990"
    r"[Bb]ât\.": "bâtiment",
    r"[Cc]f\.?(?!\w)": "confer",
    r"[Vv]s\.?(?!\w)": "contre",
}
# The full stop of these belongs to the sentence as well where a sentence ends behind it.
_SHORT = {
    r"etc\.|etc\b|&c\.": "et cetera",
    r"p\. ?ex\.|par ex\.": "par exemple",
    r"c\.?[-\u2011 ]?[àa][-\u2011 ]?d\.|càd\b": "c'est-à-dire",
    r"av\. J\.?-?C\b\.?": "avant Jésus-Christ",
    r"apr?\. J\.?-?C\b\.?": "après Jésus-Christ",
    r"J\.-C\.": "Jésus-Christ",
    r"[Tt]él\.": "téléphone",
    r"env\.": "environ",
    r"max\.": "maximum",
    r"min\.(?! ?\d)": "minimum",
    r"hab\.": "habitants",
    r"[Bb]oul\.": "boulevard",
    r"[Cc]ie\b\.?": "compagnie",
    r"[Ss]té\b": "société",
    r"[Vv]ve\b\.?": "veuve",
    r"[Aa]ppt\b\.?": "appartement",
    r"[Rr][Dd][Vv]\b": "rendez-vous",
    r"[Ss][Vv][Pp]\b|s\.v\.p\.": "s'il vous plaît",
    r"qqch\.?(?!\w)": "quelque chose",
    r"qqn\.?(?!\w)": "quelqu'un",
    r"N\.B\.|NB(?= ?:)": "nota bene",
    r"P\.-?S\.|PS(?= ?:)": "post-scriptum",
    r"[Dd]épt\.?": "département",
    r"ex\.(?= ?:)": "exemple",
    r"[Éé]d\.(?!\))": "édition",
    r"[Éé]ds\.(?!\))": "éditions",
    r"inc\.": "incorporé",
    r"c/o": "chez",
    r"et/ou": "et ou",
    r"cad\b(?! [A-Z])": "c'est-à-dire",
}
_BEFORE_NUMBERS = {
    r"n[°ºo]s?|N[°ºo]s?|No\.|no\.": "numéro",
    r"[Aa]pt\.": "appartement",
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
    rule(rf"\bSte?\b\.?([- ])(?={_CAPITAL})", _saint),
    rule(r"\b(Mme|Mlle)\b", lambda m: _TITLES[m[1] + r"\.?"].lower()),
    *(rule(rf"(?<![\w.])(?:{short})", full) for short, full in _LEADING.items()),
    *(rule(rf"(?<![\w.])(?:{short})", _in_full(full)) for short, full in _SHORT.items()),
    *(rule(rf"(?<![\w.])(?:{short}) ?(?=\d|[IVXLC]+\b)", f"{full} ") for short, full in _BEFORE_NUMBERS.items()),
    rule(r"\b(?:[A-Z]\.[- ]?){2,}(?!\w)", lambda m: letters(m[0]) + stop_after(m) + (" " if m[0][-1] == " " else "")),
    rule(r"\b24 ?[hH]/24\b", "vingt-quatre heures sur vingt-quatre"),
    rule(r"\b7 ?[jJ]/7\b", "sept jours sur sept"),
)
