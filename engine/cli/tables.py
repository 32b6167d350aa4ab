"""Tables on standard output: laid out for people, or tab-separated lines for other programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table


def print_table(rows: Sequence[Sequence[str]], headings: Sequence[str] = (), *, right: Sequence[int] = ()) -> None:
    """Print rows; in a pipe as one line each with tabs between the cells, never wrapped or filled up.

    Parameters
    ----------
    rows
        Cells, as many in each row.
    headings
        Of the columns; without them there is no first line.
    right
        Numbers of the columns that are aligned to the right.
    """
    if not sys.stdout.isatty():
        for row in [headings, *rows] if headings else rows:
            print("\t".join(row))
        return
    table = Table(box=None, show_header=bool(headings))
    for i in range(len(rows[0]) if rows else len(headings)):
        heading = headings[i] if headings else ""
        table.add_column(heading, justify="right" if i in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    Console().print(table)
