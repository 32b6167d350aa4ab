import json
from pathlib import Path

import numpy as np
import pytest
from phonoscope.engine.recipe import Recipe
from phonoscope.engine.request import MAX_TEXT_CHARACTERS
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from .steps import LONG_MS, drop_onto_child, speak


def drop(window, carried):
    where, buttons, keys = QPointF(600, 300), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entering = QDragEnterEvent(where.toPoint(), Qt.DropAction.CopyAction, carried, buttons, keys)
    window.dragEnterEvent(entering)
    assert entering.isAccepted()
    window.dropEvent(QDropEvent(where, Qt.DropAction.CopyAction, carried, buttons, keys))


def drop_files(window, *paths):
    carried = QMimeData()
    carried.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    drop(window, carried)


def test_text_and_voice_files_are_used(window, tmp_path):
    text, voice = tmp_path / "text.txt", tmp_path / "clara.spk"
    text.write_text("From a file.", "utf-8-sig")
    np.ones(4, "<f4").tofile(voice)
    drop_files(window, text, voice)
    assert window.panel.text.toPlainText() == "From a file."
    assert window.panel.voice_picker.voice == str(voice)


def test_text_that_is_dropped_is_what_is_to_be_spoken(window):
    carried = QMimeData()
    carried.setText("Out of another program.")
    drop(window, carried)
    assert window.panel.text.toPlainText() == "Out of another program."


def test_undo_brings_back_the_text_that_a_drop_has_replaced(window, tmp_path):
    editor = window.panel.text
    editor.setPlainText("What I wrote.")
    file = tmp_path / "text.txt"
    file.write_text("From a file.", "utf-8")
    drop_files(window, file)
    assert window.focusWidget() is editor
    carried = QMimeData()
    carried.setText("Out of another program.\nIn two lines.")
    drop(window, carried)
    assert editor.toPlainText() == "Out of another program.\nIn two lines."
    editor.undo()
    assert editor.toPlainText() == "From a file."
    editor.undo()
    assert editor.toPlainText() == "What I wrote."


def test_fields_of_one_line_leave_files_to_the_window(window, tmp_path):
    (tmp_path / "clara.spk").write_bytes(bytes(16))
    search = window.panel.voice_picker.search
    drop_onto_child(search, tmp_path / "clara.spk")
    assert search.text() == ""
    assert window.panel.voice_picker.voice == str(tmp_path / "clara.spk")


def test_files_that_are_dropped_onto_the_notes_are_used_and_not_written_down(qtbot, loaded, tmp_path):
    speak(qtbot, loaded)
    (tmp_path / "text.txt").write_text("From a file.", "utf-8")
    notes = loaded.takes.details.notes
    drop_onto_child(notes.viewport(), tmp_path / "text.txt")
    assert notes.toPlainText() == ""
    assert loaded.panel.text.toPlainText() == "From a file."


def test_takes_that_are_dragged_out_of_the_list_are_not_taken_by_the_text(monkeypatch, window, tmp_path):
    used: list[list[Path]] = []
    monkeypatch.setattr(window.files, "use_all", used.append)
    drop_onto_child(window.panel.text.viewport(), tmp_path / "from elsewhere.wav")
    assert used == [[tmp_path / "from elsewhere.wav"]]
    monkeypatch.setattr(QDragEnterEvent, "source", lambda _: window.takes.table)
    drop_onto_child(window.panel.text.viewport(), tmp_path / "take.wav")
    assert len(used) == 1


def test_recorded_activations_are_dropped_onto_the_parity_panel(window, tmp_path):
    window.views.show_page("parity")
    drop_onto_child(window.parity.reference, tmp_path / "golden.npz")
    assert window.parity.reference.text() == str(tmp_path / "golden.npz")
    (tmp_path / "text.txt").write_text("For the window.", "utf-8")
    drop_onto_child(window.parity.reference, tmp_path / "text.txt")
    assert window.parity.reference.text() == str(tmp_path / "golden.npz")
    assert window.panel.text.toPlainText() == "For the window."


def test_a_model_is_loaded(qtbot, window, qwen3_tiny):
    drop_files(window, qwen3_tiny.talker)
    qtbot.waitUntil(lambda: window.host.engine is not None, timeout=LONG_MS)


def test_a_recipe_fills_the_panel(qtbot, loaded, tmp_path):
    speak(qtbot, loaded, "Once more.")
    request = loaded.live.take.request
    Recipe(request, "0" * 64, "0" * 64).write(tmp_path / "recipe.json")
    loaded.panel.text.setPlainText("Something else.")
    drop_files(loaded, tmp_path / "recipe.json")
    assert loaded.panel.text.toPlainText() == "Once more."
    loaded.panel.text.undo()
    assert loaded.panel.text.toPlainText() == "Something else."
    assert loaded.panel.seed.seed == request.seed


def test_recordings_go_to_the_library_of_voices_together(monkeypatch, window, tmp_path):
    imported: list[list[Path]] = []
    monkeypatch.setattr(window.voices, "import_files", imported.append)
    drop_files(window, tmp_path / "one.wav", tmp_path / "two.flac")
    assert imported == [[tmp_path / "one.wav", tmp_path / "two.flac"]]
    assert window.views.page == "voices"


def test_any_usual_sound_file_is_a_recording(monkeypatch, window, tmp_path):
    imported: list[list[Path]] = []
    monkeypatch.setattr(window.voices, "import_files", imported.append)
    drop_files(window, tmp_path / "one.AIFF", tmp_path / "two.opus")
    assert imported == [[tmp_path / "one.AIFF", tmp_path / "two.opus"]]


def test_what_is_no_voice_has_its_place_also_when_dropped_onto_the_voices(qtbot, monkeypatch, window, tmp_path):
    imported: list[list[Path]] = []
    monkeypatch.setattr(window.voices, "import_files", imported.append)
    window.views.show_page("voices")
    (tmp_path / "text.txt").write_text("To be spoken.", "utf-8")
    drop_files(window.voices, tmp_path / "text.txt", tmp_path / "clara.spk", tmp_path / "one.wav", tmp_path / "song")
    assert window.panel.text.toPlainText() == "To be spoken."
    assert imported == [[tmp_path / "clara.spk", tmp_path / "one.wav", tmp_path / "song"]]
    (tmp_path / "model.gguf").write_bytes(b"no model")
    drop_files(window.voices, tmp_path / "model.gguf")
    qtbot.waitUntil(lambda: "model.gguf" in window.panel.message.text(), timeout=LONG_MS)
    assert len(imported) == 1


@pytest.mark.parametrize("onto_voices", [False, True])
def test_codes_bring_their_transcript_and_x_vector_along(monkeypatch, window, tmp_path, onto_voices):
    imported: list[list[Path]] = []
    monkeypatch.setattr(window.voices, "import_files", imported.append)
    before, files = window.panel.text.toPlainText(), [tmp_path / f"fox{suffix}" for suffix in (".txt", ".rvq", ".spk")]
    drop_files(window.voices if onto_voices else window, *files)
    assert window.panel.text.toPlainText() == before
    assert imported == ([[files[1]]] if onto_voices else [])
    assert window.panel.voice_picker.files == (() if onto_voices else (str(files[1]),))


def test_a_text_that_is_too_long_for_a_request_is_cut_and_that_is_said(window, tmp_path):
    book = tmp_path / "book.txt"
    book.write_text("a" * MAX_TEXT_CHARACTERS + "b", "utf-8")
    drop_files(window, book)
    assert window.panel.text.toPlainText() == "a" * MAX_TEXT_CHARACTERS
    assert f"first {MAX_TEXT_CHARACTERS} characters" in window.panel.message.text()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("picture.png", b"", "cannot be used here"),
        ("text.txt", b"\xff\xfe\x00", "is not UTF-8 text; save it as UTF-8"),
        ("recipe.json", json.dumps({"no": "recipe"}).encode(), "is no recipe"),
    ],
)
def test_what_is_of_no_use_is_said_in_place(window, tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    drop_files(window, tmp_path / name)
    assert message in window.panel.message.text()
    assert name in window.panel.message.text()


def test_what_was_said_of_a_file_goes_with_the_next_one(window, tmp_path):
    (tmp_path / "good.txt").write_text("From a file.", "utf-8")
    drop_files(window, tmp_path / "missing.txt")
    assert "No such file" in window.panel.message.text()
    assert window.panel.message.text().count("missing.txt") == 1
    drop_files(window, tmp_path / "good.txt")
    assert window.panel.message.isHidden()
