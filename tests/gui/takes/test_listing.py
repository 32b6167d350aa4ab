"""What is done to many takes is done beside the window, which goes on handling input."""

import shutil
import threading

import pytest
from phonoscope.engine.errors import OutputError
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.takes import adoption
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.takes.table import TakesTable
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent

from ..compare.conftest import keep
from ..steps import LONG_MS, wait_for_changes


@pytest.fixture
def held(store, monkeypatch):
    """Hold a method of the store until the test lets go, and return who has called it."""

    class Held:
        def __init__(self):
            self.threads: list[threading.Thread] = []
            self.began, self.may_go_on = threading.Event(), threading.Event()

        def hold(self, name):
            method = getattr(store, name)

            def wait(*arguments, **settings):
                self.threads.append(threading.current_thread())
                found = method(*arguments, **settings)
                self.began.set()
                assert self.may_go_on.wait(LONG_MS / 1000)
                return found

            monkeypatch.setattr(store, name, wait)

    made = Held()
    yield made
    made.may_go_on.set()


def type_into(widget, letter):
    QCoreApplication.postEvent(
        widget, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, letter)
    )


def ratings(takes):
    return [take.rating for take in takes]


def test_what_is_said_of_takes_shows_at_once_and_is_written_beside_the_window(qtbot, table, store, held):
    held.hold("say")
    table.table.selectAll()
    table.rate_selected(4)
    assert ratings(table.selected()) == [4, 4, 4]
    assert held.began.wait(LONG_MS / 1000)
    type_into(table.search, "3")
    qtbot.waitUntil(lambda: table.search.text() == "3", timeout=LONG_MS)  # input comes in meanwhile
    table.rate_selected(5)
    assert ratings(table.selected()) == [5]
    held.may_go_on.set()
    wait_for_changes(qtbot, table)
    assert ratings(store.summaries()) == [5, 4, 4]
    assert threading.main_thread() not in held.threads
    table.changes.stack.undo()
    wait_for_changes(qtbot, table)
    assert ratings(store.summaries()) == [4, 4, 4]


def test_what_cannot_be_written_is_said_and_no_longer_shown(qtbot, table, store, monkeypatch):
    def refuse(*_):
        raise OutputError("the disk is full")

    monkeypatch.setattr(store, "say", refuse)
    table.table.selectAll()
    with qtbot.waitSignal(table.changes.retrying.failed, timeout=LONG_MS) as failed:
        table.bin_selected()
        assert table.model.rowCount() == 0
    assert failed.args == ["the disk is full"]
    wait_for_changes(qtbot, table)
    assert table.model.rowCount() == 3


def test_a_table_that_is_closed_writes_what_waits(table, store):
    table.table.selectAll()
    for rating in (1, 2, 3):
        table.rate_selected(rating)
    table.close_workers()
    assert ratings(store.summaries()) == [3, 3, 3]


def test_a_take_that_is_kept_while_the_index_is_read_stays_listed(qtbot, table, store, summarise, held):
    held.hold("n_binned")  # the takes have been read by then
    table.listing.read_again()
    assert held.began.wait(LONG_MS / 1000)
    store.list_soon(summarise(4))
    table.list_take(summarise(4))
    held.may_go_on.set()
    wait_for_changes(qtbot, table)
    assert [table.model.take(row).text for row in range(table.model.rowCount())] == [
        f"Text {number}" for number in (4, 3, 2, 1)
    ]


def test_what_is_being_typed_stays_while_the_index_is_read(qtbot, table, store, summarise):
    table.select([summarise(1).id])
    qtbot.keyClicks(table.details.tags, "warm")
    qtbot.keyClicks(table.details.notes, "Breathes")
    store.say("rating", {summarise(1).id: 2})
    table.listing.read_again()
    wait_for_changes(qtbot, table)
    assert table.details.stars.rating == 2
    assert (table.details.tags.text(), table.details.notes.toPlainText()) == ("warm", "Breathes")
    table.details.keep()
    wait_for_changes(qtbot, table)
    assert (store.summaries()[-1].tags, store.summaries()[-1].notes) == ("warm", "Breathes")


@pytest.fixture
def lost_index(tmp_path, qwen3_tiny):
    """A folder of seven takes whose index is lost."""
    root = tmp_path / "lost"
    with Engine.load(qwen3_tiny.talker, threads=1) as engine:
        first = keep(TakeStore(root), engine, "All the same.", 1)
    for number in range(6):
        shutil.copytree(root / first, root / f"{first}-{number}")
    for file in root.glob("index.sqlite*"):
        file.unlink()
    return root


def test_takes_of_a_lost_index_appear_as_they_are_read_and_input_is_handled_meanwhile(
    qtbot, lost_index, settings, monkeypatch
):
    monkeypatch.setattr(adoption, "_FOLDERS_AT_ONCE", 2)
    table = TakesTable(TakeStore(lost_index), settings)
    qtbot.addWidget(table, before_close_func=TakesTable.close_workers)
    assert table.model.rowCount() == 0
    assert "being listed" in table._hint.text()
    seen = []

    def note(_):
        seen.append((table.model.rowCount(), table.progress.text(), table.search.text()))
        type_into(table.search, "a")

    table.listing.found.connect(note)
    wait_for_changes(qtbot, table)
    assert [n_rows for n_rows, _, _ in seen] == [2, 4, 6, 7]
    assert "5 folders to go" in seen[0][1]
    assert "a" in seen[-1][2]
    assert table.progress.text() == ""
    assert [table.model.take(row).id for row in range(7)] == sorted(
        (folder.name for folder in lost_index.iterdir() if folder.is_dir()), reverse=True
    )
