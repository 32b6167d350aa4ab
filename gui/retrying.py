"""What is done to a library that another program may have locked: at once, or as soon as that lets go."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from phonoscope.engine.errors import LockedError, PhonoscopeError
from phonoscope.gui.language.said import said
from phonoscope.gui.session_log import LOGGER
from PySide6.QtCore import QObject, QTimer, Signal

_AGAIN_MS = 500


class Retrying(QObject):
    """Does one thing after the other in the window's thread; what finds a library locked is tried again.

    Nothing overtakes what waits, so that later changes are made to what earlier ones have left. How long the thread
    itself waits each time is set by `phonoscope.engine.database.waiting_at_most`.
    """

    noticed = Signal(str)  # what something waits for, said once; empty when nothing waits any more
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: deque[Callable[[], None]] = deque()
        self._told = False
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self._go_on)

    @property
    def waits(self) -> bool:
        """Whether something could not be done yet."""
        return bool(self._waiting)

    def do(self, work: Callable[[], None]) -> None:
        """Do something now, unless it or what is to be done before it has to wait."""
        self._waiting.append(work)
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
            work = self._waiting.popleft()
            try:
                work()
            except LockedError as error:
                self._waiting.appendleft(work)
                self._again.start()
                if not self._told:
                    self._told = True
                    what = self.tr("What you changed is written as soon as that program lets go.")
                    self.noticed.emit(f"{said(error.cause)}. {what}")
                return
            except PhonoscopeError as error:
                self.failed.emit(said(error))
        if self._told:
            self._told = False
            self.noticed.emit("")
