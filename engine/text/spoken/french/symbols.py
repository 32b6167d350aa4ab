"""Signs in words."""

# The sign of multiplication looks like a letter.
# ruff: noqa: RUF001

from __future__ import annotations

from phonoscope.engine.text.spoken.rules import rule

RULES = (
    rule(r"\bC\+\+", "C plus plus"),
    rule(r"\bC#", "C dièse"),
    rule(r"!==?|≠", " est différent de "),
    rule(r"==+", " égale "),
    rule(r"<=|≤", " au plus "),
    rule(r">=|≥", " au moins "),
    rule(r"<?[-=]+>|→", " vers "),
    rule(r"\+-|\+/-|±", " plus ou moins "),
    rule(r"&+", " et "),
    rule(r"\|\|", " ou "),
    rule(r"(?<=\w)\*+(?=\w)|(?<=\w )\*(?= \w)|×", " fois "),
    rule(r"~ ?(?=\w)|≈", " environ "),
    rule(r"#(?=\w)", " numéro "),
    rule(r"#+", ", "),
    rule(r"(?<=[A-Za-zÀ-ÿ])/(?=[A-Za-zÀ-ÿ])", " ou "),
    *(
        rule(sign, f" {word} ")
        for sign, word in (
            ("@", "arobase"),
            (r"\+", "plus"),
            ("=", "égale"),
            ("%", "pour cent"),
            ("÷", "divisé par"),
            ("<", "inférieur à"),
            (">", "supérieur à"),
            ("°", "degrés"),
            ("§", "paragraphe"),
            ("©", "copyright"),
            (r"\^", "puissance"),
            ("²", "au carré"),
            ("³", "au cube"),
            ("μ", "micro"),
            ("Ω", "ohm"),
            ("√", "racine carrée de"),
            ("∞", "infini"),
            (r"\$", "dollars"),
            ("£", "livres"),
            ("€", "euros"),
            ("¥", "yens"),
            ("/", "sur"),
            (r"\\", "barre inverse"),
        )
    ),
    rule(r"\|", ", "),
)
