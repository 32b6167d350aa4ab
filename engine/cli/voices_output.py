"""How the voices command prints what is known of voices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phonoscope.engine import strict_json
from phonoscope.engine.cli.output import in_words, print_json, print_table
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
            rows += [(f"vector {key.replace('_', ' ')}", in_words(figure)) for key, figure in value.items()]
        elif name == "nearest":
            rows.append((name, ", ".join(f"{near['name']} {near['cosine']:.3f}" for near in value)))
        elif name == "recipe":
            rows.append((name, _recipe_text(value)))
        else:
            rows.append((name.replace("_", " "), in_words(value)))
    return print_table(rows)


def _recipe_text(recipe: Mapping[str, Any]) -> str:
    parts = [f"{part['name']} ({part['weight']:g})" for part in recipe["ingredients"]]
    settings = [f"{name} {in_words(value)}" for name, value in recipe["parameters"].items()]
    made = f"{recipe['operation']} of {', '.join(parts)}"
    return "; ".join(filter(None, (made, recipe["subject"], ", ".join(settings), recipe["model"])))
