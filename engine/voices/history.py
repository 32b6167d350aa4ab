"""The steps of a library that can be taken back: what every changed row was before and after."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection

from phonoscope.engine.voices.entry import COLUMNS, Row, VoiceEntry, to_row

_MAX_STEPS = 200
TABLE = """
    CREATE TABLE history (
        step INTEGER PRIMARY KEY AUTOINCREMENT, label TEXT NOT NULL, changes TEXT NOT NULL, undone INTEGER NOT NULL
    )
    """
Change = tuple[VoiceEntry | None, VoiceEntry]
"""A row before, None where there was none, and after."""


def put_row(connection: sqlite3.Connection, row: Row) -> None:
    """Write a row, over the one of the same id."""
    marks = ", ".join("?" * len(COLUMNS))
    connection.execute(f"INSERT OR REPLACE INTO voices ({', '.join(COLUMNS)}) VALUES ({marks})", row)


def change(connection: sqlite3.Connection, label: str, changes: Collection[Change]) -> None:
    """Change rows as one step, which ends what could be done again."""
    steps = [{"id": new.id, "before": old and to_row(old), "after": to_row(new)} for old, new in changes]
    for _, new in changes:
        put_row(connection, to_row(new))
    connection.execute("DELETE FROM history WHERE undone = 1")
    connection.execute("INSERT INTO history (label, changes, undone) VALUES (?, ?, 0)", (label, json.dumps(steps)))
    newest = "SELECT step FROM history ORDER BY step DESC LIMIT ?"
    connection.execute(f"DELETE FROM history WHERE step NOT IN ({newest})", (_MAX_STEPS,))


def undo(connection: sqlite3.Connection) -> str:
    """Take the last step back and return what it was; an empty string when there is none."""
    return _travel(connection, "undone = 0 ORDER BY step DESC", back=True)


def redo(connection: sqlite3.Connection) -> str:
    """Do the step that was taken back last again and return what it was; an empty string when there is none."""
    return _travel(connection, "undone = 1 ORDER BY step", back=False)


def forget(connection: sqlite3.Connection, voice_ids: Collection[str]) -> None:
    """Drop the steps that would bring these voices back."""
    for step, changes in list(connection.execute("SELECT step, changes FROM history")):
        if any(one["id"] in voice_ids for one in json.loads(changes)):
            connection.execute("DELETE FROM history WHERE step = ?", (step,))


def _travel(connection: sqlite3.Connection, choice: str, *, back: bool) -> str:
    row = connection.execute(f"SELECT step, label, changes FROM history WHERE {choice} LIMIT 1").fetchone()
    if row is None:
        return ""
    step, label, changes = row
    for one in json.loads(changes):
        values = one["before"] if back else one["after"]
        if values is None:  # a voice that was added goes to the bin: its file stays
            connection.execute("UPDATE voices SET binned = 1 WHERE id = ?", (one["id"],))
        else:
            put_row(connection, values)
    connection.execute("UPDATE history SET undone = ? WHERE step = ?", (int(back), step))
    return str(label)
