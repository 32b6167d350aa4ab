"""Work that takes longer than a person notices, in a thread beside the window."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.gui.language.said import said
from phonoscope.gui.session_log import LOGGER
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal, Slot

_CLOSE_S = 1.5  # what a window that closes waits for all of it at most


def interrupted() -> bool:
    """Whether what this thread computes for a `Background` is no longer wanted; false in any other thread."""
    thread = threading.current_thread()
    return isinstance(thread, _Thread) and thread.interruption.is_set()


def go_on() -> None:
    """Return where what this thread computes is still wanted.

    Raises
    ------
    PhonoscopeError
        Where it is not.
    """
    if interrupted():
        raise PhonoscopeError("the work was stopped", "begin it again to have all of it done")


def begin_to_close(window: QObject) -> None:
    """Interrupt everything that is computed beside a window and its parts; from now on they have `_CLOSE_S` together.

    Each still has to be closed.
    """
    until_s = time.monotonic() + _CLOSE_S
    for background in window.findChildren(Background):
        background.interrupt()
        background.until_s = until_s


def still_computing() -> bool:
    """Whether something goes on that a closed window did not wait for."""
    return any(isinstance(thread, _Thread) for thread in threading.enumerate())


class _Thread(threading.Thread):
    """Computes one thing."""

    def __init__(self, name: str, compute: Callable[[], None]) -> None:
        super().__init__(target=compute, name=name, daemon=True)
        self.interruption = threading.Event()
        self.abandoned = False  # nobody is there any more to hear of its end


class Background(QObject):
    """Runs one function after the other, each in a thread; only the latest one's result is delivered.

    Signals reach this object in the window's thread because their slots are methods of it.
    """

    busy_changed = Signal(bool)

    _ended = Signal(object, object, object)  # _Thread, result, error

    def __init__(self, parent: QObject, name: str) -> None:
        super().__init__(parent)
        self.until_s: float | None = None  # when waiting for it ends, on the monotonic clock; see `begin_to_close`
        self._name = name
        self._latest: _Thread | None = None
        self._threads: list[_Thread] = []
        self._telling = threading.Lock()
        self._then: Callable[[Any], None] = _ignore
        self._failed: Callable[[str], None] = _ignore
        self._ended.connect(self._deliver)

    @property
    def busy(self) -> bool:
        """Whether something is being computed that will be delivered."""
        return self._latest is not None

    def run(
        self, compute: Callable[[], Any], then: Callable[[Any], None], failed: Callable[[str], None] | None = None
    ) -> None:
        """Compute in a thread.

        Parameters
        ----------
        compute
            Called in the thread; it must not touch a widget. What takes long asks `interrupted` now and then.
        then
            Called in the window's thread with its result.
        failed
            Called in the window's thread with the message of a `PhonoscopeError`.
        """
        self._then, self._failed = then, failed or _ignore
        thread = self._latest = _Thread(self._name, lambda: self._compute(compute))
        self._threads.append(thread)
        thread.start()
        self.busy_changed.emit(True)

    def finish(self) -> None:
        """Wait for what is being computed, and deliver its result."""
        if self._latest is not None:
            self._latest.join()
            QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)

    def interrupt(self) -> None:
        """Ask what is being computed to end; what it has made by then is delivered."""
        for thread in self._threads:
            thread.interruption.set()

    def close(self) -> None:
        """Interrupt what is being computed, wait for it as long as a person would, and deliver nothing any more."""
        self.interrupt()
        until_s = time.monotonic() + _CLOSE_S if self.until_s is None else self.until_s
        for thread in self._threads:
            thread.join(max(0.0, until_s - time.monotonic()))
        with self._telling:
            for thread in self._threads:
                thread.abandoned = True
        self._threads.clear()
        QCoreApplication.removePostedEvents(self, QEvent.Type.MetaCall.value)
        self._latest = None
        self._then = self._failed = _ignore

    def _compute(self, compute: Callable[[], Any]) -> None:
        thread = threading.current_thread()
        assert isinstance(thread, _Thread)
        result: object = None
        error: PhonoscopeError | str | None = None
        try:
            result = compute()
        except PhonoscopeError as expected:
            error = expected
        except Exception as fault:  # of the program: the window must not wait for ever
            error = f"{type(fault).__name__}: {fault}"
            if not thread.abandoned:  # what it worked with may be gone
                LOGGER.exception("%s failed", self._name)
        with self._telling:  # an object that is gone could not be told
            if not thread.abandoned:
                self._ended.emit(thread, result, error)

    @Slot(object, object, object)
    def _deliver(self, thread: _Thread, result: object, error: object) -> None:
        thread.join()  # it has said its last word
        self._threads.remove(thread)
        if thread is not self._latest:
            return
        then, failed = self._then, self._failed
        self._latest, self._then, self._failed = None, _ignore, _ignore  # they may hold on to much
        self.busy_changed.emit(False)
        if error is not None:
            failed(said(error))
        else:
            then(result)


def _ignore(_: object) -> None: ...
