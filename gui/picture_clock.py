"""When the window draws anew: 30 times a second at most, and less often where that would slow the engine down."""

from __future__ import annotations

import math
import time

from PySide6.QtCore import QObject, QTimer, Signal

_SHORTEST_MS = 33  # 30 Hz: nobody sees more
_FIGURES_S = 0.2  # nobody reads figures that change more often, and to write them costs as much as to draw
_STEADY_S = 0.2  # at 5 Hz a picture still grows; with fewer it jumps
_MOST_SHARE = 0.25  # of a processor, however few pictures that leaves
_LONGEST_S = 1.0  # however much a picture costs, the window goes on
_MOST_SAVED_S = 0.5  # what the share comes to in this time can be saved for dear pictures


class PictureClock(QObject):
    """Says when the next picture is due. It runs only while something moves.

    While the engine speaks with all processors, whatever the window's thread does is taken from it. So the next
    picture waits until the last one, with all that was painted and handled since, has cost no more than a share of
    the time that has passed, but no longer than a fifth of a second, unless pictures are so dear that they would take
    a quarter of a processor. What pictures without anything new leave of that share is saved for those that follow: a
    model near real time is drawn as often as anybody sees. Input is handled at once all the same: only pictures wait.

    Parameters
    ----------
    engine_share
        Share of one processor's time, 0 to 1, that pictures closer than 5 Hz may use while it is `shared`.
    """

    due = Signal()
    figures_due = Signal()  # what is written beside a picture that was due

    def __init__(self, parent: QObject, engine_share: float = 0.06) -> None:
        super().__init__(parent)
        self.engine_share = engine_share
        self.shared = False  # whether the engine needs the processors as well
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._tick)
        self._began_s = self._cpu_s = self._written_s = self._saved_s = 0.0

    @property
    def running(self) -> bool:
        """Whether another picture will be due."""
        return self._timer.isActive()

    def start(self) -> None:
        """Begin, unless it runs; what the caller does next counts as the first picture."""
        if not self.running:
            self._saved_s = 0.0
            self._mark()
            self._timer.start(_SHORTEST_MS)

    def stop(self) -> None:
        """End."""
        self._timer.stop()

    def _mark(self) -> None:
        self._began_s, self._cpu_s = time.perf_counter(), time.thread_time()

    def _tick(self) -> None:
        if (wait_ms := self._owed_ms()) > 0:
            self._timer.start(wait_ms)
            return
        passed_s, cost_s = self._spent_s()
        left_s = self._saved_s + self.engine_share * passed_s - cost_s
        self._saved_s = min(max(0.0, left_s), self.engine_share * _MOST_SAVED_S)
        self._mark()
        self._timer.start(_SHORTEST_MS)  # before the signal: whoever hears it may stop the clock
        self.due.emit()
        if self._began_s - self._written_s >= _FIGURES_S:
            self._written_s = self._began_s
            self.figures_due.emit()

    def _owed_ms(self) -> int:
        """Return how long the next picture has to wait for what the last one cost."""
        if not self.shared:
            return 0
        passed_s, cost_s = self._spent_s()
        shared_s = min((cost_s - self._saved_s) / self.engine_share, _STEADY_S)
        interval_s = min(max(shared_s, cost_s / _MOST_SHARE), _LONGEST_S)
        return math.ceil(1000 * (interval_s - passed_s))

    def _spent_s(self) -> tuple[float, float]:
        """Return how much time has passed since the last picture was due, and how much of it this thread computed."""
        return time.perf_counter() - self._began_s, time.thread_time() - self._cpu_s
