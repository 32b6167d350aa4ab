"""The SQLite table of all kept takes, which other programs may write to, or have locked."""

from __future__ import annotations

import contextlib
import math
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import astuple, fields
from pathlib import Path
from sqlite3 import Connection

from phonoscope.engine.database import Database, waiting_at_most
from phonoscope.engine.errors import LockedError
from phonoscope.engine.message import Message
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.takes.summary import TakeSummary

_PATIENCE_S = 0.1  # with a locked index, for rows that can be written later
_COLUMNS = tuple(field.name for field in fields(TakeSummary))
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM takes"
_MEASURED = ("n_frames", "duration_s", "ttfa_ms", "rtf", "stop_reason", "alarm", "n_alarms")
_LIST = (
    f"INSERT INTO takes ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))}) ON CONFLICT (id) "
    f"DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _MEASURED)} "
    f"WHERE stop_reason = '{StopReason.NONE.value}'"
)
# Seeds are unsigned and 64 bits wide, which SQLite's integers are not: they are kept as text.
_STEPS = (
    (
        """
        CREATE TABLE takes (
            id TEXT PRIMARY KEY, created TEXT NOT NULL, text TEXT NOT NULL, model TEXT NOT NULL, voice TEXT NOT NULL,
            seed TEXT NOT NULL, n_frames INTEGER NOT NULL, duration_s REAL NOT NULL, ttfa_ms REAL, rtf REAL,
            stop_reason TEXT NOT NULL, alarm TEXT NOT NULL, rating INTEGER NOT NULL, tags TEXT NOT NULL,
            notes TEXT NOT NULL, binned INTEGER NOT NULL
        )
        """,
    ),
    ("ALTER TABLE takes ADD COLUMN likeness REAL",),
    ("ALTER TABLE takes ADD COLUMN n_alarms INTEGER",),
)


class TakeIndex:
    """Rows of takes. It is opened when it is first used: a window must come up also while it cannot be.

    Parameters
    ----------
    path
        Its file.

    Raises
    ------
    LockedError
        By the methods, when another program keeps it locked for longer than this thread waits.
    OutputError
        By the methods, when it cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._database: Database | None = None
        self._late: dict[str, TakeSummary] = {}  # rows that wait for another program
        self._late_lock = threading.Lock()

    def summaries(self, *, binned: bool) -> list[TakeSummary]:
        """Return the takes, newest first; or those in the bin."""
        self.catch_up()
        with self._connect() as connection:
            rows = connection.execute(f"{_SELECT} WHERE binned = ? ORDER BY id DESC", (int(binned),))
            return [_summary(row) for row in rows]

    def find(self, take_ids: Iterable[str]) -> list[TakeSummary]:
        """Return the rows of takes, as far as there are any."""
        with self._connect() as connection:
            rows = [connection.execute(f"{_SELECT} WHERE id = ?", (take_id,)).fetchone() for take_id in take_ids]
        return [_summary(row) for row in rows if row is not None]

    def n_binned(self) -> int:
        """Return how many takes lie in the bin."""
        with self._connect() as connection:
            return int(connection.execute("SELECT count(*) FROM takes WHERE binned = 1").fetchone()[0])

    def stop_reasons(self) -> dict[str, str]:
        """Return why each take ended, by its id."""
        with self._connect() as connection:
            return dict(connection.execute("SELECT id, stop_reason FROM takes").fetchall())

    def set(self, column: str, values: Mapping[str, str | float]) -> None:
        """Set one column of some takes, given by their ids; of all or of none."""
        self.catch_up()
        with self._connect() as connection:
            connection.executemany(
                f"UPDATE takes SET {column} = ? WHERE id = ?", [(value, take_id) for take_id, value in values.items()]
            )

    def remove(self, take_ids: Iterable[str]) -> None:
        """Remove the rows of takes."""
        with self._connect() as connection:
            connection.executemany("DELETE FROM takes WHERE id = ?", [(take_id,) for take_id in take_ids])

    def list_soon(self, summaries: Iterable[TakeSummary]) -> None:
        """Add rows or bring what is measured in them up to date, at once or when another program unlocks the index.

        What people said of the takes stays, and so does what was measured of those that have ended.
        """
        with self._late_lock:
            self._late |= {summary.id: summary for summary in summaries}
        self.catch_up()

    def catch_up(self) -> None:
        """Write the rows that wait, unless the index is still locked."""
        with self._late_lock, waiting_at_most(_PATIENCE_S), contextlib.suppress(LockedError):
            if self._late:
                with self._connect() as connection:
                    connection.executemany(_LIST, [_values(summary) for summary in self._late.values()])
                self._late.clear()

    def open(self) -> None:
        """Open it, or make it where it is not there."""
        with self._connect():
            pass

    @contextlib.contextmanager
    def _connect(self) -> Iterator[Connection]:
        if self._database is None:
            remedy = Message("remove it: it is made again from the takes")
            self._database = Database(self._path, _STEPS, remedy=remedy)
        with self._database.connect() as connection:
            yield connection


def _values(summary: TakeSummary) -> list[object]:
    values = [str(v) if n == "seed" else v for n, v in zip(_COLUMNS, astuple(summary), strict=True)]
    return [None if isinstance(v, float) and math.isnan(v) else v for v in values]


def _summary(row: tuple[object, ...]) -> TakeSummary:
    values = dict(zip(_COLUMNS, row, strict=True))
    for name in ("ttfa_ms", "rtf", "likeness"):
        values[name] = math.nan if values[name] is None else values[name]
    return TakeSummary(**{**values, "seed": int(str(values["seed"])), "binned": bool(values["binned"])})  # type: ignore[arg-type]
