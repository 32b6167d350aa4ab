"""Mixing chosen voices by shares."""

from __future__ import annotations

from collections.abc import Sequence

from phonoscope.engine.voices.balancing import HeardBlend
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.formula import Blend, Part
from phonoscope.gui.language.figures import filled
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
_FULL_SHARE = 1000


class BlendPanel(QWidget):
    """A slider for each voice that is selected in the list."""

    hear_requested = Signal(str)  # the blend as a voice
    keep_requested = Signal(list, str, bool)  # parts, name, spherical
    balance_requested = Signal(list)  # two parts

    def __init__(self) -> None:
        super().__init__()
        self._names: list[str] = []
        self._is_ready = False  # a model is loaded and does nothing else
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
        self.balance = QPushButton(self.tr("Balance by ear"))
        self.balance.setToolTip(
            self.tr(
                "Speaks both voices and blends between them, without playing them, and moves the sliders to where the "
                "speech is as much like each as asked for. Esc stops it."
            )
        )
        self.balance.clicked.connect(self._balance)
        self.heard = QLabel()
        self.heard.setWordWrap(True)
        how = QHBoxLayout()
        how.addWidget(self.spherical, 1)
        how.addWidget(self.balance)
        what = QHBoxLayout()
        what.addWidget(self.name, 1)
        what.addWidget(self.hear)
        what.addWidget(self.keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 6)
        layout.addWidget(self._hint)
        layout.addLayout(self._grid)
        layout.addLayout(how)
        layout.addLayout(what)
        layout.addWidget(self.heard)
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
        self.heard.clear()
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
            slider.setRange(0, _FULL_SHARE)
            slider.setSingleStep(_FULL_SHARE // 100)
            slider.setPageStep(_FULL_SHARE // 10)
            slider.setValue(_FULL_SHARE // 2)
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
        self.set_ready(self._is_ready)
        self._show_shares()

    def set_ready(self, ready: bool) -> None:
        """Say whether a model can speak for the person to listen."""
        self._is_ready = ready
        self.balance.setEnabled(ready and len(self._names) == 2)

    def show_heard(self, found: HeardBlend | None) -> None:
        """Show how a balanced blend is spoken, and move the sliders to its shares; None when it was not found."""
        if found is None or len(self.sliders) != 2:
            self.heard.clear()
            return
        for slider, share in zip(self.sliders, (1 - found.share, found.share), strict=True):
            slider.setValue(round(_FULL_SHARE * share))
        self.spherical.setChecked(True)  # where it was searched
        first, second = self._names
        if not found.is_between:
            verdict = self.tr("It does not lie between them: the model leaps from the one to the other.")
        elif found.is_even:
            verdict = self.tr("It lies between them.")
        else:
            nearer = first if found.lead < 0 else second
            verdict = self.tr("It lies between them, nearer to {name}.").format(name=nearer)
        text = filled(
            self.tr(
                "At {one:.1f} % and {other:.1f} % the speech is {to_first:.2f} like {first} and {to_second:.2f} like "
                "{second}; these two are {apart:.2f} like each other."
            ),
            one=100 * (1 - found.share),
            other=100 * found.share,
            to_first=found.to_first,
            to_second=found.to_second,
            apart=found.apart,
            first=first,
            second=second,
        )
        self.heard.setText(f"{text} {verdict}")

    def _show_shares(self) -> None:
        total = sum(slider.value() for slider in self.sliders) or 1
        for slider, label in zip(self.sliders, self._shares, strict=True):
            label.setText(f"{100 * slider.value() / total:.0f} %")

    def _hear(self) -> None:
        if self.parts:
            self.hear_requested.emit(str(Blend(self.parts, self.spherical.isChecked())))

    def _balance(self) -> None:
        if self.parts:
            self.heard.setText(self.tr("Listening to both voices and to blends between them…"))
            total = sum(slider.value() for slider in self.sliders)
            shares = [(n, s.value() / total) for n, s in zip(self._names, self.sliders, strict=True)]
            self.balance_requested.emit(shares)

    def _keep(self) -> None:
        if self.parts:
            names = " and ".join(name for name, _ in self.parts)
            self.keep_requested.emit(self.parts, self.name.text().strip() or names[:100], self.spherical.isChecked())
