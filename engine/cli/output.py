"""What commands print on standard output: tables for people, lines of cells or JSON for other programs."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Sequence
from typing import Any

from phonoscope.engine import strict_json
from rich.console import Console
from rich.table import Table
from rich.text import Text


def print_table(
    rows: Sequence[Sequence[str | Text]], headings: Sequence[str] = (), *, right: Sequence[int] = ()
) -> int:
    """Print rows and return the exit code 0; in a pipe as lines of cells with tabs between them, never wrapped.

    Parameters
    ----------
    rows
        Cells, as many in each row; a text is printed as it is, whatever brackets it holds.
    headings
        Of the columns; without them there is no first line.
    right
        Numbers of the columns that are aligned to the right.
    """
    if not sys.stdout.isatty():
        for row in [headings, *rows] if headings else rows:
            print("\t".join(map(str, row)))
        return 0
    table = Table(box=None, show_header=bool(headings))
    for i in range(len(rows[0]) if rows else len(headings)):
        heading = headings[i] if headings else ""
        table.add_column(heading, justify="right" if i in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    Console(markup=False, highlight=False).print(table)
    return 0


def print_json(value: object) -> int:
    """Print a value as JSON on one line, dataclasses, enums and paths included, and return the exit code 0.

    JSON knows only finite numbers: null stands for any other.
    """
    plain = _finite(strict_json.to_plain(value))
    json.dump(plain, sys.stdout, ensure_ascii=False, allow_nan=False, default=str)
    print()
    return 0


def _finite(plain: Any) -> Any:
    if isinstance(plain, dict):
        return {key: _finite(value) for key, value in plain.items()}
    if isinstance(plain, list):
        return [_finite(value) for value in plain]
    return None if isinstance(plain, float) and not math.isfinite(plain) else plain


def in_words(value: object) -> str:
    """Return a value of a table for people: yes or no, digits in groups, four significant ones, "-" for nothing."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.4g}" if math.isfinite(value) else "-"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(in_words, value)) or "-"
    plain = strict_json.to_plain(value)
    if isinstance(plain, dict):
        return json.dumps(plain, ensure_ascii=False, default=str)
    return str(value or "-")
