"""What waits for another program is done in its order, and never twice."""

import logging
import threading

import pytest
from phonoscope.engine.errors import LockedError, OutputError
from phonoscope.gui.retrying import Retrying

from .steps import LONG_MS


class Library:
    """Takes words, unless it is locked."""

    def __init__(self):
        self.locked = False
        self.words: list[str] = []

    def add(self, word: str) -> None:
        if self.locked:
            raise LockedError("library: is locked by another program", "close that program and try again")
        self.words.append(word)


@pytest.fixture
def library():
    return Library()


@pytest.fixture
def retrying(qapp):
    made = Retrying()
    yield made
    made.close()


@pytest.fixture
def told(retrying):
    """What a person was told."""
    messages: list[str] = []
    retrying.noticed.connect(messages.append)
    return messages


def wait(qtbot, retrying):
    qtbot.waitUntil(lambda: not retrying.waits, timeout=LONG_MS)


def test_what_can_be_done_is_done_beside_the_window_and_nothing_is_said(qtbot, library, retrying, told):
    threads = []

    def work():
        threads.append(threading.current_thread())
        library.add("one")
        return "done"

    results = []
    retrying.do(work, lambda result: results.append((result, threading.current_thread())))
    wait(qtbot, retrying)
    assert library.words == ["one"]
    assert results == [("done", threading.main_thread())]
    assert threading.main_thread() not in threads
    assert told == []


def test_what_is_asked_for_by_a_result_comes_after_what_waits(qtbot, library, retrying):
    retrying.do(lambda: library.add("one"), lambda _: retrying.do(lambda: library.add("three")))
    retrying.do(lambda: library.add("two"))
    wait(qtbot, retrying)
    assert library.words == ["one", "two", "three"]


def test_what_waits_is_done_in_its_order_and_told_once(qtbot, library, retrying, told):
    library.locked = True
    for word in ("one", "two", "three"):
        retrying.do(lambda word=word: library.add(word))
    assert retrying.waits
    assert told == []  # not at the first attempt, which may have met a take that was just being kept
    qtbot.waitUntil(lambda: bool(told), timeout=LONG_MS)
    assert told[0].startswith("library: is locked by another program. What you changed")
    assert retrying.locked
    library.locked = False
    wait(qtbot, retrying)
    assert not retrying.locked
    assert library.words == ["one", "two", "three"]
    assert told[1:] == [""]


def test_what_fails_otherwise_is_told_and_not_tried_again(qtbot, library, retrying):
    def fail():
        raise OutputError("the disk is full")

    with qtbot.waitSignal(retrying.failed, timeout=LONG_MS) as failed:
        retrying.do(fail)
    assert failed.args == ["the disk is full"]
    assert not retrying.waits
    retrying.do(lambda: library.add("after"))
    wait(qtbot, retrying)
    assert library.words == ["after"]


def test_a_window_that_closes_does_what_waits_and_logs_what_is_lost(qtbot, library, retrying, caplog):
    library.locked = True
    retrying.do(lambda: library.add("late"))
    retrying.do(lambda: library.add("later"))
    qtbot.waitUntil(lambda: retrying.locked, timeout=LONG_MS)
    library.locked = False
    retrying.close()
    assert library.words == ["late", "later"]
    begun, may_end = threading.Event(), threading.Event()

    def work():
        begun.set()
        assert may_end.wait(LONG_MS / 1000)
        library.add("once")

    retrying.do(work)
    assert begun.wait(LONG_MS / 1000)
    may_end.set()
    retrying.close()
    assert library.words == ["late", "later", "once"]
    library.locked = True
    retrying.do(lambda: library.add("lost"))
    with caplog.at_level(logging.WARNING):
        retrying.close()
    assert "1 changes were not made" in caplog.text
    assert not retrying.waits
