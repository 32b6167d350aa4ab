"""The blind test: a number of trials fixed beforehand, hidden sounds, and what the answers say at the end."""

from __future__ import annotations

from pathlib import Path

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.listening.blind_test import BlindResult, BlindTest, Question
from phonoscope.engine.listening.pair_player import PairPlayer, Side
from phonoscope.engine.listening.statistics import hits_needed
from phonoscope.gui.focus import set_enabled
from phonoscope.gui.language.figures import filled
from phonoscope.gui.language.said import said
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

_TRIALS = (8, 12, 16, 24, 32)
_FOLDER = "listening"
_SIGNIFICANCE = 0.05
_TRIAL_PAGE, _RESULT_PAGE = 1, 2


class BlindTestDialog(QDialog):
    """Setting up, answering, result.

    Parameters
    ----------
    pair
        Plays the two takes.
    take_a, take_b
        Their names in the store.
    root
        Folder of the store; answers are kept in a folder beside it.
    """

    playing_started = Signal()

    def __init__(self, pair: PairPlayer, take_a: str, take_b: str, root: Path, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Blind test"))
        self.setMinimumWidth(460)
        self._pair = pair
        self._ids = (take_a, take_b)
        self._folder = root.parent / _FOLDER
        self.test: BlindTest | None = None
        self._heard: QPushButton | None = None  # the one that was pressed last in this trial
        self.pages = QStackedWidget()
        for page in (self._start_page(), self._trial_page(), self._result_page()):
            self.pages.addWidget(page)
        QVBoxLayout(self).addWidget(self.pages)
        for keys, button in ((("A", "1"), self.hear_first), (("B", "2"), self.hear_second), (("X",), self.hear_x)):
            for key in keys:
                QShortcut(QKeySequence(key), self, button.click)
        for key, answer in (("Shift+A", self.answer_first), ("Shift+B", self.answer_second)):
            QShortcut(QKeySequence(key), self, answer.click)
        self._show_needed()

    def start(self) -> None:
        """Begin with what is chosen."""
        question = Question(self.question_choice.currentData())
        self.test = BlindTest.start(question, *self._ids, int(self.trials_choice.currentData()))
        is_abx = question is Question.ABX
        self.hear_x.setVisible(is_abx)
        self.hear_first.setText(self.tr("Hear A") if is_abx else self.tr("Hear the first"))
        self.hear_second.setText(self.tr("Hear B") if is_abx else self.tr("Hear the second"))
        self.answer_first.setText(self.tr("X is A") if is_abx else self.tr("The first is better"))
        self.answer_second.setText(self.tr("X is B") if is_abx else self.tr("The second is better"))
        self._next()

    def refresh(self) -> None:
        """Show which button's sound is heard."""
        for button in (self.hear_first, self.hear_x, self.hear_second):
            button.setChecked(button is self._heard and self._pair.playing)

    def reject(self) -> None:
        """Show what the answers so far say before the window closes."""
        is_running = self.test is not None and self.test.n_answered > 0 and self.test.current is not None
        if is_running and self.pages.currentIndex() == _TRIAL_PAGE:
            self._show_result()
        else:
            super().reject()

    def done(self, code: int) -> None:
        """Stop the sound and close."""
        self._pair.stop()
        super().done(code)

    def _start_page(self) -> QWidget:
        page = QWidget()
        self.question_choice = QComboBox()
        self.question_choice.setAccessibleName(self.tr("Question"))
        self.question_choice.addItem(self.tr("ABX: can the two be told apart?"), Question.ABX.value)
        self.question_choice.addItem(self.tr("A or B: which one is better?"), Question.PREFERENCE.value)
        self.question_choice.currentIndexChanged.connect(self._show_needed)
        self.trials_choice = QComboBox()
        self.trials_choice.setAccessibleName(self.tr("Trials"))
        for n in _TRIALS:
            self.trials_choice.addItem(str(n), n)
        self.trials_choice.setCurrentIndex(_TRIALS.index(16))
        self.trials_choice.currentIndexChanged.connect(self._show_needed)
        self._needed = _paragraph()
        note = _paragraph(
            self.tr(
                "Both takes are made equally loud. The number of trials is fixed now and the result is shown after the "
                "last answer only: stopping when it looks good would make it worthless."
            )
        )
        note.setObjectName("muted")
        self.start_button = QPushButton(self.tr("Start"))
        self.start_button.setObjectName("primary")
        self.start_button.setDefault(True)
        self.start_button.clicked.connect(self.start)
        form = QFormLayout()
        form.addRow(self.tr("Question"), self.question_choice)
        form.addRow(self.tr("Trials"), self.trials_choice)
        layout = QVBoxLayout(page)
        layout.addLayout(form)
        layout.addWidget(self._needed)
        layout.addWidget(note)
        layout.addStretch(1)
        layout.addWidget(self.start_button, 0, Qt.AlignmentFlag.AlignRight)
        return page

    def _trial_page(self) -> QWidget:
        page = QWidget()
        self.progress = QLabel()
        self.progress.setObjectName("heading")
        self.hear_first, self.hear_x, self.hear_second = QPushButton(), QPushButton(self.tr("Hear X")), QPushButton()
        self.hear_first.clicked.connect(lambda: self._hear(first=True))
        self.hear_second.clicked.connect(lambda: self._hear(first=False))
        self.hear_x.clicked.connect(self._hear_hidden)
        self.answer_first, self.answer_second = QPushButton(), QPushButton()
        self.answer_first.clicked.connect(lambda: self._answer(first=True))
        self.answer_second.clicked.connect(lambda: self._answer(first=False))
        self.break_off = QPushButton(self.tr("Break off"))
        self.break_off.clicked.connect(self._show_result)
        hear, answer, bottom = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        for button in (self.hear_first, self.hear_x, self.hear_second):
            button.setAutoDefault(False)
            button.setCheckable(True)
            hear.addWidget(button)
        for button in (self.answer_first, self.answer_second):
            button.setObjectName("primary")
            button.setAutoDefault(False)
            answer.addWidget(button)
        hint = QLabel(self.tr("Keys A, X, B or 1, 2 switch at the same position, Shift+A and Shift+B answer"))
        hint.setObjectName("muted")
        hint.setWordWrap(True)
        bottom.addWidget(hint, 1)
        bottom.addWidget(self.break_off)
        layout = QVBoxLayout(page)
        layout.addWidget(self.progress)
        layout.addLayout(hear)
        layout.addLayout(answer)
        layout.addStretch(1)
        layout.addLayout(bottom)
        return page

    def _result_page(self) -> QWidget:
        page = QWidget()
        self.sentence = _paragraph()
        self.kept = _paragraph()
        self.kept.setObjectName("muted")
        copy = QPushButton(self.tr("Copy the sentence"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.sentence.text()))
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(copy)
        row.addWidget(self.close_button)
        layout = QVBoxLayout(page)
        layout.addWidget(self.sentence)
        layout.addWidget(self.kept)
        layout.addStretch(1)
        layout.addLayout(row)
        return page

    def _show_needed(self) -> None:
        n = int(self.trials_choice.currentData())
        needed = hits_needed(n)
        if self.question_choice.currentData() == Question.ABX.value and needed is not None:
            self._needed.setText(
                self.tr("At least {needed} of {n} right answers will mean that the difference is heard.").format(
                    needed=needed, n=n
                )
            )
        else:
            self._needed.setText(self.tr("Which take comes first changes from trial to trial."))

    def _next(self) -> None:
        assert self.test is not None
        self.pages.setCurrentIndex(_TRIAL_PAGE)
        self.progress.setText(self.tr("Trial {i} of {n}").format(i=self.test.n_answered + 1, n=len(self.test.trials)))
        # An answer without listening is none.
        hear = self.hear_x if self.test.question is Question.ABX else self.hear_first
        set_enabled({hear: True, self.answer_first: False, self.answer_second: False})
        self._heard = None
        self.refresh()

    def _hear(self, *, first: bool) -> None:
        assert self.test is not None
        trial = self.test.current
        if trial is None:
            return
        is_a = first if self.test.question is Question.ABX else first == trial.hidden_is_a
        self._play(Side.A if is_a else Side.B, self.hear_first if first else self.hear_second)

    def _hear_hidden(self) -> None:
        if self.test is not None and (trial := self.test.current) is not None:
            self._play(Side.A if trial.hidden_is_a else Side.B, self.hear_x)

    def _play(self, side: Side, pressed: QPushButton) -> None:
        if self._pair.playing:
            self._pair.switch(side)
        else:
            self._pair.play(side, 0.0)
            self.playing_started.emit()
        self._heard = pressed
        self.refresh()
        for button in (self.answer_first, self.answer_second):
            button.setEnabled(True)

    def _answer(self, *, first: bool) -> None:
        assert self.test is not None
        trial = self.test.current
        if trial is None:
            return
        self._pair.stop()
        self.test = self.test.answer(first if self.test.question is Question.ABX else first == trial.hidden_is_a)
        try:
            self.kept.setText(self.tr("The answers are kept in {path}").format(path=self.test.save(self._folder)))
        except PhonoscopeError as error:
            self.kept.setText(said(error))
        if self.test.current is None:
            self._show_result()
        else:
            self._next()

    def _show_result(self) -> None:
        assert self.test is not None
        self._pair.stop()
        self.sentence.setText(self._sentence(self.test.question, self.test.result()))
        self.pages.setCurrentIndex(_RESULT_PAGE)
        self.close_button.setFocus()

    def _sentence(self, question: Question, result: BlindResult) -> str:
        if result.n_trials == 0:
            return self.tr("Nothing was answered.")
        convinced = result.p_value <= _SIGNIFICANCE
        if question is Question.ABX:
            verdict = self.tr("A and B can be told apart") if convinced else self.tr("A and B could not be told apart")
            hits = self.tr("{k} of {n} right").format(k=result.n_hits, n=result.n_trials)
        else:
            better = "A" if 2 * result.n_hits > result.n_trials else "B"
            verdict = (
                self.tr("{side} is preferred").format(side=better) if convinced else self.tr("No preference was found")
            )
            hits = self.tr("A in {k} of {n} trials").format(k=result.n_hits, n=result.n_trials)
        if not result.complete:  # where one stops is chosen after the answers
            verdict = self.tr("Broken off, which decides nothing")
        low, high = result.interval
        return filled(
            self.tr("{verdict}: {hits}, p = {p:.2g}, 95 % interval {low:.0f} % to {high:.0f} %."),
            verdict=verdict,
            hits=hits,
            p=result.p_value,
            low=100 * low,
            high=100 * high,
        )


def _paragraph(text: str = "") -> QLabel:
    label = QLabel(text)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
