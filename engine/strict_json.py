"""Frozen dataclasses to JSON and back, refusing everything that is not exactly what the types say."""

from __future__ import annotations

import functools
import json
import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, NoReturn, TypeVar

from phonoscope.engine.errors import RequestError
from phonoscope.engine.message import Message

MAX_JSON_BYTES = 1 << 20
T = TypeVar("T")
_WANTED: Mapping[type, Message] = {
    str: Message("a text"),
    bool: Message("true or false"),
    int: Message("a whole number"),
    float: Message("a number"),
}


def parse(text: str | bytes, what: str, max_bytes: int = MAX_JSON_BYTES) -> Any:
    """Return the plain value of JSON ``text``.

    Raises
    ------
    RequestError
        When it is too large or no valid JSON, has NaN or infinite numbers, or gives a key twice. ``what`` is how the
        message calls the text.
    """
    if len(text) > max_bytes:
        raise RequestError(
            "{what}: {n_bytes} bytes are too much",
            "at most {max_bytes} are read",
            what=what,
            n_bytes=len(text),
            max_bytes=max_bytes,
        )
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return json.loads(text, parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_unique)
    except RecursionError as error:
        raise RequestError("{what}: is nested too deeply", "check the file", what=what) from error
    except (ValueError, UnicodeDecodeError) as error:
        raise RequestError("{what}: is not valid JSON ({error})", "check the file", what=what, error=error) from error


def to_plain(value: Any) -> Any:
    """Return ``value`` (dataclasses, enums, tuples, mappings of plain values) as JSON takes it."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: to_plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {key: to_plain(v) for key, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [to_plain(v) for v in value]
    return value


def from_plain(kind: type[T], value: Any, what: str) -> T:
    """Return the plain ``value`` as the dataclass ``kind``.

    Fields may be str, bool, int, float (whole numbers are taken), enums, dataclasses, tuples of one type, mappings of
    plain numbers, and unions with None. Unknown keys and missing ones without a default are refused.

    Raises
    ------
    RequestError
        Naming the place, ``what`` being how the message calls the whole.
    """
    try:
        result: T = _convert(kind, value, what)
    except RequestError as error:
        if error.cause.startswith(what):
            raise
        raise RequestError("{what}: {problem}", error.next_step, what=what, problem=error.cause) from error
    return result


def _convert(kind: Any, value: Any, place: str) -> Any:
    origin = typing.get_origin(kind)
    if origin is types.UnionType or origin is typing.Union:
        options = typing.get_args(kind)
        if value is None and type(None) in options:
            return None
        return _convert(next(o for o in options if o is not type(None)), value, place)
    if origin is tuple:
        if not isinstance(value, list):
            _refuse(place, Message("a list"), value)
        return tuple(_convert(typing.get_args(kind)[0], v, f"{place}[{i}]") for i, v in enumerate(value))
    if origin is not None and issubclass(origin, Mapping):
        numbers = isinstance(value, dict) and all(isinstance(v, (bool, int, float)) for v in value.values())
        return value if numbers else _refuse(place, Message("an object of numbers and switches"), value)
    if is_dataclass(kind):
        return _convert_dataclass(kind, value, place)
    if issubclass(kind, Enum):
        values = [member.value for member in kind]
        return (
            kind(value)
            if value in values
            else _refuse(place, Message("one of {values}", values=", ".join(values)), value)
        )
    return _convert_scalar(kind, value, place)


def _convert_scalar(kind: type, value: Any, place: str) -> Any:
    if kind is float and isinstance(value, int) and not isinstance(value, bool) and abs(value) < 1 << 53:
        return float(value)
    if type(value) is not kind:
        _refuse(place, _WANTED[kind], value)
    return value


def _convert_dataclass(kind: Any, value: Any, place: str) -> Any:
    if not isinstance(value, dict):
        _refuse(place, Message("an object"), value)
    hints = _type_hints(kind)
    known = {f.name: f for f in fields(kind)}
    unknown = [key for key in value if key not in known]
    if unknown:
        raise RequestError(
            "{place}: unknown key {key!r}",
            "the keys are {known}",
            place=place,
            key=unknown[0][:40],
            known=", ".join(known),
        )
    missing = [n for n, f in known.items() if n not in value and f.default is MISSING and f.default_factory is MISSING]
    if missing:
        raise RequestError("{place}: the key {key!r} is missing", "check the file", place=place, key=missing[0])
    return kind(**{key: _convert(hints[key], v, f"{place}: {key}") for key, v in value.items()})


@functools.cache
def _type_hints(kind: Any) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _refuse(place: str, wanted: Message, value: Any) -> NoReturn:
    shown = repr(value)
    raise RequestError(
        "{place} must be {wanted}, not {found}",
        place=place,
        wanted=wanted,
        found=shown if len(shown) <= 40 else shown[:37] + "...",
    )


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _finite(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise ValueError(f"{digits[:20]} is too large")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the key {next(n for n in names if names.count(n) > 1)[:40]!r} is given twice")
    return result
