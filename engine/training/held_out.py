"""The evaluation sentences, which no corpus may contain."""

from __future__ import annotations

import json
from pathlib import Path

_FILES = {"english": "heldout.json", "french": "heldout_fr.json"}


def held_out(language: str = "english") -> dict[str, list[str]]:
    """Give the evaluation sentences of a language by category."""
    table: dict[str, list[str]] = json.loads(Path(__file__).with_name(_FILES[language]).read_text(encoding="utf-8"))
    return table
