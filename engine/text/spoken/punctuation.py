"""Punctuation tidied to what a sentence needs."""

from __future__ import annotations

from phonoscope.engine.text.spoken.rules import apply, rule

ACCENTED = "ÀÂÄÇÈÉÊËÎÏÔÖÙÛÜŒÆàâäçèéêëîïôöùûüÿœæ"
LETTERS = f"A-Za-z{ACCENTED}"  # of all languages: rules of one with fewer leave only those
_PUNCTUATION = (
    rule(r"[\[{]", "("),
    rule(r"[\]}]", ")"),
    rule(rf"(?<!\w)'(?!\w)|[^{LETTERS} ,.?!;:'\"()\-]+", " "),
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
    rule(rf"(?<=[{LETTERS})][.!?,;:])(?=[{LETTERS}])", " "),
)


def tidy(text: str) -> str:
    """Return ``text`` with letters and common punctuation only, no mark twice, and none where nothing is between."""
    return apply(_PUNCTUATION, text).lstrip(" ,.;:!?)-").rstrip(" ,;(-")
