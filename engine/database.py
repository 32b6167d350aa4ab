"""SQLite files that several programs share and that a kill at any moment leaves whole."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from phonoscope.engine.errors import LockedError, OutputError
from phonoscope.engine.message import Message

_PRIMARY_CODE = 0xFF  # of SQLite's result codes, whose upper bits say more
_OPENING_S = 2.0  # reading waits for nobody's write


class _Patience(threading.local):
    """How long this thread waits for another program that has locked a file."""

    seconds = 10.0


_patience = _Patience()


@contextlib.contextmanager
def waiting_at_most(seconds: float) -> Iterator[None]:
    """Let this thread wait no longer for another program that has locked a file, as long as the block lasts."""
    before = _patience.seconds
    _patience.seconds = min(before, seconds)
    try:
        yield
    finally:
        _patience.seconds = before


class Database:
    """A database file; made where it does not exist, and brought up to date where an earlier version wrote it.

    Parameters
    ----------
    path
        The file; its folder is made too.
    steps
        Statements that bring the tables from one version to the next, each version being the number of steps done;
        the first step makes what there was at first. New steps are added at the end, those before never change.
    remedy
        What a person does when the file is damaged.

    Raises
    ------
    LockedError
        When another program keeps it locked for longer than this thread waits; also from the methods.
    OutputError
        When it cannot be used, or a later version of the program has changed its tables; also from the methods.
    """

    def __init__(self, path: Path, steps: Sequence[Sequence[str]], *, remedy: Message) -> None:
        self.path = path
        self._remedy = remedy
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OutputError(
                "{folder}: cannot be made ({error})",
                "free some space or permit writing",
                folder=path.parent,
                error=error.strerror,
            ) from error
        with waiting_at_most(_OPENING_S), self.connect() as connection:
            version = _version(connection)
        if version > len(steps):
            raise OutputError("{path}: was written by a later version", "update Phonoscope", path=path)
        if version == len(steps):
            return  # there is nothing to write, which somebody else may be doing just now
        with self.connect() as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("BEGIN IMMEDIATE")  # of several programs that start at once, one changes the tables
            version = _version(connection)
            for statement in (statement for step in steps[version:] for statement in step):
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version={max(version, len(steps))}")

    @contextlib.contextmanager
    def connect(self) -> Iterator[sqlite3.Connection]:
        """Hand out a connection: what the block does is kept when it ends well, all of it or nothing.

        Another program that has locked the file is waited for; see `waiting_at_most`.
        """
        try:
            database = sqlite3.connect(self.path, timeout=_patience.seconds)
            with contextlib.closing(database), database as connection:  # committed inside, closed outside
                yield connection
        except sqlite3.Error as error:
            raise self._refusal(error) from error

    def _refusal(self, error: sqlite3.Error) -> OutputError:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & _PRIMARY_CODE
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return LockedError(
                "{path}: is locked by another program", "close that program and try again", path=self.path
            )
        return OutputError("{path}: cannot be used ({error})", self._remedy, path=self.path, error=error)


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
