"""Speaks take after take as the window does, in a new process for every line of standard input, until it is killed.

The line is "short" or "long": takes of some seconds of sound, or one that goes on for minutes.

A process of this kind is forked off a prepared one, so that twenty of them take no longer than one start.

Arguments: the model, the folder of takes. Lines on standard output: ``started PID``, ``made ID FRAMES SECONDS`` while
a take is made, ``kept ID`` when the window has been told that it is kept to its end. The seconds are those that this
process has computed: time in which it was not allowed to says nothing about it.
"""

import os
import sys
import time
from pathlib import Path

from phonoscope.engine.request import WatchdogRequest
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.request_panel.engine_card import LoadSettings
from PySide6.QtCore import QCoreApplication, QObject, QTimer

SENTENCE = "This one goes on for somewhat longer than the first, and then it ends. "
SHORT = ("A short one.", SENTENCE * 3)


class Speaker(QObject):
    """Drives the engine's host and says what happens."""

    def __init__(self, model: str, takes: Path, is_long: bool) -> None:
        super().__init__()
        self.host = EngineHost(TakeStore(takes), self)
        self.host.changed.connect(self.speak)
        self.host.started.connect(self.watch)
        self.host.kept.connect(self.tell_kept)
        self.is_long = is_long
        self.parent_pid = os.getppid()
        self.take, self.id, self.seed = None, "", 0
        self.poll = QTimer(self)
        self.poll.timeout.connect(self.tell_made)
        self.poll.start(5)
        self.host.start()
        self.host.load(LoadSettings(model, 1))

    def speak(self):
        if self.host.engine is not None and not self.host.speaking:
            self.seed += 1
            self.host.speak(self.request(self.host.engine))

    def request(self, engine):
        if self.is_long:
            sampler = {"min_new_tokens": 1000}  # of each segment
            return engine.request(SENTENCE * 20, sampler=sampler, watchdog=WatchdogRequest(enabled=False))
        return engine.request(SHORT[self.seed % 2], seed=self.seed, max_frames=300)

    def watch(self, spoken):
        self.take, self.id = spoken.take, spoken.id

    def tell_made(self):
        if os.getppid() != self.parent_pid:  # the test is gone
            os._exit(1)
        if self.take is not None:
            print("made", self.id, self.take.n_frames, time.process_time(), flush=True)

    def tell_kept(self, summary):
        if summary.stop_reason != "none":
            print("kept", summary.id, flush=True)


def main() -> None:
    model, takes = sys.argv[1], Path(sys.argv[2])
    for line in iter(sys.stdin.readline, ""):
        pid = os.fork()
        if pid == 0:
            print("started", os.getpid(), flush=True)
            application = QCoreApplication(sys.argv)
            speaker = Speaker(model, takes, line.strip() == "long")
            application.exec()
            raise SystemExit(speaker.host.close())
        os.waitpid(pid, 0)
        print("ended", flush=True)


main()
