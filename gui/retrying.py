"""What is done to a library that another program may have locked: at once, or as soon as that lets go."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from phonoscope.engine.database import waiting_at_most
from phonoscope.engine.errors import LockedError, PhonoscopeError
from phonoscope.gui.background import Background
from phonoscope.gui.language.said import said
from phonoscope.gui.session_log import LOGGER
from PySide6.QtCore import QObject, QTimer, Signal

_PATIENCE_S = 0.05  # how long what is to be done next waits each time
_AGAIN_MS = 500


def _ignore(_: object) -> None: ...


@dataclass(eq=False)
class _Task:
    """Something to do, what is done with its result in the window's thread, and what a person is promised of it."""

    work: Callable[[], Any]
    then: Callable[[Any], None]
    promise: str
    done: bool = False
    result: Any = None


class Retrying(QObject):
    """Does one thing after the other beside the window; what finds a library locked is tried again.

    Nothing overtakes what waits, so that later changes are made to what earlier ones have left. Nothing is said of
    what can be done at the second attempt: then a take was just being kept.
    """

    noticed = Signal(str)  # what something waits for, said once; empty when nothing waits any more
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[_Task] = deque()  # the first one is being done, or to be tried again
        self._n_failures = 0  # since something was done last
        self._one_at_a_time = threading.Lock()
        self._beside = Background(self, "phonoscope-keeping")
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self._go_on)

    @property
    def waits(self) -> bool:
        """Whether something is still to be done."""
        return bool(self._waiting)

    @property
    def locked(self) -> bool:
        """Whether that waits for another program."""
        return self._n_failures > 0

    def do(self, work: Callable[[], Any], then: Callable[[Any], None] = _ignore, promise: str = "") -> None:
        """Do something, as soon as what is to be done before it is done.

        Parameters
        ----------
        work
            Called in a thread; it must not touch a widget, and may be called again when it met a locked library.
        then
            Called in the window's thread with its result.
        promise
            Tells a person what comes of it once the library is unlocked; without, that a change is written.
        """
        self._waiting.append(_Task(work, then, promise))
        if len(self._waiting) == 1:
            self._go_on()

    def close(self) -> None:
        """Try what waits a last time, for as long as a person waits for a window that closes."""
        self._again.stop()
        tasks = tuple(self._waiting)
        if tasks:
            self._beside.run(lambda: self._finish(tasks), _ignore)
        self._beside.close()
        if n_lost := sum(not task.done for task in tasks):
            LOGGER.warning("%d changes were not made: the library stayed locked", n_lost)
        self._waiting.clear()

    def _go_on(self) -> None:
        task = self._waiting[0]
        self._beside.run(lambda: self._attempt(task), self._attempted, self._fail)

    def _attempt(self, task: _Task) -> LockedError | None:
        """Do a task, unless it is done; return why not where it has to wait."""
        with self._one_at_a_time, waiting_at_most(_PATIENCE_S):
            try:
                if not task.done:
                    task.result = task.work()
                    task.done = True
            except LockedError as error:
                return error
        return None

    def _finish(self, tasks: tuple[_Task, ...]) -> None:
        for task in tasks:
            try:
                if self._attempt(task) is not None:
                    return
            except PhonoscopeError as error:
                LOGGER.warning("%s", error)

    def _attempted(self, error: LockedError | None) -> None:
        if error is None:
            task = self._next()
            task.then(task.result)
            return
        self._again.start()
        self._n_failures += 1
        if self._n_failures == 2:
            change = self.tr("What you changed is written as soon as that program lets go.")
            self.noticed.emit(f"{said(error.cause)}. {self._waiting[0].promise or change}")

    def _fail(self, message: str) -> None:
        self._next()
        self.failed.emit(message)

    def _next(self) -> _Task:
        """Begin with what comes next, and return what is settled."""
        if self._n_failures > 1:
            self.noticed.emit("")
        self._n_failures = 0
        task = self._waiting.popleft()
        if self._waiting:
            self._go_on()
        return task
