"""Python's collector keeps to the window's thread and to the time between two events."""

import gc
import threading
import weakref

from phonoscope.gui.lifetime import collecting_between_events, delete
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from .steps import LONG_MS


class Cycle:
    """What only the collector can free."""

    def __init__(self) -> None:
        self.me = self


def make_garbage() -> list[weakref.ref[Cycle]]:
    """Leave more behind than makes Python collect by itself."""
    return [weakref.ref(Cycle()) for _ in range(4 * gc.get_threshold()[0])]


def test_garbage_of_any_thread_is_collected_by_the_event_loop_alone(qtbot):
    with collecting_between_events():
        left = make_garbage()
        maker = threading.Thread(target=lambda: left.extend(make_garbage()))
        maker.start()
        maker.join()
        assert all(reference() is not None for reference in left)
        qtbot.waitUntil(lambda: all(reference() is None for reference in left), timeout=LONG_MS)
    assert gc.isenabled()


def test_what_there_was_at_the_beginning_is_passed_over_until_the_end(qtbot):
    before = gc.get_freeze_count()
    left = make_garbage()
    with collecting_between_events():
        qtbot.waitUntil(lambda: gc.get_freeze_count() > before, timeout=LONG_MS)
        assert all(reference() is None for reference in left)
        later = make_garbage()
        qtbot.waitUntil(lambda: all(reference() is None for reference in later), timeout=LONG_MS)
    assert gc.get_freeze_count() == 0


def test_a_window_is_deleted_at_once_with_all_that_is_in_it(qapp):
    window = QWidget()
    deleted: list[str] = []
    part = QObject(window)
    part.destroyed.connect(lambda: deleted.append("part"))
    window.show()
    delete(window)
    assert deleted == ["part"]
