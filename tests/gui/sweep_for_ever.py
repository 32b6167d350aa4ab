"""Sweeps as the window does, in a new process for every line of standard input, until it is killed.

A process of this kind is forked off a prepared one, so that twenty of them take no longer than one start.

Arguments: the model, the folder of takes, storage types to try. Lines on standard output: ``started PID``,
``converting PERCENT``, ``speaking ID``, ``done ID`` when the queue holds a take for finished, ``tick`` every
few milliseconds, ``ended`` when the process is dead.
"""

import os
import sys
from pathlib import Path

from phonoscope.engine.sweep.plan import SweepPlan
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.request_panel.engine_card import LoadSettings
from phonoscope.gui.sweep.sweep_queue import ItemState, SweepQueue
from PySide6.QtCore import QCoreApplication, QObject, QTimer

TEXT = "One sentence that is spoken again and again."


class Sweeper(QObject):
    """Drives the queue and says what happens."""

    def __init__(self, model: str, takes: Path, types: tuple[str, ...]) -> None:
        super().__init__()
        self.types = types
        self.parent_pid = os.getppid()
        store = TakeStore(takes)
        self.host = EngineHost(store, self)
        self.queue = SweepQueue(self.host, store, self)
        self.host.converting.connect(lambda percent: print("converting", percent, flush=True))
        self.host.started.connect(lambda spoken: print("speaking", spoken.id, flush=True))
        self.host.changed.connect(self.begin)
        self.queue.item_changed.connect(self.tell)
        self.clock = QTimer(self)
        self.clock.timeout.connect(self.tick)
        self.clock.start(5)
        self.host.start()
        self.host.load(LoadSettings(model, 1))

    def begin(self):
        if self.host.engine is not None and not self.host.loading and not self.queue.items:
            base = self.host.engine.request(TEXT, seed=os.getpid(), max_frames=40)
            self.queue.start(SweepPlan(base, n_seeds=100, quantisations=self.types))

    def tell(self, index):
        item = self.queue.items[index]
        if item.state is ItemState.DONE:
            print("done", item.take_id, flush=True)
        elif item.state is ItemState.FAILED:
            print("failed", item.failure, flush=True)

    def tick(self):
        print("tick", flush=True)
        if os.getppid() != self.parent_pid:  # the test is gone
            os._exit(1)


def main() -> None:
    model, takes, types = sys.argv[1], Path(sys.argv[2]), tuple(sys.argv[3:])
    for _ in iter(sys.stdin.readline, ""):
        pid = os.fork()
        if pid == 0:
            print("started", os.getpid(), flush=True)
            application = QCoreApplication(sys.argv)
            sweeper = Sweeper(model, takes, types)
            application.exec()
            raise SystemExit(sweeper.host.close())
        os.waitpid(pid, 0)
        print("ended", flush=True)


main()
