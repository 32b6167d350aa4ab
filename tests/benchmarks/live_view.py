"""What the live view costs: time for each picture while the engine speaks, and how much slower the engine gets by it.

    python tests/benchmarks/live_view.py [--rounds 6] [--layout debug] [--size 1280x800] [--model M] [--json]

The same text is spoken with the same seed in turns, in one run: alone; with the window, which draws as often as its
picture clock allows; and with the window at a steady 30 Hz whatever it costs the engine. A picture is one pull with
all that is painted until the next. Wall times hold for a quiet machine. Times on the processor (of the window's own
thread, and of the whole process) hold on a busy one too: where all cores are busy, what the process needs more is what
the engine gets less.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from phonoscope.engine.cores import available_cores
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.main_window import MainWindow
from phonoscope.gui.request_panel.engine_card import LoadSettings
from phonoscope.gui.responsive import responsive
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.theme import ThemeFollower
from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

_TEXT = (
    "Every sound you hear was drawn here first, and every layer that made it can be seen while it speaks. "
    "The quick brown fox jumps over the lazy dog, and nobody knows why it should. "
) * 3
_SEED = 7
_FULL_SHARE = 1000.0  # a clock with this share of a processor never waits
_SETTLE_MS = 100  # for what is painted once the take has ended: it must not be paid by the next


@dataclass(frozen=True)
class Turn:
    """One take: seconds for a second of sound, by the clock and on all processors, its length, and the window's work.

    ``window_ms`` is the processor's time of the window's thread from the request until the take has ended.
    """

    rtf: float
    cpu_per_s: float
    n_frames: int
    window_ms: float = 0.0


@dataclass
class Way:
    """One of the ways to speak that are compared, and what was measured of it."""

    turns: list[Turn] = field(default_factory=list)
    pull_ms: list[float] = field(default_factory=list)
    picture_cpu_ms: list[float] = field(default_factory=list)
    intervals_ms: list[float] = field(default_factory=list)

    @property
    def rtf(self) -> float:
        """Median of the real-time factors."""
        return statistics.median(turn.rtf for turn in self.turns)

    @property
    def cpu_per_s(self) -> float:
        """Median of the processors' seconds for a second of sound."""
        return statistics.median(turn.cpu_per_s for turn in self.turns)

    def slow_down(self, alone: Way) -> float:
        """Median over the rounds of how much longer this way took than the engine alone in the same round."""
        pairs = zip(self.turns, alone.turns, strict=True)
        return statistics.median(turn.rtf / other.rtf - 1.0 for turn, other in pairs)


@dataclass(frozen=True)
class Speech:
    """What is spoken with what."""

    model: str
    threads: int
    max_frames: int

    def request(self, engine: Engine) -> SynthesisRequest:
        """Return the request, the same for every way."""
        return engine.request(_TEXT, seed=_SEED, max_frames=self.max_frames)

    def alone(self, engine: Engine) -> Turn:
        """Speak without a window."""
        cpu = time.process_time()
        take = engine.speak(self.request(engine))
        take.wait()
        return Turn(take.figures.rtf, (time.process_time() - cpu) / take.duration_s, take.n_frames)


class Pictures:
    """The window while it draws a take, with a clock on every picture."""

    def __init__(self, speech: Speech, layout: str, size: tuple[int, int], folder: Path) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.speech = speech
        self.window = MainWindow(TakeStore(folder), ThemeFollower(application, "dark"), SettingsStore(None))
        self.window.speaking.plays_at_once = False
        self.window.resize(*size)
        self.window.show()
        self.window.layout_commands.use_layout(layout)
        self.window.pictures.due.disconnect(self.window._refresh)
        self.window.pictures.due.connect(self._picture)
        self._engine_share = self.window.pictures.engine_share
        self._way = Way()
        self._before: tuple[float, float] | None = None
        self._load()

    @property
    def engine(self) -> Engine:
        """The window's engine, which speaks in all ways."""
        engine = self.window.host.engine
        assert engine is not None
        return engine

    def _load(self) -> None:
        loop = QEventLoop()
        self.window.host.changed.connect(loop.quit)
        self.window.host.load(LoadSettings(self.speech.model, self.speech.threads))
        while self.window.host.engine is None:
            loop.exec()
        self.window.host.changed.disconnect(loop.quit)

    def speak(self, way: Way, *, paced: bool) -> None:
        """Speak while everything is drawn."""
        window, loop = self.window, QEventLoop()
        window.pictures.engine_share = self._engine_share if paced else _FULL_SHARE
        self._way, self._before = way, None
        window.take_finished.connect(loop.quit)
        cpu, window_cpu = time.process_time(), time.thread_time()
        window.host.speak(self.speech.request(self.engine))
        loop.exec()
        window.take_finished.disconnect(loop.quit)
        take = window.live.take
        assert take is not None
        cpu_s, window_s = time.process_time() - cpu, time.thread_time() - window_cpu
        way.turns.append(Turn(take.figures.rtf, cpu_s / take.duration_s, take.n_frames, 1000 * window_s))
        QTimer.singleShot(_SETTLE_MS, loop.quit)
        loop.exec()

    def _picture(self) -> None:
        """Pull once. What Qt paints of it comes later, so the processor's clock is read from pull to pull."""
        wall, cpu = time.perf_counter(), time.thread_time()
        if self._before is not None and self.window.host.speaking:
            self._way.intervals_ms.append(1000 * (wall - self._before[0]))
            self._way.picture_cpu_ms.append(1000 * (cpu - self._before[1]))
        self._before = wall, cpu
        self.window._refresh()
        self._way.pull_ms.append(1000 * (time.perf_counter() - wall))

    def close(self) -> None:
        """End the window."""
        self.window.close()
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def measure(
    speech: Speech, rounds: int, layout: str, size: tuple[int, int], report: Callable[[str], None]
) -> dict[str, float | int | str]:
    """Return all figures; ``report`` hears of each turn."""
    alone, paced, steady = Way(), Way(), Way()
    with tempfile.TemporaryDirectory() as folder, responsive():
        pictures = Pictures(speech, layout, size, Path(folder))
        ways = [
            lambda: alone.turns.append(speech.alone(pictures.engine)),
            lambda: pictures.speak(paced, paced=True),
            lambda: pictures.speak(steady, paced=False),
        ]
        for speak in ways:  # warm
            speak()
        for measured in (alone, paced, steady):
            for numbers in (measured.turns, measured.pull_ms, measured.picture_cpu_ms, measured.intervals_ms):
                numbers.clear()
        for round_ in range(rounds):
            for at in range(3):
                ways[(at + round_) % 3]()
            report(f"round {round_ + 1}: " + ", ".join(f"{way.turns[-1].rtf:.4f}" for way in (alone, paced, steady)))
        pictures.close()
    figures: dict[str, float | int | str] = {
        "model": speech.model,
        "layout": layout,
        "size": "x".join(map(str, size)),
        "threads": speech.threads,
        "cores": available_cores(),
        "frames": alone.turns[0].n_frames,
        "rtf_alone": alone.rtf,
        "cpu_alone_s_per_s": alone.cpu_per_s,
    }
    for name, way in (("paced", paced), ("steady", steady)):
        figures |= {
            f"{name}_pictures_per_take": len(way.pull_ms) / rounds,
            f"{name}_pictures_hz": 1000 / statistics.mean(way.intervals_ms),
            f"{name}_interval_median_ms": percentile(way.intervals_ms, 50),
            f"{name}_picture_cpu_median_ms": percentile(way.picture_cpu_ms, 50),
            f"{name}_picture_cpu_p99_ms": percentile(way.picture_cpu_ms, 99),
            f"{name}_pull_wall_median_ms": percentile(way.pull_ms, 50),
            f"{name}_pull_wall_p99_ms": percentile(way.pull_ms, 99),
            f"{name}_window_cpu_ms_per_take": statistics.median(turn.window_ms for turn in way.turns),
            f"{name}_cpu_s_per_s": way.cpu_per_s,
            f"{name}_slow_down_by_cpu": way.cpu_per_s / alone.cpu_per_s - 1.0,
            f"{name}_rtf": way.rtf,
            f"{name}_slow_down": way.slow_down(alone),
        }
    return figures


def percentile(values: Sequence[float], q: float) -> float:
    """Return a percentile; NaN where nothing was measured."""
    return float(np.percentile(values, q)) if values else float("nan")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--layout", default="debug")
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--model", default=DEFAULT_MODEL)
    parser.add_argument("--max-frames", type=int, default=400)
    parser.add_argument("--threads", type=int, default=available_cores())
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    QApplication(sys.argv[:1])
    width, height = map(int, args.size.split("x"))
    speech = Speech(args.model, args.threads, args.max_frames)
    figures = measure(
        speech, args.rounds, args.layout, (width, height), lambda line: print(line, file=sys.stderr, flush=True)
    )
    if args.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:32} {value:.4f}" if isinstance(value, float) else f"{name:32} {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
