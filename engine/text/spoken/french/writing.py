"""How French writes numbers, and how its sentences begin."""

from __future__ import annotations

import re

# A number as written: blanks or points between thousands, a decimal comma (or a point, where no three digits follow).
# What it has taken it does not give back, so that a text of digits alone is read in linear time.
NUMBER = r"(?<![\d.,])(?:\d{1,3}(?:[ .]\d{3})++(?!\d)|\d++)(?:[.,]\d++)?"
# The same, or a fraction: "1/2", "1 1/2".
QUANTITY = rf"(?:(?<![\d./,])(?:\d{{1,9}}+ )?\d{{1,9}}+/\d{{1,9}}+(?![\d/])|{NUMBER})"
# Nouns of feminine gender that are often counted: "vingt et une pages".
FEMININE_NOUN = (
    r"(?:page|fois|heure|minute|seconde|année|journée|semaine|personne|voix|place|ligne|ville|maison|chambre|pièce|"
    r"femme|fille|voiture|question|réponse|partie|étoile|tasse|cuillère|part|nuit|soirée|phrase|lettre|chanson|tonne|"
    r"calorie|victoire|défaite|bouteille|boîte|chaise|table|fenêtre|porte|photo|image|vidéo|version|étape|marche)s?\b"
)

_SENTENCE_END = re.compile(r"[\"')\]]*(?:\s*\Z|\s+[\"'(]?[A-ZÀÂÇÈÉÊËÎÏÔÙÛŒ])")


def stop_after(match: re.Match[str]) -> str:
    """Return the full stop that an abbreviation at the end of a sentence leaves behind, else nothing."""
    return "." if match[0].endswith(".") and _SENTENCE_END.match(match.string, match.end()) else ""


def is_many(number: str) -> bool:
    """Whether a noun after the number as written stands in the plural: from two on."""
    whole = re.match(r"[\d .]*", number)
    return "/" not in number and int("0" + re.sub(r"\D", "", whole[0] if whole else "")) > 1
