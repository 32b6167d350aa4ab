import contextlib
import sqlite3

import pytest
from phonoscope.engine.database import Database, waiting_at_most
from phonoscope.engine.errors import LockedError, OutputError
from phonoscope.engine.message import Message

FIRST = ("CREATE TABLE words (word TEXT PRIMARY KEY)",)
SECOND = ("ALTER TABLE words ADD COLUMN n INTEGER NOT NULL DEFAULT 1", "CREATE TABLE places (name TEXT)")


def opened(path, *steps):
    return Database(path, steps, remedy=Message("remove it"))


def test_tables_of_an_earlier_version_are_brought_up_to_date_and_keep_their_rows(tmp_path):
    path = tmp_path / "a" / "words.sqlite"
    with opened(path, FIRST).connect() as connection:
        connection.execute("INSERT INTO words VALUES ('hello')")
    for _ in range(2):  # and then left alone
        with opened(path, FIRST, SECOND).connect() as connection:
            assert connection.execute("SELECT word, n FROM words").fetchall() == [("hello", 1)]
            assert connection.execute("PRAGMA user_version").fetchone() == (2,)


def test_tables_of_a_later_version_are_refused_and_not_touched(tmp_path):
    path = tmp_path / "words.sqlite"
    opened(path, FIRST, SECOND)
    with pytest.raises(OutputError, match="later version; update Phonoscope"):
        opened(path, FIRST)
    opened(path, FIRST, SECOND)


def test_a_step_that_fails_leaves_everything_as_it_was(tmp_path):
    path = tmp_path / "words.sqlite"
    opened(path, FIRST)
    with pytest.raises(OutputError, match="remove it"):
        opened(path, FIRST, (*SECOND, "CREATE TABLE words (again TEXT)"))
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")] == ["words"]
    connection.close()


def test_a_file_that_another_program_writes_is_opened_and_read(tmp_path):
    path = tmp_path / "words.sqlite"
    opened(path, FIRST)
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO words VALUES ('unfinished')")
        with opened(path, FIRST).connect() as connection:
            assert connection.execute("SELECT * FROM words").fetchall() == []


def test_a_locked_file_is_named_as_such_and_nobody_is_told_to_remove_it(tmp_path):
    path = tmp_path / "words.sqlite"
    database = opened(path, FIRST)
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(LockedError, match=r"words\.sqlite: is locked by another program; close that program"):
            opened(path, FIRST)
        with waiting_at_most(0.0), pytest.raises(LockedError), database.connect() as connection:
            connection.execute("INSERT INTO words VALUES ('late')")
