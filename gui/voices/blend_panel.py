"""Mixing chosen voices by shares."""

from __future__ import annotations

from collections.abc import Sequence

from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.formula import Part, blend_text
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

_MAX_VOICES = 6


class BlendPanel(QWidget):
    """A slider for each voice that is selected in the list."""

    hear_requested = Signal(str)  # the blend as a voice
    keep_requested = Signal(list, str, bool)  # parts, name, spherical

    def __init__(self) -> None:
        super().__init__()
        self._names: list[str] = []
        self.sliders: list[QSlider] = []
        self._shares: list[QLabel] = []
        self._grid = QGridLayout()
        self._hint = QLabel(self.tr("Select two to {n} voices in the list.").format(n=_MAX_VOICES))
        self._hint.setObjectName("muted")
        self.name = QLineEdit()
        self.name.setPlaceholderText(self.tr("Name of the new voice"))
        self.name.setAccessibleName(self.tr("Name of the new voice"))
        self.spherical = QCheckBox(self.tr("Along the sphere"))
        self.spherical.setToolTip(
            self.tr("Spherical interpolation; otherwise along the straight line. Both keep the norm.")
        )
        self.spherical.setChecked(True)
        self.hear = QPushButton(self.tr("Hear"))
        self.hear.clicked.connect(self._hear)
        self.keep = QPushButton(self.tr("Keep in the library"))
        self.keep.clicked.connect(self._keep)
        buttons = QHBoxLayout()
        buttons.addWidget(self.spherical)
        buttons.addStretch(1)
        buttons.addWidget(self.hear)
        buttons.addWidget(self.keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.addWidget(self._hint)
        layout.addLayout(self._grid)
        layout.addWidget(self.name)
        layout.addLayout(buttons)
        layout.addStretch(1)
        self.set_voices(())

    @property
    def parts(self) -> list[Part]:
        """Names and shares, which add up to 1."""
        total = sum(slider.value() for slider in self.sliders) or 1
        pairs = zip(self._names, self.sliders, strict=True)
        return [(name, slider.value() / total) for name, slider in pairs if slider.value()]

    def set_voices(self, entries: Sequence[VoiceEntry]) -> None:
        """Mix these voices, at first in equal shares."""
        fitting = [e for e in entries if e.width and e.width == entries[0].width][:_MAX_VOICES]
        self._names = [entry.name for entry in fitting] if len(fitting) > 1 else []
        for row in range(self._grid.rowCount()):
            for column in range(self._grid.columnCount()):
                item = self._grid.itemAtPosition(row, column)
                if item is not None and (widget := item.widget()) is not None:
                    self._grid.removeWidget(widget)
                    widget.deleteLater()
        self.sliders, self._shares = [], []
        for row, name in enumerate(self._names):
            slider = QSlider(Qt.Orientation.Horizontal)
            slider.setRange(0, 100)
            slider.setValue(50)
            slider.setAccessibleName(self.tr("Share of {name}").format(name=name))
            slider.valueChanged.connect(self._show_shares)
            share = QLabel()
            for column, widget in enumerate((QLabel(name), slider, share)):
                self._grid.addWidget(widget, row, column)
            self.sliders.append(slider)
            self._shares.append(share)
        self._hint.setVisible(not self._names)
        for control in (self.hear, self.keep, self.name, self.spherical):
            control.setEnabled(bool(self._names))
        self._show_shares()

    def _show_shares(self) -> None:
        total = sum(slider.value() for slider in self.sliders) or 1
        for slider, label in zip(self.sliders, self._shares, strict=True):
            label.setText(f"{100 * slider.value() / total:.0f} %")

    def _hear(self) -> None:
        if self.parts:
            self.hear_requested.emit(blend_text(self.parts))

    def _keep(self) -> None:
        if self.parts:
            names = " and ".join(name for name, _ in self.parts)
            self.keep_requested.emit(self.parts, self.name.text().strip() or names[:100], self.spherical.isChecked())
