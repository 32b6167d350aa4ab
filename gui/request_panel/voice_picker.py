"""The voice picker: speakers of the model, voices that come with Phonoscope, and files, with search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.text.script import marks_voice
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.formula import is_blend
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
_HEIGHT_PX = 132


class VoicePicker(QFrame):
    """A list of voices, each once, that typing narrows down."""

    add_requested = Signal()
    listed = Signal()  # other voices than before

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._files: list[Path] = []
        self._speakers: Sequence[str] = ()
        self._library: Sequence[VoiceEntry] = ()
        self._blends: list[str] = []
        self._width: int | None = None
        self._wanted = ""  # until a model that knows it is loaded
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
        self.voices.setFixedHeight(_HEIGHT_PX)
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
        self._list()

    @property
    def voice(self) -> str | None:
        """The voice chosen, as `Engine.request` takes it; None to let the model choose."""
        item = self.voices.currentItem()
        return (item.data(_VOICE) or None) if item is not None else None

    @property
    def files(self) -> tuple[str, ...]:
        """Files that were added."""
        return tuple(str(path) for path in self._files)

    def set_model(self, speakers: Sequence[str], width: int | None, default: str | None) -> None:
        """List what a loaded model takes.

        Parameters
        ----------
        speakers
            Voices inside the model.
        width
            Length of the x-vectors that it takes; None where it takes none.
        default
            The voice to choose while none is.
        """
        self._speakers, self._width = speakers, width
        self._list()
        if self._wanted:
            self.choose_later(self._wanted)
        if self.voice is None and default is not None:
            self.choose(default)

    def add_file(self, path: Path, *, choose: bool = True) -> None:
        """List a voice file and, if so wished, choose it."""
        if path not in self._files:
            self._files.append(path)
            self._list()
        if choose:
            self.choose(str(path))

    def choose(self, voice: str) -> bool:
        """Choose a voice; return whether it is listed."""
        for item in self._items():
            if item.data(_VOICE) == voice:
                self.voices.setCurrentItem(item)
                return True
        return False

    def choose_later(self, voice: str) -> None:
        """Choose a voice, now or as soon as a model brings it."""
        if is_blend(voice):
            self.show_voice(voice)  # no model brings it
        else:
            self._wanted = "" if self.choose(voice) else voice

    def named(self, name: str) -> str | None:
        """Return the voice that a mark in the text names, as `Engine.request` takes it."""
        voices = (str(item.data(_VOICE)) for item in self._items())
        return next((voice for voice in voices if voice and marks_voice(name, voice)), None)

    def set_library(self, entries: Sequence[VoiceEntry]) -> None:
        """List the voices of the library, as far as they fit the model."""
        self._library = entries
        self._list()

    def show_voice(self, voice: str) -> None:
        """Choose a voice, and list it first where it is not: a blend, for example."""
        if not self.choose(voice):
            self._blends.append(voice)
            self._list()
            self.choose(voice)

    def _list(self) -> None:
        chosen = self.voice or ""
        self.voices.clear()
        for text, voice in self._entries():
            item = QListWidgetItem(text)
            item.setData(_VOICE, voice)
            item.setToolTip(voice)
            self.voices.addItem(item)
        if not self.choose(chosen):
            self.voices.setCurrentRow(0)
        self._filter(self.search.text())
        self.listed.emit()

    def _entries(self) -> Iterator[tuple[str, str]]:
        """Yield title and voice of every entry, each name once: the model's own speakers come before others."""
        yield self.tr("The model chooses"), ""
        yield from ((self.tr("{name} (in the model)").format(name=name), name) for name in self._speakers)
        own = {name.casefold() for name in self._speakers}
        for entry in self._library:
            if entry.name.casefold() not in own and self._fits(entry):
                own.add(entry.name.casefold())
                yield entry.name, entry.name
        yield from ((blend, blend) for blend in self._blends if blend.casefold() not in own)
        stems = [path.name for path in self._files]
        for path in self._files:  # two files of one name are told by their folders
            yield (path.name if stems.count(path.name) == 1 else f"{path.name} ({path.parent})"), str(path)

    def _fits(self, entry: VoiceEntry) -> bool:
        return self._width is None or entry.kind is not VoiceKind.XVECTOR or entry.width == self._width

    def _items(self) -> Iterator[QListWidgetItem]:
        return (self.voices.item(row) for row in range(self.voices.count()))

    def _filter(self, text: str) -> None:
        n_shown = 0
        for item in self._items():
            item.setHidden(text.casefold() not in item.text().casefold())
            n_shown += not item.isHidden()
        self._nothing_found.setVisible(n_shown == 0)
