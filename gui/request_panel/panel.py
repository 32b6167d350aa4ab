"""The request panel as a whole: it edits a `SynthesisRequest`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.families.declaration import FamilyDeclaration, VoiceKind
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.takes.folder import StoredTake
from phonoscope.engine.voices.bundled import DEFAULT_VOICES
from phonoscope.engine.voices.references import present_name
from phonoscope.gui.column_area import ColumnArea
from phonoscope.gui.focus import set_enabled
from phonoscope.gui.language.languages import language_name
from phonoscope.gui.language.said import said
from phonoscope.gui.plain_text import plain_label
from phonoscope.gui.request_panel.continuation_row import ContinuationRow
from phonoscope.gui.request_panel.engine_card import EngineCard, LoadSettings
from phonoscope.gui.request_panel.sampler_form import SamplerForm
from phonoscope.gui.request_panel.seed_field import SeedField
from phonoscope.gui.request_panel.text_editor import TextEditor
from phonoscope.gui.request_panel.voice_picker import VoicePicker
from phonoscope.gui.request_panel.work_estimate import WorkEstimate
from phonoscope.gui.settings.sections import RequestSettings
from phonoscope.gui.settings.store import SettingsStore
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

_AUTO = "auto"


class RequestPanel(QWidget):
    """Text, model, voice, sampler, seed and language, with Speak and Stop.

    Parameters
    ----------
    declaration
        Of the family whose settings are shown before a model is loaded.
    settings
        Where presets are kept.
    """

    speak_requested = Signal()
    stop_requested = Signal()

    def __init__(self, declaration: FamilyDeclaration, settings: SettingsStore, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.voice_picker = VoicePicker()
        self.editor = TextEditor(self.voice_picker.named)
        self.text = self.editor.edit
        self.voice_picker.listed.connect(self.editor.show_length)
        self.language = QComboBox()
        self.language.setAccessibleName(self.tr("Language"))
        self.language.addItem(self.tr("Detect language"), _AUTO)
        self.seed = SeedField()
        self.speak_button = QPushButton(self.tr("Speak"))
        self.speak_button.setObjectName("primary")
        self.speak_button.clicked.connect(self.speak_requested)
        self.stop_button = QPushButton(self.tr("Stop"))
        self.stop_button.clicked.connect(self.stop_requested)
        self.message = plain_label()
        self.message.setObjectName("error")
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.message.hide()
        self.work = WorkEstimate(self._draft)
        self.continuation = ContinuationRow()
        self.engine_card = EngineCard()
        self.sampler = SamplerForm(declaration, settings)

        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        for widget in (self._text_card(), self.engine_card, self.voice_picker, self.sampler):
            column.addWidget(widget, int(widget is self.voice_picker))  # its list has what is left of a high window
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(ColumnArea(content))
        self.language.currentIndexChanged.connect(self._language_chosen)
        self.language.activated.connect(self._follow_with_the_voice)  # chosen by hand, not by a session
        for changed in (
            self.text.textChanged,
            self.sampler.changed,
            self.continuation.changed,
            self.voice_picker.voices.currentRowChanged,
        ):
            changed.connect(self.work.estimate_soon)
        self._engine: Engine | None = None
        self._wanted_language = ""  # by the last session, until a model says which languages there are
        self.show_state(None, loading=False, speaking=False)

    def request(self, engine: Engine) -> SynthesisRequest | None:
        """Return the request as it stands, with the next seed; None, and a message in place, when it does not fit."""
        try:
            request = replace(self._draft(engine), seed=self.seed.next())
        except PhonoscopeError as error:
            self.show_error(said(error))
            return None
        self.show_error("")
        return request

    def _draft(self, engine: Engine) -> SynthesisRequest:
        """Return the request as it stands, with any seed."""
        return engine.request(
            self.text.toPlainText(),
            voice=self.voice_picker.voice,
            continuation=self.continuation.source or None,
            cast=self.editor.voices(),
            sampler=self.sampler.values,
            language=self.language.currentData(),
        )

    def continue_take(self, take: StoredTake) -> None:
        """Fill the panel with the request of a take that the next one is to go on from; its words stay in the text."""
        self.show_request(take.request)
        self.continuation.set_source(str(take.latents_file), take.duration_s)
        self.text.moveCursor(QTextCursor.MoveOperation.End)
        self.text.insertPlainText(" ")
        self.text.setFocus()

    def show_request(self, request: SynthesisRequest) -> None:
        """Fill the panel with a request, for example that of a kept take."""
        self.editor.replace_text(request.text)
        for voice in (request.voice, *request.cast):
            if voice.kind is not VoiceKind.SPEAKER and Path(voice.source).is_file():
                self.voice_picker.add_file(Path(voice.source), choose=False)
        self.voice_picker.show_voice(present_name(request.voice))
        self.continuation.set_source(request.continuation.source)
        self.sampler.set_values(request.sampler)
        self.seed.set_seed(request.seed)
        self.language.setCurrentIndex(max(0, self.language.findData(request.language)))

    def state(self, loaded: LoadSettings | None) -> RequestSettings:
        """Return what stands in the panel, for the next start.

        A model that was ``loaded`` is so again then, whatever was written in its field since, and perhaps refused.
        """
        model = self.engine_card.settings
        if loaded is not None and loaded.model != model.model:
            model = loaded
        return RequestSettings(
            text=self.editor.text,
            model=model.model,
            loads_at_start=loaded is not None,
            threads=model.n_threads,
            quantisation=model.quantisation,
            voice=self.voice_picker.voice or "",
            voice_files=self.voice_picker.files,
            language=self._wanted_language or str(self.language.currentData() or _AUTO),
            seed=str(self.seed.seed),
            seed_locked=self.seed.lock.isChecked(),
            sampler=self.sampler.changed_values,
        )

    def restore(self, kept: RequestSettings) -> None:
        """Show what was kept; as at the first start where nothing was."""
        self.engine_card.restore(kept.model, kept.threads, kept.quantisation)
        if kept.text is not None:
            self.text.setPlainText(kept.text)
        for name in kept.voice_files:
            if Path(name).is_file():
                self.voice_picker.add_file(Path(name), choose=False)
        self.voice_picker.choose_later(kept.voice)
        self._wanted_language = kept.language
        if kept.seed.isdecimal():
            self.seed.set_seed(int(kept.seed))
        self.seed.lock.setChecked(kept.seed_locked)
        self.sampler.set_values(kept.sampler)

    def show_state(self, engine: Engine | None, *, loading: bool, speaking: bool) -> None:
        """Show what the engine does; a newly loaded model brings its voices, languages and defaults."""
        self.engine_card.show_state(engine, loading=loading)
        if engine is not self._engine:
            self._engine = engine
            self.work.set_engine(engine)
            self._language_chosen()
        can_speak = engine is not None and not speaking and not loading
        set_enabled({self.speak_button: can_speak, self.stop_button: speaking})
        self.speak_button.setToolTip("" if engine is not None else self.tr("Load a model first"))

    def set_engine(self, engine: Engine) -> None:
        """Show the settings, languages and voices of a loaded model; what was chosen stays where it still fits."""
        declaration = engine.declaration
        self.sampler.set_declaration(declaration)
        takes_vectors = VoiceKind.XVECTOR in declaration.voice_kinds
        chosen = self._wanted_language or str(self.language.currentData() or _AUTO)
        voice = engine.default_voice(self.editor.text, chosen)
        self.voice_picker.set_model(declaration.speakers, engine.width if takes_vectors else 0, voice)
        self._wanted_language = ""
        self.language.clear()
        self.language.addItem(self.tr("Detect language"), _AUTO)
        for name in declaration.languages:
            if name != _AUTO:
                self.language.addItem(language_name(name), name)
        self.language.setCurrentIndex(max(0, self.language.findData(chosen)))

    def show_error(self, message: str) -> None:
        """Show what is wrong above the buttons; nothing when it is empty."""
        self.message.setText(message)
        self.message.setVisible(bool(message))

    def stop_estimating(self) -> None:
        """Wait for what is being found out about the text; the window closes."""
        self.editor.stop_counting()
        self.work.stop_estimating()

    def _language_chosen(self) -> None:
        self.editor.set_engine(self._engine, str(self.language.currentData() or _AUTO))

    def _follow_with_the_voice(self) -> None:
        """Choose the usual voice of a language while that of another is chosen: a voice brings its accent along."""
        if self._engine is not None and self.voice_picker.voice in DEFAULT_VOICES.values():
            voice = self._engine.default_voice(self.editor.text, str(self.language.currentData()))
            if voice is not None:
                self.voice_picker.choose(voice)

    def _text_card(self) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        top = QHBoxLayout()
        heading = QLabel(self.tr("Text"))
        heading.setObjectName("heading")
        top.addWidget(heading)
        top.addStretch(1)
        seed_row = QHBoxLayout()
        seed_label = QLabel(self.tr("Seed"))
        seed_label.setBuddy(self.seed.edit)
        seed_row.addWidget(seed_label)
        seed_row.addWidget(self.seed, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.speak_button, 2)
        buttons.addWidget(self.stop_button, 1)
        layout = QVBoxLayout(card)
        layout.setContentsMargins(10, 8, 10, 10)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addWidget(self.editor, 1)
        layout.addWidget(self.continuation)
        layout.addWidget(self.work)
        layout.addWidget(self.language)
        layout.addLayout(seed_row)
        layout.addWidget(self.message)
        layout.addLayout(buttons)
        return card
