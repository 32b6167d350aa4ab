"""Signs in words, and punctuation tidied to what a sentence needs."""

# The sign of multiplication looks like a letter.
# ruff: noqa: RUF001

from __future__ import annotations

from phonoscope.engine.text.spoken.rules import apply, rule

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
            ("π", "pi"),
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
_PUNCTUATION = (
    rule(r"[\[{]", "("),
    rule(r"[\]}]", ")"),
    rule(r"(?<!\w)'(?!\w)|[^A-Za-z ,.?!;:'\"()\-]+", " "),
    rule(r" +", " "),
    rule(r"\( ?\)|\" ?\"", " "),
    rule(r"([()])(?: ?\1)+", r"\1"),
    rule(r" - | ?--+ ?", ", "),
    rule(r"(?<!\w)-+(?!\w)", " "),
    rule(r" +", " "),
    rule(r" (?=[,.;:!?)])|(?<=\() ", ""),
    rule(r"([!?])[!?]+", lambda m: "?" if "?" in m[0] else "!"),
    rule(r"\.{4,}", "..."),
    rule(r"[,;:]+(?=[,.;:!?])|(?<=[.!?;:]),+", ""),
    rule(r"(?<=[A-Za-z)][.!?,;:])(?=[A-Za-z])", " "),
)


def tidy(text: str) -> str:
    """Return ``text`` with letters and common punctuation only, no mark twice, and none where nothing is between."""
    return apply(_PUNCTUATION, text).lstrip(" ,.;:!?)-").rstrip(" ,;(-")
