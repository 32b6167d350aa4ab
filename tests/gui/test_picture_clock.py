from types import SimpleNamespace

import pytest
from phonoscope.gui import picture_clock
from phonoscope.gui.picture_clock import PictureClock
from PySide6.QtCore import QObject

from .steps import LONG_MS


@pytest.fixture
def times(monkeypatch):
    """Clocks that stand still until they are set: seconds that have passed, and that were computed."""
    passed = SimpleNamespace(wall_s=100.0, cpu_s=10.0)
    clocks = SimpleNamespace(perf_counter=lambda: passed.wall_s, thread_time=lambda: passed.cpu_s)
    monkeypatch.setattr(picture_clock, "time", clocks)
    return passed


@pytest.fixture
def heard(clock):
    """The pictures that were due so far."""
    signals = []
    clock.due.connect(lambda: signals.append(True))
    return signals


@pytest.fixture
def clock(qapp, times):
    parent = QObject()
    made = PictureClock(parent, engine_share=0.04)
    made.start()
    yield made
    made.stop()
    parent.deleteLater()


def test_a_picture_waits_until_the_last_one_is_within_the_share(clock, heard, times):
    clock.shared = True
    times.wall_s += 0.033
    times.cpu_s += 0.003  # a share of 4 % of 75 ms
    clock._tick()
    assert len(heard) == 0
    assert clock.running
    times.wall_s += 0.041
    clock._tick()
    assert len(heard) == 0
    times.wall_s += 0.002
    clock._tick()
    assert len(heard) == 1
    times.wall_s += 0.033
    times.cpu_s += 0.001  # within the share: 30 Hz
    clock._tick()
    assert len(heard) == 2


def test_what_pictures_without_news_leave_is_saved_for_the_next_ones(clock, heard, times):
    clock.shared = True
    for _ in range(2):
        times.wall_s += 0.050
        times.cpu_s += 0.001  # a share of 4 % is twice as much
        clock._tick()
    times.wall_s += 0.034
    times.cpu_s += 0.003  # two more than its own time is worth
    clock._tick()
    assert len(heard) == 3
    times.wall_s += 0.034
    times.cpu_s += 0.003  # nothing is left
    clock._tick()
    assert len(heard) == 3


def test_nothing_waits_while_the_engine_rests(clock, heard, times):
    times.cpu_s += 5.0
    clock._tick()
    assert len(heard) == 1


def test_there_are_five_pictures_a_second_unless_they_take_a_quarter_of_a_processor(clock, heard, times):
    clock.shared = True
    for cost_s, interval_s in ((0.020, 0.2), (0.100, 0.4)):
        n_before = len(heard)
        times.cpu_s += cost_s
        times.wall_s += interval_s - 0.001
        clock._tick()
        assert len(heard) == n_before
        times.wall_s += 0.002
        clock._tick()
        assert len(heard) == n_before + 1


def test_a_dear_picture_does_not_stop_the_window(clock, heard, times):
    clock.shared = True
    times.cpu_s += 5.0
    times.wall_s += 1.001
    clock._tick()
    assert len(heard) == 1


def test_figures_are_due_five_times_a_second_at_most(clock, heard, times):
    written = []
    clock.figures_due.connect(lambda: written.append(len(heard)))
    for _ in range(12):
        clock._tick()
        times.wall_s += 0.06
    assert written == [1, 5, 9]


def test_it_ticks_by_itself_until_it_is_stopped(qtbot, clock):
    with qtbot.waitSignal(clock.due, timeout=LONG_MS):
        pass
    assert clock.running
    clock.stop()
    assert not clock.running
