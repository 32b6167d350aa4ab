"""The bar above the panes: playing, volume, and the figures of the take."""

from __future__ import annotations

import math

from phonoscope.engine.audio.player import Player
from phonoscope.engine.takes.view import AlarmView, TakeView
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSlider, QWidget


class Transport(QWidget):
    """Play or pause, position, volume, first audio, real-time factor, under-runs; alarms, and why nothing plays."""

    play_requested = Signal()

    def __init__(self, player: Player) -> None:
        super().__init__()
        self.player = player
        self.play_button = QPushButton(self.tr("Play"))
        self.play_button.setMinimumWidth(72)
        self.play_button.clicked.connect(self.play_requested)
        self._position = QLabel()
        self._position.setMinimumWidth(120)
        volume_label = QLabel(self.tr("Volume"))
        volume_label.setObjectName("muted")
        self.volume = QSlider(Qt.Orientation.Horizontal)
        self.volume.setRange(0, 100)
        self.volume.setValue(100)
        self.volume.setFixedWidth(90)
        self.volume.setAccessibleName(self.tr("Volume"))
        self.volume.valueChanged.connect(self._set_volume)
        self.figures = QLabel()
        self.figures.setObjectName("muted")
        self.notice = QLabel()
        self.notice.setObjectName("error")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 4)
        layout.setSpacing(10)
        for widget in (self.play_button, self._position, volume_label, self.volume):
            layout.addWidget(widget)
        layout.addSpacing(8)
        layout.addWidget(self.figures)
        layout.addStretch(1)
        layout.addWidget(self.notice)
        self.refresh(None)

    def refresh(self, take: TakeView | None) -> None:
        """Show how things stand."""
        playable = take is not None and take.n_frames > 0
        self.play_button.setEnabled(playable or self.player.playing)
        self.play_button.setText(self.tr("Pause") if self.player.playing else self.tr("Play"))
        duration_s = take.duration_s if take is not None else 0.0
        self._position.setText(f"{min(self.player.position_s, duration_s):.2f} / {duration_s:.2f} s")
        self.figures.setText(self._figures(take) if take is not None else "")
        self._show_notice(take.alarm if take is not None else None)

    def _show_notice(self, alarm: AlarmView | None) -> None:
        if alarm is not None:
            where = f"{alarm.stage} layer {alarm.layer}, step {alarm.step}, {alarm.operation}"
            self.notice.setText("⚠ " + self.tr("not finite: {where}").format(where=where))
        else:
            self.notice.setText(self.tr("No sound output") if self.player.error else "")
        self.notice.setToolTip(self.player.error)

    def _figures(self, take: TakeView) -> str:
        figures = take.figures
        parts = []
        if not math.isnan(figures.ttfa_ms):
            parts.append(self.tr("first audio {ms:.0f} ms").format(ms=figures.ttfa_ms))
        if not math.isnan(figures.rtf):
            parts.append(self.tr("RTF {rtf:.2f}").format(rtf=figures.rtf))
        parts.append(self.tr("{n} frames").format(n=figures.n_frames))
        if len(self.player.underruns_s):
            parts.append(self.tr("under-runs: {n}").format(n=len(self.player.underruns_s)))
        return "   ·   ".join(parts)

    def _set_volume(self, percent: int) -> None:
        self.player.volume = percent / 100
