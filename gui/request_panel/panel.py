"""The request panel as a whole: it edits a `SynthesisRequest`."""

from __future__ import annotations

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.families.declaration import FamilyDeclaration
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.gui.request_panel.engine_card import EngineCard
from phonoscope.gui.request_panel.sampler_form import SamplerForm
from phonoscope.gui.request_panel.seed_field import SeedField
from phonoscope.gui.request_panel.voice_picker import VoicePicker
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
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
    """

    speak_requested = Signal()
    stop_requested = Signal()

    def __init__(self, declaration: FamilyDeclaration, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = QPlainTextEdit()
        self.text.setPlaceholderText(self.tr("Write what is to be spoken"))
        self.text.setAccessibleName(self.tr("Text"))
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(104)
        self.text.textChanged.connect(self._show_length)
        self._length = QLabel()
        self._length.setObjectName("muted")
        self.language = QComboBox()
        self.language.setAccessibleName(self.tr("Language"))
        self.language.addItem(self.tr("Detect language"), _AUTO)
        self.seed = SeedField()
        self.speak_button = QPushButton(self.tr("Speak"))
        self.speak_button.setObjectName("primary")
        self.speak_button.clicked.connect(self.speak_requested)
        self.stop_button = QPushButton(self.tr("Stop"))
        self.stop_button.clicked.connect(self.stop_requested)
        self.message = QLabel()
        self.message.setObjectName("error")
        self.message.setWordWrap(True)
        self.message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.message.hide()
        self.engine_card = EngineCard()
        self.voice_picker = VoicePicker()
        self.sampler = SamplerForm(declaration)

        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        for widget in (self._text_card(), self.engine_card, self.voice_picker, self.sampler):
            column.addWidget(widget)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidget(content)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(area)
        self.setMinimumWidth(300)
        self._show_length()
        self.show_state(None, loading=False, speaking=False)

    def request(self, engine: Engine) -> SynthesisRequest | None:
        """Return the request as it stands, with the next seed; None, and a message in place, when it does not fit."""
        try:
            request = engine.request(
                self.text.toPlainText(),
                voice=self.voice_picker.voice,
                sampler=self.sampler.values,
                language=self.language.currentData(),
                seed=self.seed.next(),
            )
        except PhonoscopeError as error:
            self.show_error(str(error))
            return None
        self.show_error("")
        return request

    def show_request(self, request: SynthesisRequest) -> None:
        """Fill the panel with a request, for example that of a kept take."""
        self.text.setPlainText(request.text)
        self.voice_picker.choose(request.voice.source)
        self.sampler.set_values(request.sampler)
        self.seed.set_seed(request.seed)
        self.language.setCurrentIndex(max(0, self.language.findData(request.language)))

    def show_state(self, engine: Engine | None, *, loading: bool, speaking: bool) -> None:
        """Show what the engine does; a newly loaded model brings its voices, languages and defaults."""
        self.engine_card.show_state(engine, loading=loading)
        self.speak_button.setEnabled(engine is not None and not speaking and not loading)
        self.speak_button.setToolTip("" if engine is not None else self.tr("Load a model first"))
        self.stop_button.setEnabled(speaking)

    def set_declaration(self, declaration: FamilyDeclaration) -> None:
        """Show the settings, languages and speakers of another model; what was chosen stays where it still fits."""
        self.sampler.set_declaration(declaration)
        self.voice_picker.set_speakers(declaration.speakers)
        chosen = self.language.currentData()
        self.language.clear()
        self.language.addItem(self.tr("Detect language"), _AUTO)
        for name in declaration.languages:
            if name != _AUTO:
                self.language.addItem(name.capitalize(), name)
        self.language.setCurrentIndex(max(0, self.language.findData(chosen)))

    def show_error(self, message: str) -> None:
        """Show what is wrong above the buttons; nothing when it is empty."""
        self.message.setText(message)
        self.message.setVisible(bool(message))

    def _text_card(self) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        top = QHBoxLayout()
        heading = QLabel(self.tr("Text"))
        heading.setObjectName("heading")
        top.addWidget(heading)
        top.addStretch(1)
        top.addWidget(self._length)
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
        layout.addWidget(self.text, 1)
        layout.addWidget(self.language)
        layout.addLayout(seed_row)
        layout.addWidget(self.message)
        layout.addLayout(buttons)
        return card

    def _show_length(self) -> None:
        n = len(self.text.toPlainText())
        self._length.setText(self.tr("{n} characters").format(n=n))
