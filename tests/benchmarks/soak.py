"""Speaking, stopping, re-speaking and looking at everything for a while, without growth.

    python tests/benchmarks/soak.py [--minutes 10] [--model phonoscope-voice]

Memory and the numbers of Python and Qt objects are noted once a round. The middle of the last third must not be more
than 2 % above that of the first third after warming up; exits with 1 otherwise.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.lifetime import delete
from phonoscope.gui.main_window import MainWindow
from phonoscope.gui.request_panel.engine_card import LoadSettings
from phonoscope.gui.responsive import responsive
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.theme import ThemeFollower
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLayout, QWidget

_WARM_SHARE = 0.2
_MAX_GROWTH = 0.02
_REPORT_S = 10.0
# Not every QObject: PySide keeps what it once made for the frame of a text, and looking at those would be a leak.
_QT_KINDS = (QWidget, QAction, QTimer, QLayout)
_TEXTS = ("Short.", "A sentence of middling length, spoken and stopped.", "One. Two. Three. Four. Five. Six. Seven.")


@dataclass(frozen=True)
class Counts:
    """What must not grow."""

    memory_mb: float
    python_objects: int
    qt_objects: int
    threads: int


class Soak:
    """A window that is used without pause."""

    def __init__(self, model: str, folder: Path) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.store = TakeStore(folder)
        self.window = MainWindow(self.store, ThemeFollower(application, "light"), SettingsStore(None))
        self.window.speaking.plays_at_once = False
        self.window.resize(1280, 800)
        self.window.show()
        self.window.host.load(LoadSettings(model, 1))
        self._wait(lambda: self.window.host.engine is not None)

    def round(self, number: int) -> None:
        """Speak, perhaps stop, change what is shown, look at an earlier take; old takes leave for good."""
        window = self.window
        window.layout_commands.use_layout(("audition", "debug")[number % 2])
        (window.view_commands.theme_light, window.view_commands.theme_dark)[number // 2 % 2]()
        engine = window.host.engine
        assert engine is not None
        window.host.speak(engine.request(_TEXTS[number % len(_TEXTS)], seed=number))
        if number % 3 == 1:
            self._wait(lambda: window.live.take is not None and window.live.take.n_frames > 1)
            window.host.stop()
        self._wait(lambda: not window.host.speaking)
        kept = self.store.summaries()
        if len(kept) >= 2:
            window.shown.show(kept[1].id)
            window.views.show_page("compare")
            loop = QEventLoop()
            window.compare.compared.connect(loop.quit)
            window.compare.show_pair(kept[1].id, kept[0].id)
            if window.compare.background.busy:
                loop.exec()
            window.compare.compared.disconnect(loop.quit)
        if len(kept) > 4:
            self.store.say("binned", {summary.id: True for summary in kept[4:]})
            self.store.empty_bin()
            window.takes.listing.read_again()  # a row for every take would be no leak
            self._wait(lambda: not window.takes.changes.retrying.waits)

    def count(self) -> Counts:
        """Return the counts once everything has settled."""
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()
        resident = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        n_qt_objects = sum(len(self.window.findChildren(kind)) for kind in _QT_KINDS)
        return Counts(resident / 1e6, len(gc.get_objects()), n_qt_objects, threading.active_count())

    def close(self) -> None:
        """End the window."""
        delete(self.window)

    def _wait(self, condition: Callable[[], bool]) -> None:
        loop, timer = QEventLoop(), QTimer()

        def look() -> None:
            if condition():
                loop.quit()

        timer.timeout.connect(look)
        timer.start(5)
        loop.exec()


def growth(values: list[float]) -> float:
    """Return how much the middle of the last third lies above that of the first after warming up."""
    warm = values[int(_WARM_SHARE * len(values)) :]
    third = max(1, len(warm) // 3)
    return float(np.median(warm[-third:]) / np.median(warm[:third]) - 1.0)


def main() -> int:
    """Use the window for a while and judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--model", default=DEFAULT_MODEL)
    args = parser.parse_args()
    QApplication(sys.argv[:1])
    noted: dict[str, list[float]] = {field.name: [] for field in fields(Counts)}  # numbers, which are counted nowhere
    with tempfile.TemporaryDirectory() as folder, responsive():
        soak = Soak(args.model, Path(folder))
        end = time.monotonic() + 60 * args.minutes
        next_report = time.monotonic()
        for number in itertools.count():
            soak.round(number)
            counts = soak.count()
            for name, values in noted.items():
                values.append(float(getattr(counts, name)))
            if time.monotonic() > next_report:
                print(f"{number + 1:5} rounds  {counts}", file=sys.stderr, flush=True)
                next_report += _REPORT_S
            if time.monotonic() > end:
                break
        soak.close()
    grown = 0
    n_rounds = len(noted["memory_mb"])
    print(f"{n_rounds} rounds, judged from round {int(_WARM_SHARE * n_rounds) + 1} on")
    for name, values in noted.items():
        share = growth(values)
        grown += share > _MAX_GROWTH
        print(f"{name:16} first {values[0]:12.1f}  last {values[-1]:12.1f}  growth {share:+.2%}")
    return int(grown > 0)


if __name__ == "__main__":
    sys.exit(main())
