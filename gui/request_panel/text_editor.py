"""The text to speak, with what the engine expects of it below."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from phonoscope.engine.synthesis import Engine
from phonoscope.engine.text.estimate import SpeechEstimate
from phonoscope.engine.text.script import names_in_marks
from phonoscope.gui.background import Background
from phonoscope.gui.language.figures import filled
from phonoscope.gui.local_files import local_files
from phonoscope.gui.plain_text import plain_label
from PySide6.QtCore import QMimeData, QTimer, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QVBoxLayout, QWidget

_PAUSE_MS = 120  # of typing before the text is looked at
_HEIGHT_PX = 118


class _Editor(QPlainTextEdit):
    """Takes text; files that are pasted are passed on to the window."""

    files_dropped = Signal(list)  # of paths

    def canInsertFromMimeData(self, source: QMimeData) -> bool:  # noqa: N802 - Qt's name
        """Take files too."""
        return source.hasUrls() or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:  # noqa: N802 - Qt's name
        """Insert text; the name of a file is no text to speak."""
        if files := local_files(source):
            self.files_dropped.emit(files)
        else:
            super().insertFromMimeData(source)


class TextEditor(QWidget):
    """Text of one voice or several, its length in tokens and seconds, and who speaks.

    Parameters
    ----------
    find_voice
        Returns the voice that a mark names, as `Engine.request` takes it, or None.
    """

    def __init__(self, find_voice: Callable[[str], str | None]) -> None:
        super().__init__()
        self._find_voice = find_voice
        self._engine: Engine | None = None
        self._language = "auto"
        self.edit = _Editor()
        self.edit.setPlaceholderText(
            self.tr("Write what is to be spoken.\n[name] at the start of a line changes the voice.")
        )
        self.edit.setAccessibleName(self.tr("Text"))
        self.edit.setTabChangesFocus(True)
        self.edit.setFixedHeight(_HEIGHT_PX)
        self.length = QLabel()
        self.length.setObjectName("muted")
        self.length.setWordWrap(True)
        self.length.setToolTip(self.tr("What the model reads, and how long ordinary speech of it takes"))
        self.cast = plain_label()
        self.cast.setObjectName("muted")
        self._counting = Background(self, "phonoscope-length")  # a book takes the better part of a second
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self.show_length)
        self.edit.textChanged.connect(self._pause.start)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for widget in (self.edit, self.length, self.cast):
            layout.addWidget(widget)
        self.show_length()

    @property
    def text(self) -> str:
        """What is written."""
        return self.edit.toPlainText()

    def replace_text(self, text: str) -> None:
        """Put another text in the place of what is written; unlike Qt's `setPlainText`, undo brings that back."""
        cursor = self.edit.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)

    def voices(self) -> list[str]:
        """Return the voices that lines of the text name, as `Engine.request` takes a cast."""
        found = (self._find_voice(name) for name in names_in_marks(self.text))
        return list(dict.fromkeys(voice for voice in found if voice is not None))

    def set_engine(self, engine: Engine | None, language: str) -> None:
        """Let this model say how long the text will be."""
        self._engine = engine
        self._language = language
        self.show_length()

    def show_length(self) -> None:
        """Say who speaks, and how long the text is once that is counted."""
        self._pause.stop()
        self._show_cast()
        if self._engine is None:
            self.length.setText(self.tr("%n characters", "", len(self.text)))
        elif self._counting.busy:
            self._pause.start()  # one count at a time, and the last one of what is written then
        else:
            count = partial(self._engine.estimate, self.text, cast=self.voices(), language=self._language)
            self._counting.run(count, self._show_estimate)

    def stop_counting(self) -> None:
        """Wait for what is being counted; the window closes."""
        self._pause.stop()
        self._counting.close()

    def _show_estimate(self, estimate: SpeechEstimate) -> None:
        if self._engine is None:  # ejected meanwhile
            return
        tokens = self.tr("%n tokens", "", estimate.n_tokens)
        seconds = filled(self.tr("about {seconds:.1f} s"), seconds=estimate.duration_s)
        self.length.setText(f"{tokens}  ·  {seconds}")

    def _show_cast(self) -> None:
        names = names_in_marks(self.text)
        known = [name for name in names if self._find_voice(name) is not None]
        strange = [name for name in names if name not in known]
        lines = []
        if known:
            lines.append(self.tr("Voices in the text: {names}").format(names=", ".join(known)))
        if strange:
            lines.append("⚠ " + self.tr("no voice is called {names}: read out").format(names=", ".join(strange)))
        self.cast.setText("\n".join(lines))
        self.cast.setVisible(bool(lines))
