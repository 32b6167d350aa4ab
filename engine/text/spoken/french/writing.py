"""How French writes numbers, and how its sentences begin."""

from __future__ import annotations

import re

from phonoscope.engine.text.spoken.rules import full_stop

# A number as written: blanks between thousands, a decimal comma or point. Points between thousands are gone by then.
# What it has taken it does not give back, so that a text of digits alone is read in linear time.
NUMBER = r"(?<![\d.,])(?:\d{1,3}(?: \d{3})++(?!\d)|\d++)(?:[.,]\d++)?"
# The same, or a fraction: "1/2", "1 1/2".
QUANTITY = rf"(?:(?<![\d./,])(?:\d{{1,9}}+ )?\d{{1,9}}+/\d{{1,9}}+(?![\d/])|{NUMBER})"
# Nouns of feminine gender that are often counted: "vingt et une pages".
FEMININE_NOUN = (
    r"(?:page|fois|heure|minute|seconde|année|journée|semaine|personne|voix|place|ligne|ville|maison|chambre|pièce|"
    r"femme|fille|voiture|question|réponse|partie|étoile|tasse|cuillère|part|nuit|soirée|phrase|lettre|chanson|tonne|"
    r"calorie|victoire|défaite|bouteille|boîte|chaise|table|fenêtre|porte|photo|image|vidéo|version|étape|marche)s?\b"
)

stop_after = full_stop(re.compile(r"[\"')\]]*(?:\s*\Z|\s+[\"'(]?[A-ZÀÂÇÈÉÊËÎÏÔÙÛŒ])"))


def is_many(number: str) -> bool:
    """Whether a noun after the number as written stands in the plural: from two on."""
    whole = re.match(r"[\d ]*", number)
    return "/" not in number and int("0" + re.sub(r"\D", "", whole[0] if whole else "")) > 1
