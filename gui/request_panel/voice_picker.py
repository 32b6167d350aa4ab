"""The voice picker: speakers of the model, voices that come with Phonoscope, and files, with search."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

_VOICE = Qt.ItemDataRole.UserRole


class VoicePicker(QFrame):
    """A list of voices that typing narrows down."""

    add_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._files: list[Path] = []
        self._speakers: Sequence[str] = ()
        self._library: Sequence[str] = ()
        heading = QLabel(self.tr("Voice"))
        heading.setObjectName("heading")
        add = QPushButton(self.tr("Add file…"))
        add.clicked.connect(self.add_requested)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search voices"))
        self.search.setAccessibleName(self.tr("Search voices"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.voices = QListWidget()
        self.voices.setAccessibleName(self.tr("Voices"))
        self.voices.setFixedHeight(132)
        self._nothing_found = QLabel(self.tr("No voice is called so."))
        self._nothing_found.setObjectName("muted")
        top = QHBoxLayout()
        top.addWidget(heading)
        top.addStretch(1)
        top.addWidget(add)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addWidget(self.search)
        layout.addWidget(self.voices, 1)
        layout.addWidget(self._nothing_found)
        self.set_speakers(())

    @property
    def voice(self) -> str | None:
        """The voice chosen, as `Engine.request` takes it; None to let the model choose."""
        item = self.voices.currentItem()
        return (item.data(_VOICE) or None) if item is not None else None

    def set_speakers(self, speakers: Sequence[str]) -> None:
        """List these speakers of the loaded model beside all other voices."""
        self._speakers = speakers
        entries = [(self.tr("The model chooses"), "")]
        entries += [(self.tr("{name} (in the model)").format(name=name), name) for name in speakers]
        entries += [(name, name) for name in self._library]
        entries += [(path.name, str(path)) for path in self._files]
        chosen = self.voice or ""
        self.voices.clear()
        for text, voice in entries:
            item = QListWidgetItem(text)
            item.setData(_VOICE, voice)
            item.setToolTip(voice)
            self.voices.addItem(item)
        if not self.choose(chosen):
            self.voices.setCurrentRow(0)
        self._filter(self.search.text())

    def set_library(self, names: Sequence[str]) -> None:
        """List the voices of the library."""
        self._library = names
        self.set_speakers(self._speakers)

    def show_voice(self, voice: str) -> None:
        """Choose a voice, and list it first where it is not: a blend, for example."""
        if not self.choose(voice):
            item = QListWidgetItem(voice)
            item.setData(_VOICE, voice)
            item.setToolTip(voice)
            self.voices.addItem(item)
            self.choose(voice)

    def add_file(self, path: Path) -> None:
        """List a voice file and choose it."""
        if path not in self._files:
            self._files.append(path)
            item = QListWidgetItem(path.name)
            item.setData(_VOICE, str(path))
            item.setToolTip(str(path))
            self.voices.addItem(item)
        self.choose(str(path))

    def choose(self, voice: str) -> bool:
        """Choose a voice; return whether it is listed."""
        for row in range(self.voices.count()):
            if self.voices.item(row).data(_VOICE) == voice:
                self.voices.setCurrentRow(row)
                return True
        return False

    def _filter(self, text: str) -> None:
        n_shown = 0
        for row in range(self.voices.count()):
            item = self.voices.item(row)
            item.setHidden(text.casefold() not in item.text().casefold())
            n_shown += not item.isHidden()
        self._nothing_found.setVisible(n_shown == 0)
