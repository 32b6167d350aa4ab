"""Work that takes longer than a person notices, in a thread beside the window."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.gui.language.said import said
from phonoscope.gui.session_log import LOGGER
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal, Slot


class Background(QObject):
    """Runs one function after the other, each in a thread; only the latest one's result is delivered.

    Signals reach this object in the window's thread because their slots are methods of it.
    """

    busy_changed = Signal(bool)

    _ended = Signal(int, object, object)

    def __init__(self, parent: QObject, name: str) -> None:
        super().__init__(parent)
        self._name = name
        self._latest = 0
        self._threads: list[threading.Thread] = []
        self._then: Callable[[Any], None] = _ignore
        self._failed: Callable[[str], None] = _ignore
        self._ended.connect(self._deliver)

    @property
    def busy(self) -> bool:
        """Whether something is being computed."""
        return bool(self._threads)

    def run(
        self, compute: Callable[[], Any], then: Callable[[Any], None], failed: Callable[[str], None] | None = None
    ) -> None:
        """Compute in a thread.

        Parameters
        ----------
        compute
            Called in the thread; it must not touch a widget.
        then
            Called in the window's thread with its result.
        failed
            Called in the window's thread with the message of a `PhonoscopeError`.
        """
        self._latest += 1
        self._then, self._failed = then, failed or _ignore
        thread = threading.Thread(target=self._compute, args=(self._latest, compute), name=self._name, daemon=True)
        self._threads.append(thread)
        thread.start()
        self.busy_changed.emit(True)

    def close(self) -> None:
        """Wait for what is being computed and deliver nothing any more."""
        self._latest += 1
        for thread in self._threads:
            thread.join()
        self._threads.clear()
        QCoreApplication.removePostedEvents(self, QEvent.Type.MetaCall.value)
        self._then = self._failed = _ignore

    def _compute(self, number: int, compute: Callable[[], Any]) -> None:
        try:
            result = compute()
        except PhonoscopeError as error:
            self._ended.emit(number, None, error)
        except Exception as error:  # a fault of the program: the window must not wait for ever
            LOGGER.exception("%s failed", self._name)
            self._ended.emit(number, None, f"{type(error).__name__}: {error}")
        else:
            self._ended.emit(number, result, None)

    @Slot(int, object, object)
    def _deliver(self, number: int, result: object, error: object) -> None:
        for thread in self._threads:
            thread.join(0.0)
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        if number != self._latest:
            return
        then, failed = self._then, self._failed
        self._then = self._failed = _ignore  # they may hold on to much
        for thread in self._threads:
            thread.join()  # it has said its last word
        self._threads.clear()
        self.busy_changed.emit(False)
        if error is not None:
            failed(said(error))
        else:
            then(result)


def _ignore(_: object) -> None: ...
