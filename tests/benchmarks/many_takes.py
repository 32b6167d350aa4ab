"""How long the window handles no input when something is done to many takes at once.

    python tests/benchmarks/many_takes.py [--takes 400] [--dragged 50] [--model M] [--json]

Takes are listed whose index is lost, selected, rated, tagged, moved to the bin, brought back, filtered and dragged out
of the window. Measured is the longest time between two turns of the window's event loop, and the time until all is
done, the writing too; for the window that opens, until it shows a take. The same is done with all that is done beside
the window in the window's own thread. Exits with 1 when input waits for longer than 50 ms.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from phonoscope.engine.models.store import DEFAULT_MODEL
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.background import Background
from phonoscope.gui.lifetime import delete
from phonoscope.gui.main_window import MainWindow
from phonoscope.gui.responsive import responsive
from phonoscope.gui.settings.store import SettingsStore
from phonoscope.gui.theme import ThemeFollower
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

_LIMIT_MS = 50.0
_OPENING = "open"

Figures = dict[str, dict[str, float]]


def make_takes(folder: Path, model: str, n_takes: int) -> None:
    """Keep a take and copies of it, without an index."""
    store = TakeStore(folder)
    with Engine.load(model) as engine:
        take = engine.speak(engine.request("Every sound you hear was drawn here first.", seed=1))
        take.wait()
        recording = store.record(take)
        recording.finish(engine.recipe_request(take))
    for number in range(1, n_takes):
        shutil.copytree(folder / recording.id, folder / f"{recording.id}-{number:05}")
    for file in folder.glob("index.sqlite*"):
        file.unlink()


class Trial:
    """A window on many takes."""

    def __init__(self, folder: Path, n_takes: int) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        begun_s = time.perf_counter()
        self.figures: Figures = {}
        self.window = MainWindow(TakeStore(folder), ThemeFollower(application, "light"), SettingsStore(None))
        self.window.resize(1280, 800)
        self.window.show()
        while not self.window.takes.listing.known:
            application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        application.processEvents()
        opened_ms = 1000 * (time.perf_counter() - begun_s)  # nobody can do anything before
        self.figures[_OPENING] = {"longest_turn_ms": opened_ms, "all_ms": opened_ms}
        self._wait("lost index", lambda: None, lambda: self.window.takes.model.rowCount() == n_takes)

    def use(self, n_dragged: int) -> None:
        """Do what can be done to many takes."""
        takes = self.window.takes
        model, undo, search = takes.model, takes.changes.stack.undo, takes.search.setText
        rows = [model.index(row, 0) for row in range(n_dragged)]
        carried: list[Any] = []
        self._wait("select", takes.table.selectAll)
        self._wait("rate", lambda: takes.rate_selected(4))
        self._wait("tag", lambda: takes.changes.set_tags(takes.selected(), "warm"))
        self._wait("bin", lambda: takes.bin_selected())
        for number in (1, 2, 3):
            self._wait(f"undo {number}", undo)
        self._wait("filter", lambda: search("nothing of this"))
        self._wait("list all", lambda: search(""))
        self._wait("drag", lambda: carried.append(model.mimeData(rows)), lambda: not model.dragging.busy)
        assert len(carried[0].urls()) == n_dragged

    def _wait(self, name: str, act: Callable[[], object], done: Callable[[], bool] = lambda: True) -> None:
        """Act in a turn of the event loop, and note its longest turn until all is done."""
        loop, beat, turns_s = QEventLoop(), QTimer(), [time.perf_counter()]

        def count() -> None:
            turns_s.append(time.perf_counter())
            if len(turns_s) > 3 and done() and not self.window.takes.changes.retrying.waits:
                loop.quit()

        beat.timeout.connect(count)
        QTimer.singleShot(0, act)
        beat.start(1)
        loop.exec()
        longest_s = max(after - before for before, after in itertools.pairwise(turns_s))
        self.figures[name] = {"longest_turn_ms": 1000 * longest_s, "all_ms": 1000 * (turns_s[-1] - turns_s[0])}


def at_once(background: Background, compute: Callable[[], Any], then: Callable[[Any], None], *_: object) -> None:
    """Compute in the window's thread."""
    then(compute())


def main() -> int:
    """Measure, print and judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--takes", type=int, default=400)
    parser.add_argument("--dragged", type=int, default=50)
    parser.add_argument("--model", default=DEFAULT_MODEL)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    application = QApplication(sys.argv[:1])
    found: dict[str, Figures] = {}
    with tempfile.TemporaryDirectory() as root, responsive():
        make_takes(Path(root) / "takes", args.model, args.takes)
        for version, run in (("beside the window", Background.run), ("in the window", at_once)):
            shutil.copytree(Path(root) / "takes", Path(root) / version)
            with mock.patch.object(Background, "run", run):
                trial = Trial(Path(root) / version, args.takes)
                trial.use(args.dragged)
                delete(trial.window)
            application.processEvents()
            found[version] = trial.figures
    if args.json:
        print(json.dumps(found))
    else:
        for version, figures in found.items():
            for name, values in figures.items():
                print(f"{version:20}{name:12}" + "".join(f"{key:>18} {value:8.1f}" for key, value in values.items()))
    judged = (values for name, values in found["beside the window"].items() if name != _OPENING)
    return int(max(values["longest_turn_ms"] for values in judged) > _LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
