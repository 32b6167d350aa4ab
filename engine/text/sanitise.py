"""Cleaning of text from people, files and pipes before it is split and tokenised."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator

from phonoscope.engine.errors import RequestError

# The widest spelling of a control token: <|im_end|>, <tts_pad>, </think>. Only the delimiters go: the name is
# spoken as text. That no such literal can become a control id is the tokenizer's guarantee, not this pattern's.
_CONTROL_LITERAL = re.compile(r"<\|([^<>|\s]{1,40})\|>|</?(tts_\w{1,40}|think|tool_call|tool_response)>")
_LAST_BLANK = re.compile(r"\s(?=\S*\Z)")
_LINE_BREAKS = re.compile(r"\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
# Format characters that carry meaning inside words and emoji; all others (byte order mark, bidirectional controls,
# soft hyphen, tags) are invisible and only disturb the tokenizer.
_KEPT_FORMAT_CHARACTERS = frozenset("\u200c\u200d")


def sanitise(text: str) -> str:
    r"""Return ``text`` in Unicode NFC without what cannot be spoken.

    Line breaks become ``\n``, tabs become spaces; lone surrogates, control and invisible format characters are
    dropped; of control literals such as ``<|im_end|>`` the delimiters are dropped, so that the rest is read out.
    Blanks at both ends are dropped: a leading newline would merge with the newline of the prompt's template.

    Cleaning a second time changes nothing.

    Raises
    ------
    RequestError
        When ``text`` is not a string.
    """
    if not isinstance(text, str):
        raise RequestError("the text must be a string, not {kind}", kind=type(text).__name__)
    return clean_characters(text).strip()


def clean_characters(text: str) -> str:
    """Return ``text`` cleaned as by `sanitise`, with blanks at both ends kept (a piece of a longer text)."""
    # A round trip through UTF-16 joins surrogate pairs and drops lone surrogates.
    text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
    text = _LINE_BREAKS.sub("\n", text).replace("\t", " ")
    if not text.isprintable():
        text = "".join(c for c in text if c == "\n" or c in _KEPT_FORMAT_CHARACTERS or not _is_invisible(c))
    return unicodedata.normalize("NFC", _without_control_literals(text))


def clean_pieces(pieces: Iterable[str]) -> Iterator[str]:
    """Yield text that arrives piece by piece, cleaned; joined it is what `sanitise` makes of all pieces joined.

    A word is given out when the blank after it has arrived: nothing that is cleaned reaches across a blank.
    """
    pending, begun = "", False
    for piece in pieces:
        pending += piece
        words = pending.rstrip()
        blank = _LAST_BLANK.search(words)
        if blank is not None:
            ready, pending = pending[: blank.end()], pending[blank.end() :]
            cleaned = clean_characters(ready)
            cleaned = cleaned if begun else cleaned.lstrip()
            begun = begun or bool(cleaned)
            yield cleaned
    rest = clean_characters(pending).rstrip()
    yield rest if begun else rest.lstrip()


def _without_control_literals(text: str) -> str:
    # Dropping the delimiters of one literal can make another; nobody writes more than a few levels in earnest.
    for _ in range(4):
        if not _CONTROL_LITERAL.search(text):
            return text
        text = _CONTROL_LITERAL.sub(_literal_name, text)
    return text.replace("<", "").replace(">", "")


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs")


def _literal_name(match: re.Match[str]) -> str:
    return match.group(1) or match.group(2)
