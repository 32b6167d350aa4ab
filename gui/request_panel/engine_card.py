"""The engine card: which model is in memory, and its explicit loading and ejecting."""

from __future__ import annotations

from pathlib import Path

from phonoscope.engine.models.store import list_models
from phonoscope.engine.synthesis import Engine, available_cores
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QSpinBox, QWidget


class EngineCard(QFrame):
    """Chooses a model and its threads; says what is loaded."""

    load_requested = Signal(str, int)
    eject_requested = Signal()
    browse_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        heading = QLabel(self.tr("Model"))
        heading.setObjectName("heading")
        self.model_choice = QComboBox()
        self.model_choice.setEditable(True)
        self.model_choice.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.model_choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.model_choice.setMinimumContentsLength(12)
        self.model_choice.setAccessibleName(self.tr("Model"))
        line = self.model_choice.lineEdit()
        assert line is not None
        line.setPlaceholderText(self.tr("name, GGUF file or folder"))
        line.returnPressed.connect(self._load)
        browse = QPushButton("…")
        browse.setAccessibleName(self.tr("Choose a model file"))
        browse.setToolTip(self.tr("Choose a model file"))
        browse.setFixedWidth(32)
        browse.clicked.connect(self.browse_requested)
        self.threads = QSpinBox()
        self.threads.setRange(1, 64)
        self.threads.setFixedWidth(48)
        self.threads.setValue(available_cores())
        self.threads.setAccessibleName(self.tr("Threads"))
        threads_label = QLabel(self.tr("Threads"))
        threads_label.setBuddy(self.threads)
        self.load_button = QPushButton(self.tr("Load"))
        self.load_button.clicked.connect(self._load)
        self.eject_button = QPushButton(self.tr("Eject"))
        self.eject_button.clicked.connect(self.eject_requested)
        self.state = QLabel()
        self.state.setWordWrap(True)
        self.state.setObjectName("muted")
        self.state.setMinimumHeight(2 * self.fontMetrics().lineSpacing())  # a layout would give wrapped text one line

        chooser = QHBoxLayout()
        chooser.addWidget(self.model_choice, 1)
        chooser.addWidget(browse)
        buttons = QHBoxLayout()
        buttons.addWidget(threads_label)
        buttons.addWidget(self.threads)
        buttons.addStretch(1)
        buttons.addWidget(self.load_button)
        buttons.addWidget(self.eject_button)
        layout = QGridLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setVerticalSpacing(6)
        layout.addWidget(heading, 0, 0)
        layout.addLayout(chooser, 1, 0)
        layout.addLayout(buttons, 2, 0)
        layout.addWidget(self.state, 3, 0)
        for stored in list_models():
            self.model_choice.addItem(stored.name)
        self.show_state(None, loading=False)

    @property
    def model(self) -> str:
        """What is written in the field."""
        return self.model_choice.currentText().strip()

    def set_model(self, model: str) -> None:
        """Write a model into the field."""
        self.model_choice.setEditText(model)

    def show_state(self, engine: Engine | None, *, loading: bool) -> None:
        """Say what is in memory."""
        self.load_button.setEnabled(not loading)
        self.eject_button.setEnabled(engine is not None and not loading)
        if loading:
            self.state.setText(self.tr("Loading…"))
        elif engine is None:
            self.state.setText(self.tr("Nothing is loaded."))
        else:
            files = {engine.pair.model, engine.pair.codec}
            megabytes = sum(path.stat().st_size for path in files) / 1e6
            self.state.setText(
                self.tr("{title}: {size:.0f} MB of weights, {threads} threads, {rate:g} kHz").format(
                    title=engine.declaration.title or Path(engine.name).stem,
                    size=megabytes,
                    threads=engine.n_threads,
                    rate=engine.sample_rate_hz / 1000,
                )
            )

    def _load(self) -> None:
        if self.model:
            self.load_requested.emit(self.model, self.threads.value())
        else:
            self.browse_requested.emit()
