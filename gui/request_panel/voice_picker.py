"""The voice picker: speakers of the model, voices that come with Phonoscope, and files, with search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.text.script import marks_voice
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.formula import is_blend
from phonoscope.gui.plain_text import plain_tip
from phonoscope.gui.steady_label import SteadyLabel
from phonoscope.gui.voices.card_text import answers_to, tags_text
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

_VOICE = Qt.ItemDataRole.UserRole
_ENTRY = Qt.ItemDataRole.UserRole + 1  # what the library knows of the voice, or None
_MIN_HEIGHT_PX = 132


class VoicePicker(QFrame):
    """A list of voices, each once, that typing narrows down: Enter and Down choose the first that fits."""

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
        self.search.textChanged.connect(self._narrow)
        self.search.returnPressed.connect(self._choose_first)
        self.search.installEventFilter(self)
        self.chosen = SteadyLabel()  # also while the list shows others
        self.chosen.setObjectName("muted")
        self.voices = QListWidget()
        self.voices.setAccessibleName(self.tr("Voices"))
        self.voices.setSpacing(1)
        # Whatever height it asks for, it has what nothing else in the panel needs.
        self.voices.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.voices.setMinimumHeight(_MIN_HEIGHT_PX)
        self.voices.currentItemChanged.connect(self._show_chosen)
        self.voices.verticalScrollBar().rangeChanged.connect(self._keep_in_sight)  # the list or its room has changed
        self._nothing_found = QLabel(self.tr("No voice is called or described so."))
        self._nothing_found.setObjectName("muted")
        top = QHBoxLayout()
        top.addWidget(heading)
        top.addWidget(self.chosen, 1)
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
        for text, voice, entry in self._entries():
            item = QListWidgetItem(text)
            item.setData(_VOICE, voice)
            item.setData(_ENTRY, entry)
            item.setToolTip(plain_tip(voice))
            self.voices.addItem(item)
        if not self.choose(chosen):
            self.voices.setCurrentRow(0)
        self._filter(self.search.text())
        self._show_chosen()
        self.listed.emit()

    def _entries(self) -> Iterator[tuple[str, str, VoiceEntry | None]]:
        """Yield title, voice and description of all, each name once: the model's own speakers come before others."""
        yield self.tr("The model chooses"), "", None
        known: dict[str, VoiceEntry] = {}
        for entry in filter(self._fits, self._library):
            known.setdefault(entry.name.casefold(), entry)
        own = {name.casefold() for name in self._speakers}
        for name in self._speakers:
            described = known.get(name.casefold())
            in_the_model = self.tr("{name} (in the model)").format(name=name)
            yield (_title(described) if described and described.tags else in_the_model), name, described
        yield from ((_title(entry), entry.name, entry) for key, entry in known.items() if key not in own)
        own |= known.keys()
        yield from ((blend, blend, None) for blend in self._blends if blend.casefold() not in own)
        stems = [path.name for path in self._files]
        for path in self._files:  # two files of one name are told by their folders
            yield (path.name if stems.count(path.name) == 1 else f"{path.name} ({path.parent})"), str(path), None

    def _fits(self, entry: VoiceEntry) -> bool:
        return self._width is None or entry.kind is not VoiceKind.XVECTOR or entry.width == self._width

    def _items(self) -> Iterator[QListWidgetItem]:
        return (self.voices.item(row) for row in range(self.voices.count()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Go from the search to what it found."""
        is_press = event.type() is QEvent.Type.KeyPress and watched is self.search
        if is_press and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Down:
            self._choose_first()
            self.voices.setFocus()
            return True
        return super().eventFilter(watched, event)

    def _narrow(self, words: str) -> None:
        """List what fits; the only voice that does is chosen."""
        self._filter(words)
        if len(found := self._found()) == 1:
            self.voices.setCurrentItem(found[0])

    def _filter(self, words: str) -> None:
        for item in self._items():
            entry: VoiceEntry | None = item.data(_ENTRY)
            fits = words.casefold() in item.text().casefold() or (entry is not None and answers_to(entry, words))
            item.setHidden(not fits)
        self._nothing_found.setVisible(not self._found())

    def _found(self) -> list[QListWidgetItem]:
        return [item for item in self._items() if not item.isHidden()]

    def _choose_first(self) -> None:
        """Choose the first voice that fits, unless one that does is chosen."""
        found = self._found()
        if found and self.voices.currentItem() not in found:
            self.voices.setCurrentItem(found[0])

    def _keep_in_sight(self) -> None:
        if (item := self.voices.currentItem()) is not None:
            self.voices.scrollToItem(item)

    def _show_chosen(self) -> None:
        self.chosen.setText((self.voice and Path(self.voice).name) or self.tr("The model chooses"))


def _title(entry: VoiceEntry) -> str:
    return "  ·  ".join(part for part in (entry.name, tags_text(entry)) if part)
