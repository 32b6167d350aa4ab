"""Damages GGUF files where it hurts: in counts, lengths, types, dimensions, offsets and values, not only anywhere."""

from __future__ import annotations

import random
import struct
from dataclasses import dataclass
from typing import Literal

_SCALAR_BYTES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_STRING, _ARRAY = 8, 9
_INTEGERS = (0, 1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 33, 63, 64, 65, 96, 127, 128, 255, 256, 512, 1000, 2047, 2048, 4096)
_EDGES = (2**15, 2**16 - 1, 2**16, 2**20, 2**24, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**40, 2**63 - 1, 2**63, 2**64 - 1)
_FLOATS = (0.0, -0.0, 1.0, -1.0, 1e-45, 1e-30, 1e30, 3.4e38, float("inf"), float("-inf"), float("nan"))

Kind = Literal["count", "length", "text", "type", "integer", "real", "dimension", "offset"]


@dataclass(frozen=True)
class Field:
    """One encoded field: where it lies and what it means."""

    kind: Kind
    at: int
    n_bytes: int


@dataclass(frozen=True)
class Layout:
    """The fields of a well-formed file; ``entries`` are the spans of whole keys and tensor descriptions."""

    fields: tuple[Field, ...]
    entries: tuple[tuple[int, int], ...]
    data_at: int


def layout(data: bytes) -> Layout:
    """Take a well-formed file apart."""
    return _Parser(data).parse()


class _Parser:
    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 4
        self._fields: list[Field] = []

    def parse(self) -> Layout:
        self._take("type", 4)
        n_tensors, n_keys = self._take("count", 8), self._take("count", 8)
        entries = []
        for _ in range(n_keys):
            start = self._at
            self._string()
            self._value()
            entries.append((start, self._at))
        for _ in range(n_tensors):
            start = self._at
            self._string()
            for _ in range(self._take("count", 4)):
                self._take("dimension", 8)
            self._take("type", 4)
            self._take("offset", 8)
            entries.append((start, self._at))
        return Layout(tuple(self._fields), tuple(entries), (self._at + 31) // 32 * 32)

    def _take(self, kind: Kind, n_bytes: int) -> int:
        self._fields.append(Field(kind, self._at, n_bytes))
        self._at += n_bytes
        return int.from_bytes(self._data[self._at - n_bytes : self._at], "little")

    def _string(self) -> None:
        n = self._take("length", 8)
        if n:
            self._take("text", n)

    def _value(self) -> None:
        kind, count = self._take("type", 4), 1
        if kind == _ARRAY:
            kind, count = self._take("type", 4), self._take("count", 8)
        for _ in range(count):
            if kind == _STRING:
                self._string()
            else:
                self._take("real" if kind in (6, 12) else "integer", _SCALAR_BYTES[kind])


def mutate(rng: random.Random, data: bytes, where: Layout) -> bytes:
    """Return ``data`` with one to three kinds of damage."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choices(
            (_change_field, _change_weights, _flip_header_bits, _truncate, _swap_entries, _splice, _repeat_field),
            (8, 3, 2, 1, 2, 1, 2),
        )[0](rng, out, where)
    return bytes(out)


def _change_field(rng: random.Random, out: bytearray, where: Layout) -> None:
    # By kind first: otherwise the thousand strings of the vocabulary would hide everything else.
    kind = rng.choice(sorted({f.kind for f in where.fields}))
    field = rng.choice([f for f in where.fields if f.kind == kind])
    if field.at + field.n_bytes > len(out):  # cut off by an earlier change
        return
    old = int.from_bytes(out[field.at : field.at + field.n_bytes], "little")
    if field.kind == "text":
        at = field.at + rng.randrange(field.n_bytes)
        out[at] = rng.choice((0, 10, 0x7F, 0x80, 0xC0, 0xED, 0xFF, rng.randrange(256)))
    elif field.kind == "real" and rng.random() < 0.9:
        value = rng.choice(_FLOATS)
        out[field.at : field.at + field.n_bytes] = struct.pack("<f" if field.n_bytes == 4 else "<d", value)
    else:
        near = (old + 1, old - 1, old * 2, old // 2, old + 32, -old)
        value_int = rng.choice((*near, rng.choice(_INTEGERS), rng.choice(_EDGES)))
        if field.kind == "type":
            value_int = rng.choice((*range(41), 2**31, 2**32 - 1))
        mask = (1 << 8 * field.n_bytes) - 1
        out[field.at : field.at + field.n_bytes] = (value_int & mask).to_bytes(field.n_bytes, "little")


def _repeat_field(rng: random.Random, out: bytearray, where: Layout) -> None:
    """Give one field the bytes of another of its kind and size."""
    target = rng.choice(where.fields)
    same = [f for f in where.fields if (f.kind, f.n_bytes) == (target.kind, target.n_bytes)]
    source = rng.choice(same)
    out[target.at : target.at + target.n_bytes] = out[source.at : source.at + source.n_bytes]


def _change_weights(rng: random.Random, out: bytearray, where: Layout) -> None:
    if len(out) - where.data_at < 64:
        return
    for _ in range(rng.choice((1, 10, 1000))):
        at = rng.randrange(where.data_at, len(out) - 4) // 4 * 4
        out[at : at + 4] = rng.choice((struct.pack("<f", rng.choice(_FLOATS)), rng.randbytes(4)))


def _flip_header_bits(rng: random.Random, out: bytearray, where: Layout) -> None:
    for _ in range(rng.choice((1, 4, 32))):
        at = rng.randrange(min(where.data_at, len(out)))
        out[at] ^= 1 << rng.randrange(8)


def _truncate(rng: random.Random, out: bytearray, where: Layout) -> None:
    del out[rng.choice((rng.randrange(len(out)), rng.randrange(min(where.data_at, len(out))), len(out) - 1)) :]


def _swap_entries(rng: random.Random, out: bytearray, where: Layout) -> None:
    """Exchange, remove or double whole keys and tensor descriptions; what follows moves."""
    (a, b), (c, d) = sorted(rng.sample(where.entries, 2))
    first, second = bytes(out[a:b]), bytes(out[c:d])
    replaced = rng.choice(((second, first), (first, first), (first + first, second), (b"", second)))
    out[c:d] = replaced[1]
    out[a:b] = replaced[0]


def _splice(rng: random.Random, out: bytearray, where: Layout) -> None:
    """Remove or insert a few bytes."""
    at = rng.randrange(min(where.data_at, len(out)))
    if rng.random() < 0.5:
        del out[at : at + rng.choice((1, 4, 8, 32))]
    else:
        out[at:at] = rng.randbytes(rng.choice((1, 4, 8, 32)))
