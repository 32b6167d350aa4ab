"""Metadata of a GGUF file with types and ranges checked; every refusal is one line naming the file and the key."""

from __future__ import annotations

from typing import NoReturn

from phonoscope._native import GgufFile
from phonoscope.engine.errors import ModelError
from phonoscope.engine.message import Message


class MetadataReader:
    """Typed access to one file's metadata.

    Each method returns ``otherwise`` when the key is absent (lists: empty), and raises `ModelError` when the key is
    absent without one, has another type, or lies outside ``low..high``.
    """

    def __init__(self, file: GgufFile) -> None:
        self._file = file

    def refuse(self, problem: str, next_step: str = "convert the model again", **fields: object) -> NoReturn:
        """Raise `ModelError` for this file; ``fields`` are filled in as in any message."""
        raise ModelError("{path}: {problem}", next_step, path=self._file.path, problem=Message(problem, **fields))

    def has(self, key: str) -> bool:
        """Whether the key is there."""
        return self._file.get(key) is not None

    def integer(self, key: str, *, low: int = 0, high: int = 1 << 31, otherwise: int | None = None) -> int:
        """Return an integer."""
        value = self._file.get(key)
        if value is None and otherwise is not None:
            return otherwise
        if value is None:
            self.refuse("metadata key {key} is missing", key=key)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.refuse("metadata key {key} must be an integer in {low}..{high}", key=key, low=low, high=high)
        return value

    def number(self, key: str, *, low: float, high: float, otherwise: float | None = None) -> float:
        """Return a number."""
        value = self._file.get(key)
        if value is None and otherwise is not None:
            return otherwise
        if value is None:
            self.refuse("metadata key {key} is missing", key=key)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
            self.refuse("metadata key {key} must be a number in {low}..{high}", key=key, low=low, high=high)
        return float(value)

    def boolean(self, key: str, *, otherwise: bool) -> bool:
        """Return true or false."""
        value = self._file.get(key)
        if value is None:
            return otherwise
        if not isinstance(value, bool):
            self.refuse("metadata key {key} must be true or false", key=key)
        return value

    def string(self, key: str, *, otherwise: str) -> str:
        """Return a string."""
        value = self._file.get(key)
        if value is None:
            return otherwise
        if not isinstance(value, str):
            self.refuse("metadata key {key} must be a string", key=key)
        return value

    def strings(self, key: str) -> list[str]:
        """Return a list of strings."""
        value = self._file.get(key)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            self.refuse("metadata key {key} must be a list of strings", key=key)
        return [str(v) for v in value]

    def integers(self, key: str) -> list[int]:
        """Return a list of integers."""
        value = self._file.get(key)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(v, int) for v in value):
            self.refuse("metadata key {key} must be a list of integers", key=key)
        return [int(v) for v in value]


class DimensionReader(MetadataReader):
    """The dimensions that a file declares, by calling it with their keys; every one is checked for sense.

    Parameters
    ----------
    file
        The file.
    prefix
        Put before every key.
    """

    def __init__(self, file: GgufFile, prefix: str = "") -> None:
        super().__init__(file)
        self._prefix = prefix

    def __call__(self, key: str, high: int = 1 << 20, *, low: int = 1) -> int:
        """Return a dimension."""
        return self.integer(self._prefix + key, low=low, high=high)

    def n_layers(self, key: str) -> int:
        """Return a number of layers."""
        return self(key, high=1024)

    def first_of(self, key: str, other: str | None) -> int:
        """Return the dimension under ``key``, or under ``other`` where that is absent."""
        return self(key if other is None or self.has(self._prefix + key) else other)
