"""Writing takes to files: format, folder, names, and how far it is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.takes.export import BUNDLE_SUFFIX, EXPORT_SUFFIXES, export_takes, planned_files
from phonoscope.engine.takes.naming import DEFAULT_PATTERN, FIELDS
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.gui.background import Background, interrupted
from phonoscope.gui.elided_lines import ElidedLines
from phonoscope.gui.language.said import said
from phonoscope.gui.local_files import keep_files_out
from phonoscope.gui.plain_text import plain_label
from phonoscope.gui.settings.store import SettingsStore
from PySide6.QtCore import QStandardPaths, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

_N_PREVIEWED = 4


class ExportDialog(QDialog):
    """Exports takes; it closes when they are written.

    Parameters
    ----------
    store
        Where they are.
    takes
        Which ones.
    settings
        What was chosen the last time.
    """

    exported = Signal(list)  # of paths

    _progressed = Signal(int, int)

    def __init__(
        self, store: TakeStore, takes: Sequence[TakeSummary], settings: SettingsStore, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._takes = list(takes)
        self._settings = settings
        self._background = Background(self, "phonoscope-export")
        self._progressed.connect(self._show_progress)
        self.setWindowTitle(self.tr("Export %n takes", "", len(takes)))
        self.setMinimumWidth(520)
        kept = settings.settings.takes
        self.format = QComboBox()
        for suffix in EXPORT_SUFFIXES:
            self.format.addItem(self._format_title(suffix), suffix)
        self.format.setCurrentIndex(max(0, self.format.findData(kept.export_format)))
        self.format.currentIndexChanged.connect(self._preview)
        music = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.MusicLocation)
        self.folder = QLineEdit(kept.export_folder or music or str(Path.home()))
        self.folder.textChanged.connect(self._preview)
        browse = QPushButton(self.tr("Choose…"))
        browse.setAutoDefault(False)
        browse.clicked.connect(self._browse)
        self.pattern = QLineEdit(kept.export_pattern or DEFAULT_PATTERN)
        self.pattern.textChanged.connect(self._preview)
        fields = QLabel(self.tr("Fields: {fields}").format(fields=" ".join(f"{{{name}}}" for name in FIELDS)))
        fields.setObjectName("muted")
        fields.setWordWrap(True)
        fields.setFixedHeight(2 * self.fontMetrics().lineSpacing())
        fields.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.preview = ElidedLines()
        self.preview.setObjectName("notice")
        self.preview.setAccessibleName(self.tr("Preview of the names"))
        self.preview.setMinimumHeight((_N_PREVIEWED + 1) * self.fontMetrics().lineSpacing() + 12)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.message = plain_label()
        self.message.setObjectName("error")
        self.progress = QProgressBar()
        self.progress.setRange(0, len(takes))
        self.progress.hide()
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.export_button = self.buttons.addButton(self.tr("Export"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.export_button.setObjectName("primary")
        self.export_button.setDefault(True)
        self.buttons.accepted.connect(self.export)
        self.buttons.rejected.connect(self.reject)
        folder = QHBoxLayout()
        folder.addWidget(self.folder, 1)
        folder.addWidget(browse)
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(8)
        for title, widget in (
            (self.tr("&Format"), self.format),
            (self.tr("Fo&lder"), folder),
            (self.tr("&Names"), self.pattern),
            ("", fields),
            (self.tr("Files"), self.preview),
        ):
            label = QLabel(title)
            label.setBuddy(self.folder if isinstance(widget, QHBoxLayout) else widget)
            form.addRow(label, widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(10)
        layout.addLayout(form)
        layout.addWidget(self.message)
        layout.addWidget(self.progress)
        layout.addStretch(1)
        layout.addWidget(self.buttons)
        keep_files_out(self)
        self._preview()

    @property
    def suffix(self) -> str:
        """The format chosen."""
        return str(self.format.currentData())

    @property
    def _folder(self) -> Path:
        return Path(self.folder.text()).expanduser()

    def export(self) -> None:
        """Write the files."""
        self._settings.change(
            "takes",
            export_folder=self.folder.text(),
            export_pattern=self.pattern.text(),
            export_format=self.suffix,
        )
        self.export_button.setEnabled(False)
        self.progress.setValue(0)
        self.progress.show()
        folder, pattern, suffix = self._folder, self.pattern.text(), self.suffix
        marks = self._settings.settings.takes.marks_synthetic

        def write() -> list[Path]:
            return export_takes(self._store, self._takes, folder, pattern, suffix, self._report, marks_synthetic=marks)

        self._background.run(write, self._exported, self._fail)

    def done(self, result: int) -> None:
        """Stop what is being written and close."""
        self._background.close()
        super().done(result)

    def _report(self, done: int, n: int) -> bool:
        """Say how far it is, from the thread that writes."""
        self._progressed.emit(done, n)
        return not interrupted()

    @Slot(int, int)
    def _show_progress(self, done: int, n: int) -> None:
        self.progress.setRange(0, n)
        self.progress.setValue(done)

    def _exported(self, files: list[Path]) -> None:
        self.exported.emit(files)
        self.accept()

    def _fail(self, message: str) -> None:
        self.progress.hide()
        self.message.setText(message)
        self.export_button.setEnabled(True)

    def _preview(self) -> None:
        self.message.clear()
        try:
            files = planned_files(self._takes, self._folder, self.pattern.text(), self.suffix)
        except PhonoscopeError as error:
            self.message.setText(said(error))
            self.preview.set_lines([])
        else:
            lines = [path.name for path in files[:_N_PREVIEWED]]
            if len(files) > _N_PREVIEWED:
                lines.append(self.tr("… and %n more", "", len(files) - _N_PREVIEWED))
            self.preview.set_lines(lines)
        self.export_button.setEnabled(not self.message.text() and bool(self.folder.text().strip()))

    def _browse(self) -> None:
        if folder := QFileDialog.getExistingDirectory(self, self.tr("Choose a folder"), self.folder.text()):
            self.folder.setText(folder)

    def _format_title(self, suffix: str) -> str:
        return {
            ".wav": self.tr("WAV, 16 bits"),
            ".flac": self.tr("FLAC, without loss"),
            ".ogg": self.tr("Ogg Vorbis"),
            ".mp3": self.tr("MP3"),
            BUNDLE_SUFFIX: self.tr("One archive with recipes, sound, codes and states (.zip)"),
        }.get(suffix, suffix)
