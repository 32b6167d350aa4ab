"""What happens when the program itself is at fault: one log, one dialog, one file to send."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.gui.diagnostics import ask_for_diagnostics_file, save_diagnostics
from phonoscope.gui.language.said import said
from phonoscope.gui.session_log import LOGGER, session_log
from platformdirs import user_log_path
from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
)

_LOG_BYTES = 1 << 20
_N_OLD_LOGS = 2


def log_to_file(folder: Path | None = None) -> Path | None:
    """Keep the log in a file that does not grow without end; return it, or None where it cannot be written."""
    path = (folder or user_log_path("phonoscope", appauthor=False)) / "phonoscope.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(path, maxBytes=_LOG_BYTES, backupCount=_N_OLD_LOGS, encoding="utf-8")
    except OSError:
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO)
    return path


class CrashReporter(QObject):
    """Catches exceptions that nothing else caught, in every thread, and shows the first; later ones are only logged.

    An exception in a timer comes back thirty times a second: one dialog is enough.

    Parameters
    ----------
    log_file
        Where `log_to_file` keeps the log.
    """

    _caught = Signal(str)

    def __init__(self, log_file: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._log_file = log_file
        self.dialog: CrashDialog | None = None
        session_log()  # listens from now on
        self._caught.connect(self._show)

    def install(self) -> None:
        """Catch from now on."""
        sys.excepthook = self.report
        threading.excepthook = self._report_thread

    def report(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Log an exception and show it."""
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        LOGGER.error("%s", text)
        self._caught.emit(text)  # perhaps from another thread

    def _report_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self.report(args.exc_type, args.exc_value, args.exc_traceback)

    @Slot(str)
    def _show(self, text: str) -> None:
        if self.dialog is None:
            self.dialog = CrashDialog(text, self._log_file)
            self.dialog.finished.connect(self._closed)
            self.dialog.open()

    @Slot()
    def _closed(self) -> None:
        self.dialog = None


class CrashDialog(QDialog):
    """Says what failed and what was reported before, and offers to go on, to quit, and a file to send.

    Parameters
    ----------
    trace
        The exception with its trace.
    log_file
        Where the log is kept; None for nowhere.
    """

    def __init__(self, trace: str, log_file: Path | None) -> None:
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Something went wrong"))
        self.resize(640, 380)
        self._trace = trace
        heading = QLabel(
            self.tr("Phonoscope made a mistake. Finished takes are safe; what you did last may not be done.")
        )
        heading.setWordWrap(True)
        self.details, self.log = QPlainTextEdit(trace), QPlainTextEdit(session_log().text())
        self.log.moveCursor(QTextCursor.MoveOperation.End)  # where the latest is
        self.tabs = QTabWidget()
        for text, title in ((self.details, self.tr("Details")), (self.log, self.tr("Log"))):
            text.setReadOnly(True)
            text.setAccessibleName(title)
            text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
            self.tabs.addTab(text, title)
        self.log_place, self.state = QLabel(), QLabel()
        self.log_place.setText(
            self.tr("The log is kept in {path}").format(path=log_file)
            if log_file is not None
            else self.tr("The log cannot be kept in a file here; save the diagnostics, which hold it.")
        )
        for label in (self.log_place, self.state):
            label.setObjectName("muted")
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        copy = QPushButton(self.tr("Copy"))
        copy.clicked.connect(self._copy)
        write = QPushButton(self.tr("Save diagnostics…"))
        write.clicked.connect(self.write)
        leave = QPushButton(self.tr("Quit"))
        leave.clicked.connect(self._quit)
        go_on = QPushButton(self.tr("Go on"))
        go_on.setObjectName("primary")
        go_on.setDefault(True)
        go_on.clicked.connect(self.accept)
        row = QHBoxLayout()
        for button in (copy, write):
            row.addWidget(button)
        row.addStretch(1)
        for button in (leave, go_on):
            row.addWidget(button)
        layout = QVBoxLayout(self)
        layout.addWidget(heading)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(self.log_place)
        layout.addWidget(self.state)
        layout.addLayout(row)

    def write(self) -> None:
        """Let the person choose where the diagnostics go."""
        if (path := ask_for_diagnostics_file(self)) is not None:
            self.write_to(path)

    def write_to(self, path: Path) -> None:
        """Write log, trace, versions and machine to a file."""
        try:
            save_diagnostics(path, {"error.txt": self._trace})
        except PhonoscopeError as error:
            self.state.setText(said(error))
        else:
            self.state.setText(self.tr("Written: {path}").format(path=path))

    def _copy(self) -> None:
        shown = self.log if self.tabs.currentWidget() is self.log else self.details
        QGuiApplication.clipboard().setText(shown.toPlainText())

    def _quit(self) -> None:
        self.reject()
        QApplication.closeAllWindows()
