"""What zooming costs the window: with the picture of axes kept where they stay, and painted anew in every pane.

    python tests/benchmarks/zooming.py [--zooms 60] [--layout debug] [--size 1280x800] [--model M]

A take is spoken; then the range of all panes is changed again and again, by both ways in turns. Noted is the
processor's time of the window's thread for each change with all that is painted because of it. Exits with 1 unless
keeping the pictures is cheaper.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.lifetime import delete
from phonoscope.gui.live.growing_plot import GrowingPlot
from phonoscope.gui.main_window import MainWindow
from phonoscope.gui.request_panel.engine_card import LoadSettings
from phonoscope.gui.responsive import responsive
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.theme import ThemeFollower
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

_TEXT = "Every sound you hear was drawn here first, and every layer that made it can be seen while it speaks."
_ROUNDS_OF_EVENTS = 4  # until all that a change leads to is painted

_show_span = GrowingPlot.show_span


def _show_span_anew(plot: GrowingPlot, start: float, end: float) -> None:
    plot.getPlotItem().getViewBox().setXRange(start, end, padding=0)


def _wait(condition: Callable[[], bool]) -> None:
    loop, timer = QEventLoop(), QTimer()
    timer.timeout.connect(lambda: loop.quit() if condition() else None)
    timer.start(5)
    loop.exec()


def measure(window: MainWindow, n_zooms: int) -> dict[str, float]:
    """Return the median time in ms of a change by each way."""
    ways: dict[str, Any] = {"painted anew": _show_span_anew, "kept": _show_span}
    costs_ms: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(n_zooms):
        for name, way in ways.items():
            GrowingPlot.show_span = way  # type: ignore[method-assign]
            began_s = time.thread_time()
            window.live.axis.show(0.1 * (number % 7), 4.0 + 0.3 * (number % 5))
            for _ in range(_ROUNDS_OF_EVENTS):
                QApplication.processEvents()
            costs_ms[name].append(1000 * (time.thread_time() - began_s))
            window.live.axis.show(0.0, 2.0)  # the other way changes as much
            for _ in range(_ROUNDS_OF_EVENTS):
                QApplication.processEvents()
    return {name: statistics.median(values) for name, values in costs_ms.items()}


def main() -> int:
    """Measure and print both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--zooms", type=int, default=60)
    parser.add_argument("--layout", default="debug")
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--model", default=DEFAULT_MODEL)
    args = parser.parse_args()
    application = QApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory() as folder, responsive():
        window = MainWindow(TakeStore(Path(folder)), ThemeFollower(application, "dark"), SettingsStore(None))
        window.speaking.plays_at_once = False
        window.resize(*map(int, args.size.split("x")))
        window.show()
        window.layout_commands.use_layout(args.layout)
        window.host.load(LoadSettings(args.model, 1))
        _wait(lambda: window.host.engine is not None)
        assert window.host.engine is not None
        window.host.speak(window.host.engine.request(_TEXT, seed=7))
        _wait(lambda: not window.host.speaking)
        medians_ms = measure(window, args.zooms)
        delete(window)
    for name, ms in medians_ms.items():
        print(f"{name:14} {ms:6.2f} ms of the window's thread")
    return int(medians_ms["kept"] >= medians_ms["painted anew"])


if __name__ == "__main__":
    sys.exit(main())
