"""Ctrl-C as a request to stop soon, so that what was made can be kept."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType, TracebackType


class Interruptible:
    """A context in which the first SIGINT or SIGTERM calls ``cancel`` and the second one interrupts at once.

    Must be entered in the main thread.

    Parameters
    ----------
    cancel
        Called from the signal handler; must return quickly and not raise.
    """

    def __init__(self, cancel: Callable[[], None]) -> None:
        self._cancel = cancel
        self._previous: dict[signal.Signals, object] = {}
        self.signal: int | None = None
        """The signal that came, or None."""

    def __enter__(self) -> Interruptible:
        for number in (signal.SIGINT, signal.SIGTERM):
            self._previous[number] = signal.signal(number, self._handle)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self.signal is not None:
            raise KeyboardInterrupt
        self.signal = number
        self._cancel()

    @property
    def exit_code(self) -> int:
        """What a shell expects of a program that this signal ended; 0 when none came."""
        return 0 if self.signal is None else 128 + self.signal
