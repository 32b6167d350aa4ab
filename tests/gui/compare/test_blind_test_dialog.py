import pytest
from phonoscope.engine.listening.blind_test import Question, read_blind_test
from phonoscope.gui.compare.blind_test_dialog import BlindTestDialog
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from ..steps import LONG_MS


@pytest.fixture
def dialog(qtbot, two_takes, window):
    with qtbot.waitSignal(window.compare.compared, timeout=LONG_MS):
        window.compare.show_pair(*two_takes)
    window.compare.open_blind_test()
    made = window.compare.findChild(BlindTestDialog)
    yield made
    made.close()


def choose(dialog, question, n_trials):
    dialog.question_choice.setCurrentIndex(dialog.question_choice.findData(question.value))
    dialog.trials_choice.setCurrentIndex(dialog.trials_choice.findData(n_trials))
    dialog.start_button.click()


def test_it_says_beforehand_how_many_right_answers_convince(dialog):
    assert "12 of 16" in dialog._needed.text()


def test_an_answer_needs_listening(qtbot, dialog):
    choose(dialog, Question.ABX, 8)
    assert not dialog.answer_first.isEnabled()
    qtbot.keyClick(dialog, Qt.Key.Key_X)
    assert dialog.answer_first.isEnabled()


def test_a_listener_who_always_knows_is_believed_and_the_answers_are_kept(qtbot, dialog, store, two_takes):
    choose(dialog, Question.ABX, 8)
    for trial in range(8):
        assert f"{trial + 1} of 8" in dialog.progress.text()
        dialog.hear_x.click()
        (dialog.answer_first if dialog.test.current.hidden_is_a else dialog.answer_second).click()
        assert "told apart" not in dialog.sentence.text() or trial == 7
    assert dialog.sentence.text().startswith("A and B can be told apart: 8 of 8 right, p = 0.0039")
    (path,) = (store.root.parent / "listening").iterdir()
    assert str(path) in dialog.kept.text()
    kept = read_blind_test(path)
    assert (kept.take_a, kept.take_b, kept.n_answered) == (*two_takes, 8)


def test_x_plays_what_is_hidden(qtbot, dialog, device):
    choose(dialog, Question.ABX, 8)
    dialog.hear_x.click()
    side = dialog._pair.side
    assert (side.value == "a") == dialog.test.current.hidden_is_a
    dialog.hear_first.click()
    assert dialog._pair.side.value == "a"


def test_a_preference_is_for_a_take_and_not_for_a_place(qtbot, dialog):
    choose(dialog, Question.PREFERENCE, 12)
    assert not dialog.hear_x.isVisible()
    for _ in range(12):
        dialog.hear_second.click()
        hidden_is_a = dialog.test.current.hidden_is_a
        (dialog.answer_second if hidden_is_a else dialog.answer_first).click()  # B, wherever it is
    assert dialog.sentence.text().startswith("B is preferred: A in 0 of 12 trials")


def test_breaking_off_is_said_with_the_result(qtbot, dialog):
    choose(dialog, Question.ABX, 8)
    dialog.hear_first.click()
    dialog.answer_first.click()
    dialog.break_off.click()
    assert "broken off" in dialog.sentence.text()
    dialog.pages.currentWidget().findChildren(type(dialog.break_off))[0].click()
    assert QGuiApplication.clipboard().text() == dialog.sentence.text()
