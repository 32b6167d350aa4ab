import threading

import numpy as np
import pytest
from phonoscope.engine.command_line import command_line
from phonoscope.gui.request_panel.text_editor import TextEditor
from PySide6.QtCore import QMimeData, Qt, QUrl

from ..steps import LONG_MS, LONG_TEXT, write_long_text


@pytest.fixture
def editor(qtbot):
    made = TextEditor({"anna": "anna", "clara": "/voices/clara.spk"}.get)
    qtbot.addWidget(made)
    made.show()
    return made


def test_before_a_model_is_loaded_characters_are_counted(qtbot, editor):
    qtbot.keyClicks(editor.edit, "Hello.")
    qtbot.waitUntil(lambda: editor.length.text() == "6 characters", timeout=LONG_MS)


def test_voices_in_the_text_are_named_and_strangers_too(editor):
    editor.edit.setPlainText("[clara] One.\n[anna] Two.\n[clara] Three.\n[laughs] Ha.")
    editor.show_length()
    assert editor.voices() == ["/voices/clara.spk", "anna"]
    assert "clara, anna" in editor.cast.text()
    assert "no voice is called laughs: read out" in editor.cast.text()
    editor.edit.setPlainText("One.")
    editor.show_length()
    assert not editor.cast.isVisible()


def test_what_looks_like_markup_is_no_markup(editor):
    editor.edit.setPlainText("[<b>anna</b>] One.")
    editor.show_length()
    assert "<b>anna</b>" in editor.cast.text()
    assert editor.cast.textFormat() is Qt.TextFormat.PlainText


def test_text_is_inserted_and_files_are_passed_on(qtbot, editor, tmp_path):
    text = QMimeData()
    text.setText("Dropped.")
    editor.edit.insertFromMimeData(text)
    assert editor.text == "Dropped."
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(tmp_path / "a.spk"))])
    assert editor.edit.canInsertFromMimeData(files)
    with qtbot.waitSignal(editor.edit.files_dropped, timeout=LONG_MS) as dropped:
        editor.edit.insertFromMimeData(files)
    assert dropped.args == [[tmp_path / "a.spk"]]
    assert editor.text == "Dropped."


def test_the_loaded_model_counts_tokens_and_predicts_the_length_while_one_types(qtbot, loaded):
    editor = loaded.panel.editor
    engine = loaded.host.engine
    loaded.panel.text.clear()
    qtbot.keyClicks(loaded.panel.text, "Hello there.")
    estimate = engine.estimate("Hello there.")
    qtbot.waitUntil(lambda: editor.length.text().startswith(f"{estimate.n_tokens} tokens"), timeout=LONG_MS)
    assert f"about {estimate.duration_s:.1f} s" in editor.length.text()
    loaded.panel.text.setPlainText(LONG_TEXT)
    qtbot.waitUntil(lambda: int(editor.length.text().split()[0]) > 10 * estimate.n_tokens, timeout=LONG_MS)


def test_counting_never_holds_up_typing_and_ends_with_what_is_written_last(qtbot, loaded, monkeypatch):
    editor, engine = loaded.panel.editor, loaded.host.engine
    count, may_end = engine.estimate, threading.Event()
    counted: list[tuple[str, bool]] = []

    def count_slowly(text, **settings):
        counted.append((text, threading.current_thread() is threading.main_thread()))
        may_end.wait(LONG_MS / 1000)
        return count(text, **settings)

    qtbot.waitUntil(lambda: "about" in editor.length.text(), timeout=LONG_MS)  # the loaded model has counted once
    before = editor.length.text()
    monkeypatch.setattr(engine, "estimate", count_slowly)
    loaded.panel.text.setPlainText("Hello.")
    qtbot.waitUntil(lambda: counted == [("Hello.", False)], timeout=LONG_MS)
    loaded.panel.text.setPlainText(LONG_TEXT)
    editor.show_length()
    assert editor.length.text() == before
    assert len(counted) == 1
    may_end.set()
    n_tokens = count(LONG_TEXT).n_tokens
    qtbot.waitUntil(lambda: editor.length.text().startswith(f"{n_tokens} tokens"), timeout=LONG_MS)
    assert counted == [("Hello.", False), (LONG_TEXT, False)]


def test_a_count_that_ends_after_the_model_was_ejected_is_not_told(qtbot, loaded, monkeypatch):
    editor, engine = loaded.panel.editor, loaded.host.engine
    qtbot.waitUntil(lambda: not editor._counting.busy, timeout=LONG_MS)
    count, may_end = engine.estimate, threading.Event()
    monkeypatch.setattr(engine, "estimate", lambda *args, **settings: may_end.wait(LONG_MS / 1000) and count(*args))
    loaded.panel.text.setPlainText("Hello.")
    qtbot.waitUntil(lambda: editor._counting.busy, timeout=LONG_MS)
    loaded.eject_model()
    may_end.set()
    qtbot.waitUntil(lambda: not editor._counting.busy, timeout=LONG_MS)
    assert editor.length.text() == "6 characters"


@pytest.fixture
def duet(qtbot, loaded, tmp_path):
    """A window with two voice files, and text for both."""
    random = np.random.default_rng(1)
    for name in ("anna", "bob"):
        random.normal(0, 1, loaded.host.engine.width).astype("<f4").tofile(tmp_path / f"{name}.spk")
        loaded.panel.voice_picker.add_file(tmp_path / f"{name}.spk")
    loaded.panel.voice_picker.choose(str(tmp_path / "anna.spk"))
    loaded.panel.text.setPlainText("Good evening.\n[bob] Good evening to you.\n[anna] Shall we begin?")
    return loaded


def test_one_take_is_spoken_by_several_voices_and_made_again(qtbot, duet, store):
    with qtbot.waitSignal(duet.take_finished, timeout=LONG_MS):
        duet.panel.speak_button.click()
    (summary,) = store.summaries()
    assert summary.voice == "anna + bob + anna"
    first = duet.live.take
    assert len(first.segments) == 3
    duet.panel.text.setPlainText("Something else.")
    with qtbot.waitSignal(duet.take_finished, timeout=LONG_MS):
        duet.speaking.rerun()
    np.testing.assert_array_equal(duet.live.take.codes, first.codes)
    assert "[bob]" in duet.panel.editor.text
    assert "--cast=" in command_line(first.request)


def test_each_line_becomes_a_take_of_its_own_voice(qtbot, duet, store):
    duet.speaking.speak_lines()
    qtbot.waitUntil(lambda: len([s for s in store.summaries() if s.stop_reason != "none"]) == 3, timeout=LONG_MS)
    qtbot.waitUntil(lambda: not duet.host.speaking, timeout=LONG_MS)
    said = [(summary.text, summary.voice.rpartition("/")[2]) for summary in reversed(store.summaries())]
    assert said == [("Good evening.", "anna.spk"), ("Good evening to you.", "bob.spk"), ("Shall we begin?", "anna.spk")]


def test_stop_ends_the_lines_that_wait_too(qtbot, duet, store):
    write_long_text(duet, f"{LONG_TEXT}\nNever heard.\nNor this.")
    duet.speaking.speak_lines()
    qtbot.waitUntil(lambda: duet.live.take is not None and duet.live.take.n_frames > 2, timeout=LONG_MS)
    with qtbot.waitSignal(duet.take_finished, timeout=LONG_MS):
        duet.panel.stop_button.click()
    assert not duet.host.speaking
    assert [summary.stop_reason for summary in store.summaries()] == ["cancelled"]
