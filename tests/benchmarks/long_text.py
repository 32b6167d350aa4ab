"""How long the window stands still while the length of a long text is counted, in its thread and beside it.

    python tests/benchmarks/long_text.py [--characters 93000] [--repeats 5] [--model M]

Noted is the longest time between two looks of a timer at the clock, from when counting begins until its result is
there. Python lets threads take turns, so that counting beside the window still slows it down a little.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.synthesis import Engine
from phonoscope.gui.background import Background
from phonoscope.gui.lifetime import collecting_between_events
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
    stands_ms: dict[str, list[float]] = {"in its thread": [], "beside it": []}
    with Engine.load(args.model) as engine, collecting_between_events():
        for _ in range(args.repeats):
            stands_ms["in its thread"].append(longest_stand_ms(lambda then: then(engine.estimate(text))))
            stands_ms["beside it"].append(
                longest_stand_ms(lambda then: background.run(lambda: engine.estimate(text), then))
            )
        background.close()
    for where, values in stands_ms.items():
        print(f"{where:14} longest stand, median {np.median(values):8.1f} ms, most {max(values):8.1f} ms")
    return int(np.median(stands_ms["beside it"]) >= np.median(stands_ms["in its thread"]))


if __name__ == "__main__":
    sys.exit(main())
