"""How long the window stands still while the length of a long text is counted: in its thread, and beside it.

    python tests/benchmarks/long_text.py [--characters 93000] [--repeats 5] [--model M]

Noted is the longest time between two looks of a timer at the clock, from when counting begins until its result is
there. Python lets threads take turns between its own instructions, but not while a regular expression or a tokenizer
goes through a text: beside the window the text is counted in one piece, and segment by segment as the engine does it.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from functools import partial

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.synthesis import Engine
from phonoscope.gui.background import Background
from phonoscope.gui.responsive import responsive
from PySide6.QtCore import QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

_SENTENCE = "Every sound you hear was drawn here first, and every layer that made it can be seen. "
_LOOK_MS = 1


def longest_stand_ms(count: Callable[[Callable[[object], None]], None]) -> float:
    """Return the longest time in ms between two looks at the clock until ``count`` has called what it is given."""
    loop, timer = QEventLoop(), QTimer()
    looks_s: list[float] = []
    timer.timeout.connect(lambda: looks_s.append(time.perf_counter()))
    timer.start(_LOOK_MS)
    counted: list[object] = []
    QTimer.singleShot(20 * _LOOK_MS, lambda: count(counted.append))
    timer.timeout.connect(lambda: loop.quit() if counted else None)
    loop.exec()
    return 1000 * float(np.max(np.diff(looks_s)))


def main() -> int:
    """Measure both in turns and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--characters", type=int, default=93_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--model", default=DEFAULT_MODEL)
    args = parser.parse_args()
    QApplication(sys.argv[:1])
    text = (_SENTENCE * (1 + args.characters // len(_SENTENCE)))[: args.characters]
    owner = QObject()
    background = Background(owner, "phonoscope-length")
    with Engine.load(args.model) as engine, responsive():
        by_segments = partial(engine.estimate, text)
        in_one_piece = partial(engine._runtime.count_tokens, text, "auto")
        ways: dict[str, Callable[[Callable[[object], None]], None]] = {
            "in its thread": lambda then: then(by_segments()),
            "beside it, in one piece": lambda then: background.run(in_one_piece, then),
            "beside it, by segments": lambda then: background.run(by_segments, then),
        }
        stands_ms: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(args.repeats):
            for name, count in ways.items():
                stands_ms[name].append(longest_stand_ms(count))
        background.close()
    for name, values in stands_ms.items():
        print(f"{name:24} longest stand, median {np.median(values):8.1f} ms, most {max(values):8.1f} ms")
    medians = [float(np.median(values)) for values in stands_ms.values()]
    return int(medians[-1] != min(medians))


if __name__ == "__main__":
    sys.exit(main())
