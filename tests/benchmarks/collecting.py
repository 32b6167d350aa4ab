"""How long the window stands still while Python looks for garbage: all of it, and what has come since the beginning.

    python tests/benchmarks/collecting.py [--rounds 20]

Both are measured in turns in one run, each after the same garbage was made. Times are those of the thread on the
processor, so they hold on a busy machine too.
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.lifetime import delete, set_aside
from phonoscope.gui.main_window import MainWindow
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.theme import ThemeFollower
from PySide6.QtWidgets import QApplication

_GARBAGE = 1000  # cycles between two collections


def collection_ms() -> float:
    """Make garbage and return how long it takes to find it."""
    for _ in range(_GARBAGE):
        cycle: list[object] = []
        cycle.append(cycle)
    begun_s = time.thread_time()
    gc.collect()
    return 1000 * (time.thread_time() - begun_s)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    args = parser.parse_args()
    application = QApplication(sys.argv[:1])
    gc.disable()
    everything_ms, news_ms = [], []
    with tempfile.TemporaryDirectory() as folder:
        window = MainWindow(TakeStore(Path(folder)), ThemeFollower(application, "light"), SettingsStore(None))
        window.show()
        application.processEvents()
        n_objects = len(gc.get_objects())
        for _ in range(args.rounds):
            everything_ms.append(collection_ms())
            set_aside()
            news_ms.append(collection_ms())
            gc.unfreeze()
        delete(window)
    print(f"objects {n_objects}")
    for name, values in (("all objects", everything_ms), ("those that came later", news_ms)):
        print(f"{name:22} median {statistics.median(values):7.2f} ms  longest {max(values):7.2f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
