"""Signs in words."""

# The sign of multiplication looks like a letter.
# ruff: noqa: RUF001

from __future__ import annotations

from phonoscope.engine.text.spoken.rules import rule

RULES = (
    rule(r"\bC#", "C sharp"),
    rule(r"\bF#", "F sharp"),
    rule(r"\+\+", " plus plus"),
    rule(r"!==?", " is not equal to "),
    rule(r"==+", " equals "),
    rule(r"<=|≤", " at most "),
    rule(r">=|≥", " at least "),
    rule(r"<?[-=]+>|→", " to "),
    rule(r"\+-|\+/-|±", " plus or minus "),
    rule(r"&+", " and "),
    rule(r"\|\|", " or "),
    rule(r"(?<=\w) ?- ?(?=\w+ ?=)", " minus "),
    rule(r"(?<=\w)\*+(?=\w)|(?<=\w )\*(?= \w)|×", " times "),
    rule(r"~ ?(?=\w)|≈", " about "),
    rule(r"#(?=\w)", " number "),
    rule(r"#+", ", "),
    rule(r"\band/or\b", "and or"),
    *(
        rule(sign, f" {word} ")
        for sign, word in (
            ("@", "at"),
            (r"\+", "plus"),
            ("=", "equals"),
            ("≠", "is not equal to"),
            ("%", "percent"),
            ("÷", "divided by"),
            ("<", "less than"),
            (">", "greater than"),
            ("°", "degrees"),
            ("§", "section"),
            ("©", "copyright"),
            (r"\^", "to the power of"),
            ("²", "squared"),
            ("³", "cubed"),
            ("μ", "micro"),
            ("Ω", "ohm"),
            ("√", "the square root of"),
            ("∞", "infinity"),
            (r"\$", "dollar"),
            ("£", "pounds"),
            ("€", "euros"),
            ("¥", "yen"),
            ("/", "slash"),
            (r"\\", "backslash"),
        )
    ),
    rule(r"\|", ", "),
)
