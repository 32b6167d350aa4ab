"""Drawing without a screen."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from PySide6.QtCore import QMessageLogContext, QtMsgType, qFormatLogMessage, qInstallMessageHandler

_EXPECTED = "This plugin does not support propagateSizeHints()"  # no screen, and so no window manager to tell them


@contextlib.contextmanager
def without_a_screen() -> Iterator[None]:
    """Leave out that there is no window manager, as long as the block lasts; whatever else Qt says is passed on."""

    def hear(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        if message == _EXPECTED:
            return
        if before is not None:
            before(kind, context, message)
        else:
            print(qFormatLogMessage(kind, context, message), file=sys.stderr)

    before = qInstallMessageHandler(hear)
    try:
        yield
    finally:
        qInstallMessageHandler(before)
