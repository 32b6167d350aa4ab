"""What is done to a library that another program may have locked: at once, or as soon as that lets go."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from phonoscope.engine.database import waiting_at_most
from phonoscope.engine.errors import LockedError, PhonoscopeError
from phonoscope.gui.language.said import said
from phonoscope.gui.session_log import LOGGER
from PySide6.QtCore import QObject, QTimer, Signal

_PATIENCE_S = 0.05  # how long the window stands still for it each time: nobody notices that
_AGAIN_MS = 500


class Retrying(QObject):
    """Does one thing after the other in the window's thread; what finds a library locked is tried again.

    Nothing overtakes what waits, so that later changes are made to what earlier ones have left. Nothing is said of
    what can be done at the second attempt: then a take was just being kept.
    """

    noticed = Signal(str)  # what something waits for, said once; empty when nothing waits any more
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[tuple[Callable[[], None], str]] = deque()
        self._n_failures = 0  # since something was done last
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self._go_on)

    @property
    def waits(self) -> bool:
        """Whether something could not be done yet."""
        return bool(self._waiting)

    def do(self, work: Callable[[], None], promise: str = "") -> None:
        """Do something now, unless it or what is to be done before it has to wait.

        ``promise`` tells a person what comes of it then; without, that a change is written.
        """
        self._waiting.append((work, promise))
        if len(self._waiting) == 1:
            self._go_on()

    def close(self) -> None:
        """Try what waits a last time; the window closes."""
        self._again.stop()
        self._go_on()
        self._again.stop()
        if self._waiting:
            LOGGER.warning("%d changes were not made: the library stayed locked", len(self._waiting))
            self._waiting.clear()

    def _go_on(self) -> None:
        while self._waiting:
            work, promise = self._waiting.popleft()
            try:
                with waiting_at_most(_PATIENCE_S):
                    work()
            except LockedError as error:
                self._waiting.appendleft((work, promise))
                self._again.start()
                self._n_failures += 1
                if self._n_failures == 2:
                    promise = promise or self.tr("What you changed is written as soon as that program lets go.")
                    self.noticed.emit(f"{said(error.cause)}. {promise}")
                return
            except PhonoscopeError as error:
                self.failed.emit(said(error))
        if self._n_failures > 1:
            self.noticed.emit("")
        self._n_failures = 0
