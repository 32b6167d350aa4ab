"""Several recordings of one person on their way to one voice: how well they agree, and the share of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from phonoscope.engine.errors import VoiceError
from phonoscope.engine.voices.card import MAX_NAME_CHARACTERS, check_name
from phonoscope.engine.voices.extraction import MeasuredClip
from phonoscope.engine.voices.making import mean_of_clips
from phonoscope.gui.language.figures import filled
from phonoscope.gui.language.said import said
from phonoscope.gui.local_files import keep_files_out
from phonoscope.gui.number_field import WholeNumberField
from phonoscope.gui.plain_text import plain_tip
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

_FULL_SHARE = 100
_FILE, _LENGTH, _AGREEMENT, _SHARE, _ADVICE = range(5)
_SIZE_PX = (860, 420)


class ClipsDialog(QDialog):
    """A row for each clip; what the shares do to the agreement of all is seen at once.

    Parameters
    ----------
    clips
        The recordings.
    name
        What the voice is to be called, unless the person changes it.
    """

    def __init__(self, clips: Sequence[MeasuredClip], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("One voice of several recordings"))
        self.resize(*_SIZE_PX)
        self._clips = clips
        text = QLabel(
            self.tr(
                "The voice is the mean of the recordings by their shares; a share of 0 leaves one out. "
                "The agreement of a recording is the cosine that half of the others reach with it."
            )
        )
        text.setWordWrap(True)
        self.name = QLineEdit(name)
        self.name.setMaxLength(MAX_NAME_CHARACTERS)
        self.name.setAccessibleName(self.tr("Name of the new voice"))
        self.name.textChanged.connect(self._update)
        self.shares: list[QSpinBox] = []
        self.table = self._make_table()
        self.warning = QLabel()
        self.warning.setWordWrap(True)
        self.warning.setObjectName("error")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText(self.tr("Make the voice"))
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addWidget(text)
        row = QHBoxLayout()
        label = QLabel(self.tr("Name of the new voice"))
        label.setBuddy(self.name)
        row.addWidget(label)
        row.addWidget(self.name, 1)
        layout.addLayout(row)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.warning)
        layout.addWidget(self.buttons)
        keep_files_out(self)
        self._update()

    @property
    def clips(self) -> list[MeasuredClip]:
        """The clips with the shares that were given, without those that are left out."""
        pairs = zip(self._clips, self.shares, strict=True)
        return [replace(c, clip=replace(c.clip, weight=float(s.value()))) for c, s in pairs if s.value()]

    def _make_table(self) -> QTableWidget:
        table = QTableWidget(len(self._clips), 5)
        table.setAccessibleName(self.tr("Recordings"))
        titles = (self.tr("Recording"), self.tr("Length"), self.tr("Agreement"), self.tr("Share"), self.tr("Advice"))
        table.setHorizontalHeaderLabels(titles)
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setWordWrap(True)
        table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        for row, clip in enumerate(self._clips):
            name = QTableWidgetItem(clip.recording.path.name)
            name.setToolTip(plain_tip(str(clip.recording.path)))
            table.setItem(row, _FILE, name)
            table.setItem(row, _LENGTH, QTableWidgetItem(filled("{:.1f} s", clip.recording.duration_s)))
            for column in (_AGREEMENT, _ADVICE):
                table.setItem(row, column, QTableWidgetItem())
            share = WholeNumberField()
            share.setRange(0, _FULL_SHARE)
            share.setValue(_FULL_SHARE)
            share.setAccessibleName(self.tr("Share of {name}").format(name=clip.recording.path.name))
            share.valueChanged.connect(self._update)
            self.shares.append(share)
            table.setCellWidget(row, _SHARE, share)
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column in (_LENGTH, _AGREEMENT, _SHARE):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        table.setColumnWidth(_FILE, 220)
        header.setStretchLastSection(True)
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        return table

    def _update(self) -> None:
        shares = [share.value() for share in self.shares]
        is_possible = any(shares) and self._is_name(self.name.text())
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(is_possible)
        if not any(shares):
            self.warning.setText(self.tr("At least one recording needs a share."))
            return
        mean = mean_of_clips([clip.vector for clip in self._clips], shares)
        unlike = [row for row in mean.outliers if shares[row]]
        for row, clip in enumerate(self._clips):
            advice = list(map(said, clip.quality.advice))
            if row in unlike:
                advice.insert(0, "⚠ " + self.tr("Unlike the other recordings: another speaker?"))
            if not shares[row]:
                advice = [self.tr("left out")]
            self._item(row, _AGREEMENT).setText(filled("{:.2f}", mean.agreement[row]))
            self._item(row, _ADVICE).setText(" ".join(advice))
        names = ", ".join(self._clips[row].recording.path.name for row in unlike)
        text = self.tr("⚠ Unlike the others: {names}. Listen to them, or give them a share of 0.").format(names=names)
        self.warning.setText(text if unlike else "")

    def _item(self, row: int, column: int) -> QTableWidgetItem:
        item = self.table.item(row, column)
        assert item is not None
        return item

    @staticmethod
    def _is_name(name: str) -> bool:
        try:
            check_name(name.strip())
        except VoiceError:
            return False
        return True
