"""JSON configuration files of a checkpoint, read with types and ranges checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from phonoscope.engine.errors import ModelError
from phonoscope.engine.message import Message
from phonoscope.engine.models.checkpoint import read_json

Value = bool | int | float | str | list[int] | list[str]
"""What GGUF metadata holds: booleans, 32-bit integers (unsigned alone, signed in lists), f32, strings."""

_MAX_DIMENSION = 1 << 20
_MAX_F32 = 3.4e38


class Config:
    """A JSON object of a configuration file, read with types and ranges checked."""

    def __init__(self, path: Path, values: Mapping[str, Any], prefix: str = "") -> None:
        self._path, self._values, self._prefix = path, values, prefix

    @classmethod
    def read(cls, path: Path) -> Config:
        """Read a configuration file."""
        return cls(path, read_json(path))

    def has(self, key: str) -> bool:
        """Whether the key is there and not null."""
        return self._values.get(key) is not None

    def part(self, key: str) -> Config:
        """Return the nested object called ``key``."""
        value = self._values.get(key)
        if not isinstance(value, dict):
            self._refuse(key, Message("an object"))
        return Config(self._path, value, f"{self._prefix}{key}.")

    def integer(self, key: str, otherwise: int | None = None, low: int = 0, high: int = _MAX_DIMENSION) -> int:
        """Return an integer in ``low..high``."""
        value = self._values.get(key, otherwise)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self._refuse(key, Message("an integer in {low}..{high}", low=low, high=high))
        return value

    def number(self, key: str, otherwise: float | None = None) -> float:
        """Return a number that f32 can hold."""
        value = self._values.get(key, otherwise)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= _MAX_F32:
            self._refuse(key, Message("a number"))
        return float(value)

    def boolean(self, key: str, otherwise: bool) -> bool:
        """Return true or false."""
        value = self._values.get(key, otherwise)
        if not isinstance(value, bool):
            self._refuse(key, Message("true or false"))
        return value

    def only(self, key: str, supported: object) -> None:
        """Refuse the key where it is there with another value than the one that is supported."""
        if self.has(key) and self._values[key] != supported:
            given, wanted = (json.dumps(value)[:40] for value in (self._values[key], supported))
            raise ModelError(
                "{path}: {prefix}{key} is {given}, which is not supported",
                "give a checkpoint where it is {wanted}",
                path=self._path,
                prefix=self._prefix,
                key=key,
                given=given,
                wanted=wanted,
            )

    def string(self, key: str, otherwise: str) -> str:
        """Return a string."""
        value = self._values.get(key, otherwise)
        if not isinstance(value, str):
            self._refuse(key, Message("a string"))
        return value

    def integers(self, key: str) -> list[int]:
        """Return a short list of positive integers."""
        value = self._values.get(key)
        if (
            not isinstance(value, list)
            or not 1 <= len(value) <= 64
            or not all(isinstance(v, int) and not isinstance(v, bool) and 0 < v <= _MAX_DIMENSION for v in value)
        ):
            self._refuse(key, Message("a list of positive integers"))
        return list(value)

    def numbers(self, key: str, n: int) -> list[float]:
        """Return a list of ``n`` numbers that f32 can hold."""
        values = self._values.get(key)
        if not isinstance(values, list) or len(values) != n:
            self._refuse(key, Message("a list of {n} numbers", n=n))
        return [Config(self._path, {key: value}, self._prefix).number(key) for value in values]

    def ids(self, key: str) -> dict[str, int]:
        """Return a table of names and ids, empty when absent."""
        if not self.has(key):
            return {}
        return {name: self.part(key).integer(name) for name in self.part(key)._values}

    def table(self, key: str) -> Mapping[str, Any]:
        """Return a nested object as it is, empty when absent."""
        return self.part(key)._values if self.has(key) else {}

    def _refuse(self, key: str, wanted: Message) -> NoReturn:
        raise ModelError(
            "{path}: {prefix}{key} must be {wanted}",
            "fetch the model again",
            path=self._path,
            prefix=self._prefix,
            key=key,
            wanted=wanted,
        )
