"""How the voices command prints: tables and lines for people, JSON for programs."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from phonoscope.engine import strict_json
from phonoscope.engine.voices.entry import VoiceEntry
from rich.console import Console
from rich.table import Table

_PIPED_COLUMNS = 200  # a pipe has no width of its own


def entry_facts(entry: VoiceEntry) -> dict[str, Any]:
    """Return a row of the library as plain values."""
    plain: dict[str, Any] = strict_json.to_plain(entry)
    return plain


def print_json(value: object) -> int:
    """Print a value, dataclasses and enums included, and return the exit code 0."""
    json.dump(strict_json.to_plain(value), sys.stdout, ensure_ascii=False, allow_nan=False, default=str)
    print()
    return 0


def print_lines(as_json: bool, facts: object, *lines: str) -> int:
    """Print facts as JSON, or lines, and return the exit code 0."""
    if as_json:
        return print_json(facts)
    print(*lines, sep="\n")
    return 0


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> int:
    """Print a table and return the exit code 0."""
    table = Table(box=None)
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*row)
    Console(width=None if sys.stdout.isatty() else _PIPED_COLUMNS, markup=False, highlight=False).print(table)
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
    return print_table(("", ""), rows)


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
