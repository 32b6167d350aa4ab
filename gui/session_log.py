"""What the program reported since it was started, for bundles and the crash dialog."""

from __future__ import annotations

import logging
from collections import deque
from functools import cache

LOGGER = logging.getLogger("phonoscope")
_MAX_LINES = 2000


class SessionLog(logging.Handler):
    """Keeps the last lines in memory."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        self._lines: deque[str] = deque(maxlen=_MAX_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self._lines.append(self.format(record))

    def text(self) -> str:
        """Return all lines."""
        return "".join(f"{line}\n" for line in self._lines)


@cache
def session_log() -> SessionLog:
    """Return the log of this process; it listens from the first call on."""
    log = SessionLog()
    LOGGER.addHandler(log)
    LOGGER.setLevel(logging.INFO)
    return log
