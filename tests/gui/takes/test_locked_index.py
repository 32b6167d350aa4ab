"""Another program has locked the index of takes: nothing waits for it, and nothing is lost."""

import contextlib
import sqlite3

import pytest

from ..steps import LONG_MS, wait_for_changes


@pytest.fixture
def locked(store):
    """The index, which somebody writes to; released with the connection."""
    with contextlib.closing(sqlite3.connect(store.root / "index.sqlite")) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


def test_ratings_wait_and_are_written_in_their_order(qtbot, table, store, locked):
    told: list[str] = []
    table.changes.retrying.noticed.connect(told.append)
    newest, older = (table.model.take(row) for row in (0, 1))
    table.changes.set_rating([newest], 2)
    table.changes.bin([older])
    table.changes.stack.undo()
    table.changes.set_rating([newest], 5)
    assert [take.rating for take in store.summaries()] == [0, 0, 0]
    qtbot.waitUntil(lambda: bool(told), timeout=LONG_MS)
    assert "index.sqlite: is locked by another program" in told[0]
    locked.rollback()
    qtbot.waitUntil(lambda: not table.changes.retrying.waits, timeout=LONG_MS)
    assert [take.rating for take in store.summaries()] == [5, 0, 0]
    assert table.model.take(0).rating == 5
    assert told[1:] == [""]


def test_a_take_is_made_and_kept_meanwhile(qtbot, loaded, store, locked):
    loaded.panel.text.setPlainText("All the same.")
    with qtbot.waitSignal(loaded.take_finished, timeout=LONG_MS):
        loaded.panel.speak_button.click()
    assert loaded.takes.model.rowCount() == 1  # though the index does not know it yet
    take_id = loaded.takes.model.take(0).id
    assert store.read(take_id).complete
    locked.rollback()
    qtbot.waitUntil(lambda: [take.id for take in store.summaries()] == [take_id], timeout=LONG_MS)
    loaded.takes.listing.read_again()
    wait_for_changes(qtbot, loaded.takes)
    assert loaded.takes.model.take(0).stop_reason != "none"
