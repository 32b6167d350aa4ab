"""SQLite files that several programs share and that a kill at any moment leaves whole."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from phonoscope.engine.errors import OutputError

_BUSY_S = 10.0  # how long one program waits for another's write


class Database:
    """A database file; made where it does not exist.

    Parameters
    ----------
    path
        The file; its folder is made too.
    tables
        Statements that make the tables, each without effect where its table exists.
    version
        Of the tables, kept in the file.
    remedy
        What a person does when the file is damaged.

    Raises
    ------
    OutputError
        When it cannot be used; also from the methods.
    """

    def __init__(self, path: Path, tables: tuple[str, ...], *, version: int, remedy: str) -> None:
        self.path = path
        self._remedy = remedy
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            cause = f"{path.parent}: cannot be made ({error.strerror})"
            raise OutputError(cause, "free some space or permit writing") from error
        with self.connect() as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            for statement in tables:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version={version}")

    @contextlib.contextmanager
    def connect(self) -> Iterator[sqlite3.Connection]:
        """Hand out a connection: what the block does is kept when it ends well, all of it or nothing."""
        try:
            database = sqlite3.connect(self.path, timeout=_BUSY_S)
            with contextlib.closing(database), database as connection:  # committed inside, closed outside
                yield connection
        except sqlite3.Error as error:
            raise OutputError(f"{self.path}: cannot be used ({error})", self._remedy) from error
