"""Lines, lists and marks of a written page as sentences."""

from __future__ import annotations

import re
from html import unescape

from phonoscope.engine.text.spoken.rules import apply, rule

_MARKUP = (
    rule(r"[^\S\n]+", " "),
    rule(r"(?m)^ ?```.*$", ""),
    rule(r"""</?[A-Za-z][A-Za-z0-9]*(?:\s+[\w-]+(?:=(?:"[^"<>]*"|'[^'<>]*'))?)*\s*/?>""", " "),
    rule(r"!?\[([^\[\]\n]+)\]\([^()\s]+\)", r"\1"),  # a link by what it is called
    rule(r"\[\d{1,3}\]", ""),  # the number of a reference
    rule(r"(?<![\w*])(\*{1,3}|_{1,3}|~~)(?=\S)([^*_~\n]+?)(?<=\S)\1(?![\w*])", r"\2"),  # emphasis
    rule(r"`([^`\n]+)`", r"\1"),
    rule(r"(?m)^ ?(?:[-*_=~#+] ?){3,}$", ""),  # a line across the page
    rule(r"(?m)^ ?\|?(?: ?:?-{2,}:? ?\|)+.*$", ""),  # the rule below the head of a table
    rule(r"(?m)^ ?\||\| ?$", ""),
    rule(r"(?m)^( ?\d{1,3})\)(?= )", r"\1."),
)
_ITEM = re.compile(r" ?(?:[-*+>\u2022\u2013]|#{1,6}) (?:\[[ xX]?\] )?| ?(?=\d{1,3}[.)] )")
_PAUSE = re.compile(r"[.!?:;,-]['\")\]]*\Z")
_WRAPPED = 50  # letters from which on a line ends where the page ended, not where the writer paused


def sentences(text: str) -> str:
    """Return ``text`` in one line: paragraphs and items of a list are sentences, lines of a poem are clauses."""
    if "&" in text:
        text = unescape(text)
    text = apply(_MARKUP, text)
    out = ""
    before, opens = "", True
    for line in text.split("\n"):
        item = _ITEM.match(line)
        words = (line[item.end() :] if item else line).strip()
        if not words:
            opens = True
            continue
        if out:
            out += _joint(before, words, opens or item is not None)
        out += words
        before, opens = words, False
    return out


def _joint(before: str, after: str, is_new: bool) -> str:
    if _PAUSE.search(before):
        return " "
    if is_new:
        return ". "
    return " " if after[0].islower() or len(before) >= _WRAPPED else ", "
