import json
import logging
import sys
import threading
import zipfile

import pytest
from phonoscope.gui.crash import CrashReporter, log_to_file
from phonoscope.gui.session_log import LOGGER, session_log
from PySide6.QtWidgets import QPushButton

from .steps import LONG_MS


@pytest.fixture
def reporter(qtbot):
    made = CrashReporter()
    yield made
    if made.dialog is not None:
        made.dialog.accept()


def raise_and_report(reporter, message):
    try:
        raise ValueError(message)
    except ValueError:
        reporter.report(*sys.exc_info())


def button(dialog, text):
    return next(b for b in dialog.findChildren(QPushButton) if b.text() == text)


def test_the_first_fault_is_shown_and_a_flood_of_them_only_logged(reporter):
    raise_and_report(reporter, "first")
    dialog = reporter.dialog
    assert dialog.isVisible()
    assert "ValueError: first" in dialog.details.toPlainText()
    raise_and_report(reporter, "second")
    assert reporter.dialog is dialog
    assert "second" not in dialog.details.toPlainText()
    button(dialog, "Go on").click()
    assert reporter.dialog is None
    raise_and_report(reporter, "third")
    last = reporter.dialog
    assert last is not None
    assert "ValueError: second" in session_log().text()
    assert "ValueError: third" in last.details.toPlainText()


def test_a_fault_in_a_thread_is_shown_in_the_window(qtbot, reporter, monkeypatch):
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    reporter.install()
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: reporter.dialog is not None, timeout=LONG_MS)
    assert "ZeroDivisionError" in reporter.dialog.details.toPlainText()


def test_diagnostics_hold_trace_log_and_versions(reporter, tmp_path):
    LOGGER.info("what came before")
    raise_and_report(reporter, "kept")
    path = tmp_path / "diagnostics.zip"
    reporter.dialog.write_to(path)
    assert str(path) in reporter.dialog.state.text()
    with zipfile.ZipFile(path) as archive:
        assert b"ValueError: kept" in archive.read("error.txt")
        assert b"what came before" in archive.read("log.txt")
        assert "phonoscope" in json.loads(archive.read("environment.json"))
    reporter.dialog.write_to(tmp_path / "nowhere" / "diagnostics.zip")
    assert "nowhere" in reporter.dialog.state.text()


def test_the_log_and_where_it_is_kept_are_shown(qtbot, qapp, tmp_path):
    reporter = CrashReporter(tmp_path / "phonoscope.log")
    LOGGER.warning("what came before")
    raise_and_report(reporter, "shown")
    dialog = reporter.dialog
    assert dialog is not None
    assert str(tmp_path / "phonoscope.log") in dialog.log_place.text()
    assert "what came before" not in dialog.details.toPlainText()
    button(dialog, "Copy").click()
    assert qapp.clipboard().text() == dialog.details.toPlainText()
    dialog.tabs.setCurrentWidget(dialog.log)
    assert dialog.log.isVisible()
    assert "WARNING what came before" in dialog.log.toPlainText()
    button(dialog, "Copy").click()
    assert qapp.clipboard().text() == dialog.log.toPlainText()
    dialog.accept()


def test_a_log_that_is_in_no_file_is_in_the_dialog_all_the_same(reporter):
    raise_and_report(reporter, "nowhere")
    assert "cannot be kept" in reporter.dialog.log_place.text()
    assert "ValueError: nowhere" in reporter.dialog.log.toPlainText()


def test_the_log_is_kept_in_a_file(tmp_path):
    path = log_to_file(tmp_path / "log")
    assert path is not None
    LOGGER.warning("remember me")
    handler = LOGGER.handlers[-1]
    LOGGER.removeHandler(handler)
    handler.close()
    assert isinstance(handler, logging.FileHandler)
    assert "WARNING remember me" in path.read_text()
    (tmp_path / "file").write_text("")
    assert log_to_file(tmp_path / "file" / "log") is None
