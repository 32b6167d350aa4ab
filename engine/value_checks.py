"""Checks of single values of a request; a refusal names the value and says what would fit."""

from __future__ import annotations

import re

from phonoscope.engine.errors import RequestError

_MAX_PATH_CHARACTERS = 4_096
_SHA256 = re.compile(r"[0-9a-f]{64}|")


def check_text(name: str, value: object, max_characters: int, advice: str = "") -> None:
    """Raise `RequestError` unless a value is a text of so many characters at most; ``advice`` says what to do."""
    if not isinstance(value, str):
        raise RequestError(f"{name} must be a text, not {type(value).__name__}")
    if len(value) > max_characters:
        raise RequestError(
            f"{name} has {len(value)} characters; at most {max_characters} are taken", advice or "shorten it"
        )


def check_name(name: str, value: object, max_characters: int = _MAX_PATH_CHARACTERS) -> None:
    """Raise `RequestError` unless a value is a text that may name a file."""
    check_text(name, value, max_characters)
    try:
        str(value).encode("utf-8")
    except UnicodeEncodeError as error:
        raise RequestError(f"{name} {value!r} is not valid Unicode", "rename the file") from error
    if "\0" in str(value):
        raise RequestError(f"{name} {value!r} holds a null character", "rename the file")


def check_range(name: str, value: object, minimum: float, maximum: float) -> None:
    """Raise `RequestError` unless a value is a number, a whole one where ``minimum`` is, in ``minimum..maximum``."""
    whole = isinstance(minimum, int)
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        raise RequestError(f"{name} must be a {'whole ' if whole else ''}number, not {value!r}")
    if not minimum <= value <= maximum:  # false for NaN
        raise RequestError(f"{name} is {value}, out of range", f"use {minimum} to {maximum}")


def check_hash(name: str, value: object) -> None:
    """Raise `RequestError` unless a value is a content hash, or empty."""
    if not isinstance(value, str) or not _SHA256.fullmatch(value):
        raise RequestError(f"{name} must be 64 hexadecimal digits")
