"""Text as Audio8 was taught to read it: no invisible characters, and no line breaks, which make it stammer."""

from __future__ import annotations

import re
import unicodedata

_LINE_BREAKS = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")
_CJK_RANGES = (
    (0x1100, 0x11FF),
    (0x2E80, 0x2FDF),
    (0x3000, 0x303F),
    (0x3040, 0x30FF),
    (0x3100, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xA960, 0xA97F),
    (0xAC00, 0xD7A3),
    (0xD7B0, 0xD7FF),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE4F),
    (0xFF01, 0xFF9F),
    (0x20000, 0x2FA1F),
)
_BLANKS = re.compile(r"\s+")


def clean(text: str) -> str:
    r"""Return ``text`` without invisible characters, with every run of blanks as one space.

    A run that breaks the line between two CJK characters goes altogether: it divides no words there.

    >>> clean("\0 你好\n世界 ")
    '你好世界'
    >>> clean("你好\nworld")
    '你好 world'
    """
    visible = "".join(c for c in text if c.isspace() or not unicodedata.category(c).startswith("C")).strip()
    return _BLANKS.sub(lambda run: _blank(visible, run), visible)


def is_cjk(character: str) -> bool:
    """Whether a character belongs to a script that is written without spaces, or to its punctuation."""
    return any(first <= ord(character) <= last for first, last in _CJK_RANGES)


def _blank(text: str, run: re.Match[str]) -> str:
    breaks_line = any(c in _LINE_BREAKS for c in run[0])
    between_cjk = is_cjk(text[run.start() - 1]) and is_cjk(text[run.end()])  # stripped: both neighbours are there
    return "" if breaks_line and between_cjk else " "
