"""The engine card: which model is in memory, how it is stored and where it computes; explicit loading and ejecting."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from phonoscope.engine.cores import available_cores
from phonoscope.engine.models.loaded import resident_bytes
from phonoscope.engine.models.quantisation import TYPES
from phonoscope.engine.models.store import DEFAULT_MODEL, DEFAULT_TYPE, is_stored_as_chosen, list_models
from phonoscope.engine.request import BACKENDS
from phonoscope.engine.synthesis import Engine
from phonoscope.gui.language.figures import filled
from phonoscope.gui.number_field import WholeNumberField
from phonoscope.gui.plain_text import as_markup
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QWidget,
)

_MEMORY_MS = 2000  # between two looks at the memory in use
_N_STATE_LINES = 3


@dataclass(frozen=True)
class LoadSettings:
    """What to load, and how.

    Parameters
    ----------
    model
        A name, a GGUF file or a folder.
    n_threads
        Threads that compute; 0 for as many as there are cores.
    quantisation
        Storage type that a checkpoint folder is converted to.
    requantises
        Whether GGUF files are converted to it, too.
    """

    model: str
    n_threads: int = 0
    quantisation: str = DEFAULT_TYPE
    requantises: bool = False


class EngineCard(QFrame):
    """Chooses a model, its storage type, device and threads; says what is loaded and what memory it takes."""

    load_requested = Signal(object)  # LoadSettings
    eject_requested = Signal()
    browse_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._engine: Engine | None = None
        self.model_choice = self._make_model_choice()
        browse = QPushButton("…")
        browse.setAccessibleName(self.tr("Choose a model file"))
        browse.setToolTip(self.tr("Choose a model file"))
        browse.setFixedWidth(36)
        browse.clicked.connect(self.browse_requested)
        self.quantisation = QComboBox()
        self.quantisation.addItems(TYPES)
        self.quantisation.setPlaceholderText(self.tr("as it is"))
        self._type = DEFAULT_TYPE
        self.quantisation.currentTextChanged.connect(self._type_chosen)
        self.device = QComboBox()
        for backend in BACKENDS:
            self.device.addItem(backend.upper(), backend)
        self.device.setEnabled(len(BACKENDS) > 1)
        self.device.setToolTip(self.tr("Where the model computes"))
        self.threads = WholeNumberField()
        self.threads.setRange(1, 64)
        self.threads.setValue(available_cores())
        self.threads.setToolTip(self.tr("As many as the machine has cores is fastest; they do not change the sound"))
        self.load_button = QPushButton(self.tr("Load"))
        self.load_button.clicked.connect(self.load)
        self.eject_button = QPushButton(self.tr("Eject"))
        self.eject_button.setToolTip(self.tr("Give the memory of the model back"))
        self.eject_button.clicked.connect(self.eject_requested)
        self.state = QLabel()
        self.state.setObjectName("muted")
        self.state.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.state.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.state.setMinimumHeight(_N_STATE_LINES * self.fontMetrics().lineSpacing())
        self._memory = QTimer(self)
        self._memory.setInterval(_MEMORY_MS)
        self._memory.timeout.connect(self._show_loaded)
        self.model_choice.editTextChanged.connect(self._offer_types)
        self._offer_types()
        self._arrange(browse)
        self.show_state(None, loading=False)

    @property
    def model(self) -> str:
        """What is written in the field."""
        return self.model_choice.currentText().strip()

    @property
    def settings(self) -> LoadSettings:
        """What the fields say."""
        return LoadSettings(self.model, self.threads.value(), self._type)

    def set_model(self, model: str) -> None:
        """Write a model into the field; nothing for the one that comes along."""
        self.model_choice.setEditText(model or DEFAULT_MODEL)

    def restore(self, model: str, n_threads: int, quantisation: str) -> None:
        """Show what was chosen the last time."""
        self.set_model(model)
        if n_threads:
            self.threads.setValue(n_threads)
        if quantisation in TYPES:
            self._type = quantisation
            self._offer_types()

    def load(self) -> None:
        """Ask for what the fields say."""
        if self.model:
            self.load_requested.emit(self.settings)
        else:
            self.browse_requested.emit()

    def show_state(self, engine: Engine | None, *, loading: bool) -> None:
        """Say what is in memory."""
        self._engine = engine
        self.load_button.setEnabled(not loading)
        self.eject_button.setEnabled(engine is not None and not loading)
        if engine is not None:
            self.eject_button.setText(self.tr("Eject"))
            self._memory.start()
            self._show_loaded()
            return
        self._memory.stop()
        self.state.setToolTip("")
        self.state.setText(self.tr("Loading…") if loading else self.tr("Nothing is loaded."))
        self.eject_button.setEnabled(loading)
        self.eject_button.setText(self.tr("Stop") if loading else self.tr("Eject"))

    def show_conversion(self, percent: int) -> None:
        """Say how far the conversion of a checkpoint folder is."""
        self.state.setText(self.tr("Converting the checkpoint, once: {percent} %").format(percent=percent))

    def _offer_types(self) -> None:
        """Let a storage type be chosen for a checkpoint folder; a GGUF file has its own."""
        is_choice = is_stored_as_chosen(self.model)
        self.quantisation.setEnabled(is_choice)
        self.quantisation.setCurrentIndex(self.quantisation.findText(self._type) if is_choice else -1)
        self.quantisation.setToolTip(
            self.tr("How the checkpoint folder is stored once it is converted")
            if is_choice
            else self.tr("A GGUF file is loaded as it is; of a checkpoint folder the storage type can be chosen")
        )

    def _type_chosen(self, name: str) -> None:
        self._type = name or self._type  # nothing is shown where there is no choice

    def _show_loaded(self) -> None:
        """Say what is loaded and how much memory the program occupies now."""
        if self._engine is None or not self.isVisible():
            return
        figures = self._engine.figures
        how = filled(
            self.tr("{quantisation}  ·  {device}  ·  %n threads  ·  {rate:g} kHz", "", figures.n_threads),
            quantisation=figures.quantisation,
            device=figures.device.upper(),
            rate=figures.sample_rate_hz / 1000,
        )
        memory = self.tr("{size:.0f} MB of weights").format(size=figures.weight_bytes / 1e6)
        if (used := resident_bytes()) is not None:
            memory += "  ·  " + self.tr("{size:.0f} MB in use").format(size=used / 1e6)
        lines = [Path(self._engine.name).stem, how, memory]
        about = self.tr("{title}\nThe program as a whole occupies the memory in use.").format(title=figures.title)
        about = as_markup(about)
        declaration = self._engine.declaration
        if declaration.licence:
            lines.append(self.tr("Licence: {name}").format(name=declaration.licence_name))
            about += f"<p>{declaration.licence}"
        self.state.setToolTip(about)
        text = "\n".join(lines)
        if text != self.state.text():
            self.state.setText(text)

    def _make_model_choice(self) -> QComboBox:
        choice = QComboBox()
        choice.setEditable(True)
        choice.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        choice.setMinimumContentsLength(12)
        choice.setAccessibleName(self.tr("Model"))
        line = choice.lineEdit()
        assert line is not None
        line.setPlaceholderText(self.tr("name, GGUF file or folder"))
        line.returnPressed.connect(self.load)
        for stored in list_models():
            choice.addItem(stored.name)
            about = f"{stored.path}\n{stored.n_bytes / 1e6:.0f} MB"
            choice.setItemData(choice.count() - 1, about, Qt.ItemDataRole.ToolTipRole)
        return choice

    def _arrange(self, browse: QPushButton) -> None:
        heading = QLabel(self.tr("Model"))
        heading.setObjectName("heading")
        chooser = QHBoxLayout()
        chooser.addWidget(self.model_choice, 1)
        chooser.addWidget(browse)
        how = QGridLayout()
        how.setHorizontalSpacing(8)
        how.setVerticalSpacing(2)
        for column, (title, field) in enumerate(
            (
                (self.tr("Stored as"), self.quantisation),
                (self.tr("Device"), self.device),
                (self.tr("Threads"), self.threads),
            )
        ):
            label = QLabel(title)
            label.setObjectName("muted")
            label.setBuddy(field)
            field.setAccessibleName(title)
            how.addWidget(label, 0, column)
            how.addWidget(field, 1, column)
            how.setColumnStretch(column, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.load_button, 1)
        buttons.addWidget(self.eject_button, 1)
        layout = QGridLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setVerticalSpacing(6)
        layout.addWidget(heading, 0, 0)
        layout.addLayout(chooser, 1, 0)
        layout.addLayout(how, 2, 0)
        layout.addLayout(buttons, 3, 0)
        layout.addWidget(self.state, 4, 0)
