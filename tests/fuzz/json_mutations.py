"""Damages JSON: values of other types and sizes in any place, keys removed and added, and the text itself cut."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

_VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    2,
    3,
    7,
    64,
    255,
    2**31,
    2**53 + 1,
    2**64,
    -(2**63),
    10**400,
    0.5,
    1e308,
    -1e-320,
    "",
    "a",
    "\0",
    "\ud800",
    "\u202e\n\r\t",
    "<|im_end|>",
    "../../etc/passwd",
    "x" * 100_000,
    [],
    {},
    [[]],
    [1, "a", None],
    {"a": {"b": []}},
)
_TOKENS = ("{", "}", "[", "]", ",", ":", '"', "NaN", "Infinity", "-", "1e999", "\\u0000", "\\", "//", "\x00", "ÿ", " ")


def mutate_json(rng: random.Random, value: Any) -> bytes:
    """Return the text of ``value`` with one to four kinds of damage to its tree or its text."""
    tree = copy.deepcopy(value)
    for _ in range(rng.choice((1, 1, 2, 4))):
        tree = _mutate_tree(rng, tree)
    text = json.dumps(tree, ensure_ascii=rng.random() < 0.5).encode("utf-8", "surrogatepass")
    return _mutate_text(rng, text) if rng.random() < 0.2 else text


def _mutate_tree(rng: random.Random, tree: Any) -> Any:
    places = list(_places(tree))
    if not places:
        return _drawn_value(rng)
    parent, key = rng.choice(places)
    action = rng.randrange(8)
    if action == 0:
        del parent[key]
    elif action == 1 and isinstance(parent, dict):
        parent[rng.choice(("extra", "", "version", str(key) + "x"))] = _drawn_value(rng)
    elif action == 2 and isinstance(parent, list):
        parent.insert(key, _drawn_value(rng))
    elif action == 3:
        other, name = rng.choice(places)
        parent[key] = copy.deepcopy(other[name])
    elif action == 4 and isinstance(parent[key], int | float):
        parent[key] = rng.choice((parent[key] + 1, parent[key] - 1, -parent[key], parent[key] * 2, str(parent[key])))
    else:
        parent[key] = _drawn_value(rng)
    return tree


def _drawn_value(rng: random.Random) -> Any:
    return copy.deepcopy(rng.choice(_VALUES))  # whoever damages it further must not change it for later cases


def _places(tree: Any) -> Any:
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in list(items):
        yield tree, key
        yield from _places(value)


def _mutate_text(rng: random.Random, text: bytes) -> bytes:
    at = rng.randrange(len(text) + 1)
    action = rng.randrange(4)
    if action == 0:
        return text[:at]
    if action == 1:
        return text[:at] + rng.choice(_TOKENS).encode() + text[at:]
    if action == 2:
        return rng.choice((b"[", b'{"a":')) * rng.choice((10, 100_000)) + text
    return text[:at] + rng.randbytes(4) + text[at + 4 :]
