"""What the live view costs: time for each picture while the engine speaks, and how much slower the engine gets by it.

    python tests/benchmarks/live_view.py [--rounds 6] [--layout debug] [--size 1280x800] [--json]

The bundled voice speaks the same text with the same seed in turns: alone, and with the window drawing it offscreen at
30 Hz. A picture is one pull with all that is painted until the next. Wall times hold for a quiet machine. Times on the
processor (of the window's own thread, and of the whole process) hold on a busy one too: where all cores are busy, what
the process needs more is what the engine gets less.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.synthesis import Engine, available_cores
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.main_window import MainWindow
from phonoscope.gui.request_panel.engine_card import LoadSettings
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.theme import ThemeFollower
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

_TEXT = (
    "Every sound you hear was drawn here first, and every layer that made it can be seen while it speaks. "
    "The quick brown fox jumps over the lazy dog, and nobody knows why it should."
)
_SEED = 7
_PULL_MS = 33


@dataclass(frozen=True)
class Turn:
    """One take: seconds for a second of sound, by the clock and on all processors, and its length."""

    rtf: float
    cpu_per_s: float
    n_frames: int


def speak_alone(threads: int) -> Turn:
    """Speak without a window."""
    with Engine.load(threads=threads) as engine:
        cpu = time.process_time()
        take = engine.speak(engine.request(_TEXT, seed=_SEED))
        take.wait()
        return Turn(take.figures.rtf, (time.process_time() - cpu) / take.duration_s, take.n_frames)


class Pictures:
    """The window while it draws a take, with a clock on every picture."""

    def __init__(self, layout: str, size: tuple[int, int], folder: Path) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.window = MainWindow(TakeStore(folder), ThemeFollower(application, "dark"), SettingsStore(None))
        self.window.speaking.plays_at_once = False
        self.window.resize(*size)
        self.window.show()
        self.window.layout_commands.use_layout(layout)
        self.wall_ms: list[float] = []
        self.cpu_ms: list[float] = []
        self._cpu_before: float | None = None

    def speak(self, threads: int) -> Turn:
        """Speak while everything is drawn."""
        window, loop = self.window, QEventLoop()
        if window.host.engine is None:
            window.host.changed.connect(loop.quit)
            window.host.load(LoadSettings(DEFAULT_MODEL, threads))
            while window.host.engine is None:
                loop.exec()
            window.host.changed.disconnect(loop.quit)
        engine = window.host.engine
        timer = QTimer()
        timer.setInterval(_PULL_MS)
        timer.timeout.connect(self._picture)
        window.take_finished.connect(loop.quit)
        window.host.started.connect(lambda _: window._pull.stop())  # this clock pulls instead
        cpu = time.process_time()
        window.host.speak(engine.request(_TEXT, seed=_SEED))
        timer.start()
        loop.exec()
        timer.stop()
        self._cpu_before = None
        window.take_finished.disconnect(loop.quit)
        take = window.live.take
        assert take is not None
        return Turn(take.figures.rtf, (time.process_time() - cpu) / take.duration_s, take.n_frames)

    def _picture(self) -> None:
        """Pull once. What Qt paints of it comes later, so the processor's clock is read from pull to pull."""
        wall, cpu = time.perf_counter(), time.thread_time()
        if self._cpu_before is not None:
            self.cpu_ms.append(1000 * (cpu - self._cpu_before))
        self._cpu_before = cpu
        self.window._refresh()
        self.wall_ms.append(1000 * (time.perf_counter() - wall))

    def close(self) -> None:
        """End the window."""
        self.window.close()
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def measure(rounds: int, layout: str, size: tuple[int, int], threads: int) -> dict[str, float | int | str]:
    """Return all figures."""
    alone: list[Turn] = []
    drawn: list[Turn] = []
    with tempfile.TemporaryDirectory() as folder:
        pictures = Pictures(layout, size, Path(folder))
        speak_alone(threads)  # warm
        pictures.speak(threads)
        pictures.wall_ms.clear()
        pictures.cpu_ms.clear()
        for round_ in range(rounds):
            turns = [lambda: alone.append(speak_alone(threads)), lambda: drawn.append(pictures.speak(threads))]
            for turn in turns if round_ % 2 == 0 else reversed(turns):
                turn()
        pictures.close()
    rtf_alone, rtf_drawn = (statistics.median(turn.rtf for turn in turns) for turns in (alone, drawn))
    cpu_alone, cpu_drawn = (statistics.median(turn.cpu_per_s for turn in turns) for turns in (alone, drawn))
    return {
        "layout": layout,
        "size": "x".join(map(str, size)),
        "threads": threads,
        "cores": available_cores(),
        "frames": alone[0].n_frames,
        "pictures": len(pictures.wall_ms),
        "pull_wall_median_ms": float(np.median(pictures.wall_ms)),
        "pull_wall_p99_ms": float(np.percentile(pictures.wall_ms, 99)),
        "picture_cpu_median_ms": float(np.median(pictures.cpu_ms)),
        "picture_cpu_mean_ms": float(np.mean(pictures.cpu_ms)),
        "picture_cpu_p99_ms": float(np.percentile(pictures.cpu_ms, 99)),
        "cpu_alone_s_per_s": cpu_alone,
        "cpu_drawn_s_per_s": cpu_drawn,
        "window_cpu_s_per_s": cpu_drawn - cpu_alone,
        "slow_down_by_cpu": cpu_drawn / cpu_alone - 1.0,
        "rtf_alone": rtf_alone,
        "rtf_drawn": rtf_drawn,
        "slow_down": rtf_drawn / rtf_alone - 1.0,
    }


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--layout", default="debug")
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--threads", type=int, default=available_cores())
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    QApplication(sys.argv[:1])
    width, height = map(int, args.size.split("x"))
    figures = measure(args.rounds, args.layout, (width, height), args.threads)
    if args.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:32} {value:.3f}" if isinstance(value, float) else f"{name:32} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
