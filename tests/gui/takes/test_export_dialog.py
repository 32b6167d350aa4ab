import shlex
import threading
import zipfile
from pathlib import Path

import numpy as np
import pytest
import soundfile
from phonoscope.engine.takes.export import export_sound
from phonoscope.gui.takes import dragging
from phonoscope.gui.takes.export_dialog import ExportDialog
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from ..steps import LONG_MS, speak


@pytest.fixture
def two_takes(qtbot, loaded):
    speak(qtbot, loaded, "One.")
    speak(qtbot, loaded, "Two.", seed=6)
    loaded.playback.pause()
    return loaded


def open_dialog(window) -> ExportDialog:
    window.actions_by_name["export_take"].trigger()
    dialog = window.take_commands.dialog
    assert isinstance(dialog, ExportDialog)
    return dialog


def test_selected_takes_are_exported_under_the_names_of_the_preview(qtbot, two_takes, tmp_path):
    window = two_takes
    window.takes.table.selectAll()
    dialog = open_dialog(window)
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.pattern.setText("{seed} {text}")
    dialog.format.setCurrentIndex(dialog.format.findData(".flac"))
    previewed = dialog.preview.text().splitlines()
    assert previewed == ["6 Two.flac", "5 One.flac"]
    with qtbot.waitSignal(dialog.exported, timeout=LONG_MS) as done:
        dialog.export_button.click()
    assert [path.name for path in done.args[0]] == previewed
    samples, _ = soundfile.read(tmp_path / "out" / "6 Two.flac", dtype="float32")
    np.testing.assert_allclose(samples, window.live.take.audio, atol=2 / 32767)
    assert window.take_commands.dialog is None
    assert "2 files written" in window.statusBar().currentMessage()
    again = open_dialog(window)  # as it was the last time
    assert (again.pattern.text(), again.suffix) == ("{seed} {text}", ".flac")
    again.reject()


def test_a_long_name_in_the_preview_gives_up_its_middle_and_is_said_in_a_tool_tip(two_takes):
    dialog = open_dialog(two_takes)
    dialog.pattern.setText("a name that goes on and on " * 6 + "{n}")
    whole, shown = dialog.preview.toolTip(), dialog.preview.text()
    assert whole.endswith(".wav")
    assert len(whole) > len(shown)
    assert shown.endswith(".wav")
    assert "…" in shown
    assert dialog.preview.fontMetrics().horizontalAdvance(shown) <= dialog.preview.contentsRect().width()
    dialog.reject()


def test_no_file_of_another_take_is_replaced(qtbot, two_takes, tmp_path):
    (tmp_path / "Two.wav").write_text("of somebody")
    for name in ("Two (2).wav", "Two (3).wav"):
        two_takes.takes.table.selectRow(0)
        dialog = open_dialog(two_takes)
        dialog.pattern.setText("{text}")
        dialog.folder.setText(str(tmp_path))
        assert dialog.preview.text() == name
        with qtbot.waitSignal(dialog.exported, timeout=LONG_MS) as done:
            dialog.export_button.click()
        assert [path.name for path in done.args[0]] == [name]
    assert (tmp_path / "Two.wav").read_text() == "of somebody"


def test_the_take_that_is_shown_is_exported_when_none_is_selected(qtbot, two_takes, tmp_path):
    two_takes.takes.table.clearSelection()
    dialog = open_dialog(two_takes)
    dialog.folder.setText(str(tmp_path))
    dialog.format.setCurrentIndex(dialog.format.findData(".zip"))
    with qtbot.waitSignal(dialog.exported, timeout=LONG_MS) as done:
        dialog.export_button.click()
    with zipfile.ZipFile(done.args[0][0]) as archive:
        assert any(name.endswith("recipe.json") for name in archive.namelist())


def test_what_does_not_fit_is_said_in_place(qtbot, two_takes, tmp_path):
    dialog = open_dialog(two_takes)
    dialog.pattern.setText("{wrong}")
    assert "unknown field {wrong}" in dialog.message.text()
    assert not dialog.export_button.isEnabled()
    dialog.pattern.setText("{n}")
    (tmp_path / "file").touch()
    dialog.folder.setText(str(tmp_path / "file" / "out"))
    dialog.export_button.click()
    qtbot.waitUntil(lambda: "cannot be made" in dialog.message.text(), timeout=LONG_MS)
    assert dialog.export_button.isEnabled()
    dialog.reject()


def test_sound_is_marked_as_synthetic_unless_that_is_switched_off(qtbot, two_takes, tmp_path):
    said, ticked = [], []
    for _ in ("marked", "not marked"):
        ticked.append(two_takes.actions_by_name["toggle_synthetic_mark"].isChecked())
        two_takes.takes.table.selectRow(0)
        dialog = open_dialog(two_takes)
        dialog.folder.setText(str(tmp_path))
        dialog.format.setCurrentIndex(dialog.format.findData(".wav"))
        with qtbot.waitSignal(dialog.exported, timeout=LONG_MS) as done:
            dialog.export_button.click()
        with soundfile.SoundFile(done.args[0][0]) as file:
            said.append(file.comment)
        two_takes.actions_by_name["toggle_synthetic_mark"].trigger()
    assert ticked == [True, False]
    assert "synthetic" in said[0].lower()
    assert said[1] == ""


def test_a_take_is_dragged_out_as_a_file(two_takes):
    model = two_takes.takes.table.model()
    assert model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsDragEnabled
    carried = model.mimeData([model.index(0, 0), model.index(0, 1)])
    (url,) = carried.urls()
    samples, rate_hz = soundfile.read(url.toLocalFile(), dtype="float32")
    assert rate_hz == two_takes.live.take.sample_rate_hz
    np.testing.assert_allclose(samples, two_takes.live.take.audio, atol=2 / 32767)
    assert Path(url.toLocalFile()).suffix == ".wav"


def test_a_drag_begins_before_its_files_are_written_and_who_takes_them_waits(two_takes, monkeypatch):
    may_write, threads = threading.Event(), []

    def write(*arguments, **settings):
        threads.append(threading.current_thread())
        assert may_write.wait(LONG_MS / 1000)
        export_sound(*arguments, **settings)

    monkeypatch.setattr(dragging, "export_sound", write)
    model = two_takes.takes.model
    carried = model.mimeData([model.index(row, 0) for row in (0, 1)])
    assert carried.hasUrls()
    assert carried.formats() == ["text/uri-list"]
    may_write.set()
    files = [Path(url.toLocalFile()) for url in carried.urls()]
    assert len({file.name for file in files if file.is_file()}) == 2
    assert threading.main_thread() not in threads


def test_takes_that_are_dragged_out_are_marked_as_exports_are(two_takes):
    said = []
    for _ in ("marked", "not marked"):
        (url,) = two_takes.takes.model.mimeData([two_takes.takes.model.index(0, 0)]).urls()
        with soundfile.SoundFile(url.toLocalFile()) as file:
            said.append(file.comment)
        two_takes.actions_by_name["toggle_synthetic_mark"].trigger()
    assert "synthetic" in said[0].lower()
    assert said[1] == ""


def test_the_equal_command_line_is_shown_and_copied(two_takes):
    two_takes.takes.table.selectRow(0)
    details = two_takes.takes.details
    words = shlex.split(details.command.toPlainText())
    assert words[:2] == ["phonoscope", "say"]
    assert "--seed=6" in words
    details.copy_button.click()
    assert QGuiApplication.clipboard().text() == details.command.toPlainText()
