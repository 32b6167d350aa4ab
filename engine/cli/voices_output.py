"""How the voices command prints what is known of voices."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any

from phonoscope.engine import strict_json
from phonoscope.engine.cli.output import print_json, print_table
from phonoscope.engine.voices.entry import VoiceEntry


def entry_facts(entry: VoiceEntry) -> dict[str, Any]:
    """Return a row of the library as plain values."""
    plain: dict[str, Any] = strict_json.to_plain(entry)
    return plain


def print_lines(as_json: bool, facts: object, *lines: str) -> int:
    """Print facts as JSON, or lines, and return the exit code 0."""
    if as_json:
        return print_json(facts)
    print(*lines, sep="\n")
    return 0


def print_voice(facts: Mapping[str, Any]) -> int:
    """Print what is known about one voice and return the exit code 0."""
    rows = []
    for name, value in facts.items():
        if name == "vector":
            rows += [(f"vector {key.replace('_', ' ')}", _text(figure)) for key, figure in value.items()]
        elif name == "nearest":
            rows.append((name, ", ".join(f"{near['name']} {near['cosine']:.3f}" for near in value)))
        elif name == "recipe":
            rows.append((name, _recipe_text(value)))
        else:
            rows.append((name.replace("_", " "), _text(value)))
    return print_table(rows)


def _recipe_text(recipe: Mapping[str, Any]) -> str:
    parts = [f"{part['name']} ({part['weight']:g})" for part in recipe["ingredients"]]
    settings = [f"{name} {value}" for name, value in recipe["parameters"].items()]
    made = f"{recipe['operation']} of {', '.join(parts)}"
    return "; ".join(filter(None, (made, recipe["subject"], ", ".join(settings), recipe["model"])))


def _text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(f"{v:.4g}" if isinstance(v, float) else str(v) for v in value) or "-"
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    if dataclasses.is_dataclass(value):
        return json.dumps(strict_json.to_plain(value), ensure_ascii=False)
    return "-" if value in ("", None) else str(value)
