"""How long the window takes to handle input while the engine speaks with all processors.

    python tests/benchmarks/input_latency.py [--takes 3] [--layout debug] [--size 1280x800] [--model M] [--json]

Another thread types into the text, moves the mouse over a pane and turns its wheel, which zooms all panes, at fixed
times, whether the window keeps up or not. Measured is from the time at which an event was due until it has been
handled, all that waited before it included: what was late for want of a processor counts as well. The same is done
while the engine rests, with the turns that Python's threads take without a window, and with an engine that does not
give way to it. Exits with 1 when a single event takes longer than 50 ms.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias
from unittest import mock

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from phonoscope.engine.cores import available_cores
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui import engine_worker
from phonoscope.gui.lifetime import delete
from phonoscope.gui.main_window import MainWindow
from phonoscope.gui.request_panel.engine_card import LoadSettings
from phonoscope.gui.responsive import responsive
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.theme import ThemeFollower
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

_TEXT = "Every sound you hear was drawn here first, and every layer that made it can be seen while it speaks. " * 12
_ACTS = ("key", "mouse", "key", "mouse", "wheel")
_INTERVAL_S = 0.023  # in no step with the pictures
_RESTS_S = 4.0  # for how long input is handled while the engine rests
_LIMIT_MS = 50.0
_LONG_TURN_S = sys.getswitchinterval()
_NO_BUTTON, _NO_KEY = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier

Latencies: TypeAlias = dict[str, list[float]]  # in ms, by kind of input
MakeEvent: TypeAlias = Callable[[int], QEvent]


class _Handled(QEvent):
    """Follows an event of input: when it arrives, that has been handled."""

    TYPE = QEvent.Type(QEvent.registerEventType())

    def __init__(self, kind: str, due_s: float) -> None:
        super().__init__(self.TYPE)
        self.kind, self.due_s = kind, due_s


class Receiver(QObject):
    """Notes when input has been handled."""

    def __init__(self) -> None:
        super().__init__()
        self.latencies_ms: Latencies = {}

    def event(self, event: QEvent) -> bool:
        """Take the time."""
        if isinstance(event, _Handled):
            self.latencies_ms.setdefault(event.kind, []).append(1000 * (time.perf_counter() - event.due_s))
            return True
        return super().event(event)


class Person(threading.Thread):
    """Uses keyboard and mouse in turns until told to stop."""

    def __init__(self, window: MainWindow, receiver: Receiver) -> None:
        super().__init__(name="person", daemon=True)
        self._receiver = receiver
        self._stopped = threading.Event()
        pane = window.live.panes["waveform"].plot.viewport()
        self._acts: Mapping[str, tuple[QWidget, MakeEvent]] = {
            "key": (window.panel.text, self._press),
            "mouse": (pane, lambda n: self._move(pane, n)),
            "wheel": (pane, lambda n: self._turn(pane, n)),
        }
        for _, make in self._acts.values():
            make(0)  # Qt makes its keyboard and its mouse in the thread of the first event

    def run(self) -> None:
        """Act on time, and not when there is time."""
        due_s, n = time.perf_counter(), 0
        while not self._stopped.is_set():
            kind = _ACTS[n % len(_ACTS)]
            target, make = self._acts[kind]
            QCoreApplication.postEvent(target, make(n))
            QCoreApplication.postEvent(self._receiver, _Handled(kind, due_s))
            n, due_s = n + 1, due_s + _INTERVAL_S
            self._stopped.wait(max(0.0, due_s - time.perf_counter()))

    def stop(self) -> None:
        """Let go of keyboard and mouse."""
        self._stopped.set()
        self.join()

    @staticmethod
    def _press(n: int) -> QEvent:
        return QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, _NO_KEY, "a" if n % 50 else "\n")

    @staticmethod
    def _move(pane: QWidget, n: int) -> QEvent:
        place = QPointF(80 + 7 * n % max(1, pane.width() - 100), pane.height() / 2)
        return QMouseEvent(QEvent.Type.MouseMove, place, pane.mapToGlobal(place), _NO_BUTTON, _NO_BUTTON, _NO_KEY)

    @staticmethod
    def _turn(pane: QWidget, n: int) -> QEvent:
        place, turned = QPointF(pane.width() / 2, pane.height() / 2), QPoint(0, 120 if n // len(_ACTS) % 2 else -120)
        phase = Qt.ScrollPhase.NoScrollPhase
        return QWheelEvent(place, pane.mapToGlobal(place), QPoint(), turned, _NO_BUTTON, _NO_KEY, phase, False)


class Trial:
    """A window that is used while it speaks, and while it rests."""

    def __init__(self, model: str, threads: int, layout: str, size: tuple[int, int], folder: Path) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.window = MainWindow(TakeStore(folder), ThemeFollower(application, "light"), SettingsStore(None))
        self.window.speaking.plays_at_once = False
        self.window.resize(*size)
        self.window.show()
        self.window.layout_commands.use_layout(layout)
        self.window.host.load(LoadSettings(model, threads))
        self._wait(lambda: self.window.host.engine is not None)
        self._speak(0)  # warm

    def speaking(self, n_takes: int) -> Latencies:
        """Return the latencies while takes are made."""

        def speak() -> None:
            for seed in range(n_takes):
                self._speak(seed)

        return self._used(speak)

    def resting(self) -> Latencies:
        """Return the latencies while the engine does nothing."""
        end_s = time.monotonic() + _RESTS_S
        return self._used(lambda: self._wait(lambda: time.monotonic() > end_s))

    def _used(self, meanwhile: Callable[[], object]) -> Latencies:
        receiver = Receiver()
        person = Person(self.window, receiver)
        person.start()
        meanwhile()
        person.stop()
        QCoreApplication.sendPostedEvents()
        return receiver.latencies_ms

    def _speak(self, seed: int) -> None:
        host = self.window.host
        assert host.engine is not None
        host.speak(host.engine.request(_TEXT, seed=seed))
        self._wait(lambda: not host.speaking)

    @staticmethod
    def _wait(condition: Callable[[], bool]) -> None:
        loop, timer = QEventLoop(), QTimer()
        timer.timeout.connect(lambda: loop.quit() if condition() else None)
        timer.start(5)
        loop.exec()


def figures(latencies_ms: Latencies) -> dict[str, float]:
    """Return number, median, 99th percentile and maximum of each kind of input, and of all."""
    kinds = {**latencies_ms, "all": [ms for kind in latencies_ms.values() for ms in kind]}
    found: dict[str, float] = {}
    for kind, values in kinds.items():
        found |= {f"{kind}_n": float(len(values)), f"{kind}_max_ms": max(values)}
        found |= {f"{kind}_{name}_ms": float(np.percentile(values, q)) for name, q in (("median", 50), ("p99", 99))}
    return found


def main() -> int:
    """Measure, print and judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--takes", type=int, default=3)
    parser.add_argument("--layout", default="debug")
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--model", default=DEFAULT_MODEL)
    parser.add_argument("--threads", type=int, default=available_cores())
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    application = QApplication(sys.argv[:1])
    width, height = map(int, args.size.split("x"))

    @contextlib.contextmanager
    def trial() -> Iterator[Trial]:
        with tempfile.TemporaryDirectory() as folder, responsive():
            begun = Trial(args.model, args.threads, args.layout, (width, height), Path(folder))
            yield begun
            delete(begun.window)
        application.processEvents()

    with trial() as usual:
        found = {"resting": figures(usual.resting()), "speaking": figures(usual.speaking(args.takes))}
        sys.setswitchinterval(_LONG_TURN_S)
        found["speaking, long turns"] = figures(usual.speaking(args.takes))
    with mock.patch.object(engine_worker, "give_way"), trial() as on_a_par:
        found["speaking, on a par"] = figures(on_a_par.speaking(args.takes))
    if args.json:
        print(json.dumps(found))
    else:
        for state, values in found.items():
            for name, value in values.items():
                print(f"{state:22}{name:18}{value:10.2f}")
    return int(found["speaking"]["all_max_ms"] > _LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
