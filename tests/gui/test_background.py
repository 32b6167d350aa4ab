"""What is computed beside the window: delivered there, interrupted, and left behind when it does not end."""

import threading

import pytest
from phonoscope.gui import background
from phonoscope.gui.background import Background, begin_to_close, go_on, interrupted, still_computing
from PySide6.QtCore import QObject
from shiboken6 import delete

from .steps import LONG_MS


@pytest.fixture
def owner(qapp):
    made = QObject()
    yield made
    delete(made)


def until_interrupted(began):
    began.set()
    pace = threading.Event()
    while not interrupted():
        pace.wait(0.01)
    return "the half of it"


def test_what_is_interrupted_delivers_what_it_has_made(qtbot, owner):
    computing, began = Background(owner, "phonoscope-test"), threading.Event()
    heard: list[str] = []
    computing.run(lambda: until_interrupted(began), heard.append)
    assert began.wait(LONG_MS / 1000)
    computing.interrupt()
    qtbot.waitUntil(lambda: not computing.busy, timeout=LONG_MS)
    assert heard == ["the half of it"]


def test_what_is_no_longer_wanted_can_be_ended_from_within(qtbot, owner):
    computing, began = Background(owner, "phonoscope-test"), threading.Event()
    told: list[str] = []

    def compute():
        until_interrupted(began)
        go_on()

    computing.run(compute, lambda _: None, told.append)
    assert began.wait(LONG_MS / 1000)
    computing.interrupt()
    qtbot.waitUntil(lambda: not computing.busy, timeout=LONG_MS)
    assert told == ["the work was stopped; begin it again to have all of it done"]
    go_on()  # this thread computes nothing


def test_a_window_that_closes_interrupts_all_before_it_waits_for_one(owner):
    n_running = threading.Barrier(3)
    both = [Background(owner, "phonoscope-test") for _ in range(2)]
    for computing in both:
        computing.run(lambda: (n_running.wait(), until_interrupted(threading.Event())), lambda _: None)
    n_running.wait()
    begin_to_close(owner)
    threads = [thread for thread in threading.enumerate() if thread.name == "phonoscope-test"]
    for thread in threads:
        thread.join()
    for computing in both:
        computing.close()
    assert not still_computing()


def test_nothing_waits_for_what_does_not_end(owner, monkeypatch):
    monkeypatch.setattr(background, "_CLOSE_S", 0.0)
    computing, may_end = Background(owner, "phonoscope-test"), threading.Event()
    heard: list[str] = []
    failures: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failures.append)
    computing.run(lambda: may_end.wait(LONG_MS / 1000), heard.append)
    (thread,) = [thread for thread in threading.enumerate() if thread.name == "phonoscope-test"]
    computing.close()
    assert still_computing()
    assert not computing.busy
    delete(computing)
    may_end.set()
    thread.join()
    assert not still_computing()
    assert (heard, failures) == ([], [])


def test_a_quick_answer_does_not_wait_for_an_older_question(qtbot, owner):
    computing, may_end = Background(owner, "phonoscope-test"), threading.Event()
    heard: list[str] = []
    computing.run(lambda: may_end.wait(LONG_MS / 1000), heard.append)
    computing.run(lambda: "new", heard.append)
    qtbot.waitUntil(lambda: heard != [], timeout=LONG_MS)
    assert still_computing()
    may_end.set()
    computing.close()
    assert heard == ["new"]
