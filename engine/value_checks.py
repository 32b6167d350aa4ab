"""Checks of single values of a request; a refusal names the value and says what would fit."""

from __future__ import annotations

import re

from phonoscope.engine.errors import RequestError
from phonoscope.engine.message import Message

_MAX_PATH_CHARACTERS = 4_096
_SHORTEN = Message("shorten it")
_SHA256 = re.compile(r"[0-9a-f]{64}|")


def check_text(name: str, value: object, max_characters: int, advice: Message = _SHORTEN) -> None:
    """Raise `RequestError` unless a value is a text of so many characters at most; ``advice`` says what to do."""
    if not isinstance(value, str):
        raise RequestError("{name} must be a text, not {kind}", name=name, kind=type(value).__name__)
    if len(value) > max_characters:
        raise RequestError(
            "{name} has {n} characters; at most {maximum} are taken",
            advice,
            name=name,
            n=len(value),
            maximum=max_characters,
        )


def check_name(name: str, value: object, max_characters: int = _MAX_PATH_CHARACTERS) -> None:
    """Raise `RequestError` unless a value is a text that may name a file."""
    check_text(name, value, max_characters)
    try:
        str(value).encode("utf-8")
    except UnicodeEncodeError as error:
        raise RequestError(
            "{name} {value!r} is not valid Unicode", "rename the file", name=name, value=value
        ) from error
    if "\0" in str(value):
        raise RequestError("{name} {value!r} holds a null character", "rename the file", name=name, value=value)


def check_range(name: str, value: object, minimum: float, maximum: float) -> None:
    """Raise `RequestError` unless a value is a number, a whole one where ``minimum`` is, in ``minimum..maximum``."""
    whole = isinstance(minimum, int)
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        raise RequestError(
            "{name} must be {wanted}, not {value!r}",
            name=name,
            wanted=Message("a whole number") if whole else Message("a number"),
            value=value,
        )
    if not minimum <= value <= maximum:  # false for NaN
        raise RequestError(
            "{name} is {value}, out of range",
            "use {minimum} to {maximum}",
            name=name,
            value=value,
            minimum=minimum,
            maximum=maximum,
        )


def check_hash(name: str, value: object) -> None:
    """Raise `RequestError` unless a value is a content hash, or empty."""
    if not isinstance(value, str) or not _SHA256.fullmatch(value):
        raise RequestError("{name} must be 64 hexadecimal digits", name=name)
