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
    for left in window.compare.findChildren(BlindTestDialog):
        left.done(0)


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


@pytest.mark.usefixtures("endless_sound")
def test_only_the_dialog_shows_what_is_heard(dialog, window):
    choose(dialog, Question.ABX, 8)
    hear = (dialog.hear_first, dialog.hear_x, dialog.hear_second)
    for pressed in hear:
        pressed.click()
        window.compare.refresh()
        assert [button.isChecked() for button in hear] == [button is pressed for button in hear]
        assert not any(button.isChecked() for button in window.compare.hear_buttons.values())


def test_the_keyboard_answers_and_goes_on_with_the_next_trial(qtbot, dialog):
    choose(dialog, Question.ABX, 8)
    qtbot.keyClick(dialog, Qt.Key.Key_X)
    dialog.answer_first.setFocus()
    qtbot.keyClick(dialog.answer_first, Qt.Key.Key_Space)
    assert dialog.test.n_answered == 1
    assert dialog.focusWidget() is dialog.hear_x  # and not what breaks the test off
    qtbot.keyClick(dialog, Qt.Key.Key_X)
    qtbot.keyClick(dialog, Qt.Key.Key_B, Qt.KeyboardModifier.ShiftModifier)
    assert dialog.test.n_answered == 2


def test_escape_shows_the_result_before_it_closes(qtbot, dialog):
    choose(dialog, Question.ABX, 8)
    dialog.hear_x.click()
    dialog.answer_first.click()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    assert "Broken off" in dialog.sentence.text()
    with qtbot.waitSignal(dialog.finished, timeout=LONG_MS):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)


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
    for _ in range(5):
        dialog.hear_x.click()
        (dialog.answer_first if dialog.test.current.hidden_is_a else dialog.answer_second).click()
    dialog.break_off.click()
    # Of five trials it would convince; that there are five was only decided when it looked good.
    assert dialog.sentence.text().startswith("Broken off, which decides nothing: 5 of 5 right, p = 0.031,")
    dialog.pages.currentWidget().findChildren(type(dialog.break_off))[0].click()
    assert QGuiApplication.clipboard().text() == dialog.sentence.text()
