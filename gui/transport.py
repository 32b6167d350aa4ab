"""The bar above the panes: playing, speed, volume and device, and the figures of the take."""

from __future__ import annotations

import math

from phonoscope.engine.audio.devices import output_devices
from phonoscope.engine.errors import AudioDeviceError
from phonoscope.engine.takes.view import TakeView
from phonoscope.engine.voices.likeness import Likeness
from phonoscope.gui.alarms.alarm_text import place
from phonoscope.gui.language.figures import filled
from phonoscope.gui.language.said import said
from phonoscope.gui.plain_text import plain_menu_text, plain_tip
from phonoscope.gui.playback import SPEEDS, Playback
from phonoscope.gui.steady_label import SteadyLabel
from phonoscope.gui.steady_link import SteadyLink
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSlider,
    QToolButton,
    QWidget,
)

_BETWEEN_FIGURES = "  ·  "
_SIGN = "⚠"


class Transport(QWidget):
    """Play or pause, repeat, position, speed, volume, device; first audio, real-time factor, under-runs; what is wrong.

    Parameters
    ----------
    playback
        What it drives.
    """

    alarm_requested = Signal()  # to see where it is

    def __init__(self, playback: Playback) -> None:
        super().__init__()
        self.playback = playback
        self._take: TakeView | None = None
        self._likeness: Likeness | None = None
        self.play_button = QPushButton(self.tr("Play"))
        self.play_button.setMinimumWidth(64)
        self.play_button.clicked.connect(playback.play_or_pause)
        self.loop_button = QToolButton()
        self.loop_button.setText(self.tr("Repeat"))
        self.loop_button.setCheckable(True)
        self.loop_button.setToolTip(self.tr("Repeat a part: drag it out on the waveform with Shift held"))
        self.loop_button.clicked.connect(playback.toggle_loop)
        self._position = SteadyLabel("000.00 / 000.00 s")
        self.speed = QComboBox()
        self.speed.setAccessibleName(self.tr("Speed"))
        self.speed.setToolTip(self.tr("How fast takes are played; the pitch stays"))
        for speed in SPEEDS:
            self.speed.addItem(filled("{:g} ×", speed), speed)  # noqa: RUF001 - the sign for "times"
        self.speed.activated.connect(self._choose_speed)
        volume_sign = QLabel()
        volume_sign.setObjectName("volume")
        volume_sign.setFixedSize(16, 16)
        self.volume = QSlider(Qt.Orientation.Horizontal)
        self.volume.setRange(0, 100)
        self.volume.setFixedWidth(64)
        self.volume.setAccessibleName(self.tr("Volume"))
        self.volume.setToolTip(self.tr("Volume"))
        self.volume.valueChanged.connect(self._set_volume)
        self.device_button = QToolButton()
        self.device_button.setText(self.tr("Output"))
        self.device_button.setToolTip(self.tr("Which sound device plays"))
        self.device_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.devices = QMenu(self.device_button)
        self.devices.aboutToShow.connect(self._list_devices)
        self.devices.triggered.connect(self._choose_device)
        self.device_button.setMenu(self.devices)
        self.figures, self.notice = SteadyLabel(separator=_BETWEEN_FIGURES), SteadyLink()
        self.figures.setObjectName("muted")
        self.notice.setObjectName("error")
        # Its sign can be seen and clicked in the smallest window as well; pointing at it says the rest.
        self.notice.setMinimumWidth(self.notice.fontMetrics().horizontalAdvance(f"{_SIGN} …"))
        self.notice.clicked.connect(self._follow_notice)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 4)
        layout.setSpacing(8)
        for widget in (self.play_button, self.loop_button, self._position, self.speed, volume_sign, self.volume):
            layout.addWidget(widget)
        layout.addWidget(self.device_button)
        layout.addWidget(self.figures, 1)
        layout.addWidget(self.notice, 1)
        self._room = layout
        playback.changed.connect(self._show_playback)
        playback.changed.connect(self._show_notice)
        self.refresh(None)

    def refresh(self, take: TakeView | None) -> None:
        """Show how things stand."""
        self._take = take
        self._show_figures()
        self._show_playback()
        self._show_notice()

    def show_likeness(self, likeness: Likeness | None) -> None:
        """Say how much the take that is shown sounds like the voice that was asked for; None where it is unknown."""
        self._likeness = likeness
        self._show_figures()

    def _show_figures(self) -> None:
        self.figures.setText(self._figures(self._take) if self._take is not None else "")

    def _show_playback(self) -> None:
        player, take = self.playback.player, self._take
        duration_s = take.duration_s if take is not None else 0.0
        self._position.setText(filled("{:.2f} / {:.2f} s", min(self.playback.position_s, duration_s), duration_s))
        has_sound = take is not None and take.n_frames > 0
        self.play_button.setEnabled(player.playing or has_sound or self.playback.other_is_in_view)
        self.play_button.setText(self.tr("Pause") if player.playing else self.tr("Play"))
        self.loop_button.setChecked(player.loop_s is not None)
        self.speed.setCurrentIndex(SPEEDS.index(player.speed))
        self.volume.setValue(round(100 * player.volume))

    def _show_notice(self) -> None:
        self._write_notice(self._take)
        self.notice.setVisible(bool(self.notice.text()))  # the figures have its room while there is nothing to say
        # Of what comes and goes all the time the room does not depend, or the window would be laid out each time.
        is_alarm = self._take is not None and self._take.alarm is not None
        for label in (self.figures, self.notice):
            share = label.fontMetrics().horizontalAdvance(label.text()) if is_alarm else 1
            if share != self._room.stretch(self._room.indexOf(label)):
                self._room.setStretchFactor(label, share)

    def _write_notice(self, take: TakeView | None) -> None:
        player = self.playback.player
        alarm = take.alarm if take is not None else None
        waits_s = player.waits_for_s if player.playing else 0.0
        self.notice.setToolTip(plain_tip(said(player.error)))
        self.notice.set_leads(alarm is not None or bool(player.error))
        if alarm is not None:
            self.notice.setText(f"{_SIGN} " + self.tr("not finite: {where}").format(where=place(alarm)))
        elif player.error:
            self.notice.setText(f"{_SIGN} " + self.tr("No sound output"))
        elif take is not None and waits_s > 0:
            ready_s = max(0.0, take.duration_s - player.position_s)
            self.notice.setToolTip(self.tr("The engine is not yet far enough ahead to play without a gap"))
            if math.isinf(waits_s):
                self.notice.setText(self.tr("Buffering…"))
            else:
                self.notice.setText(
                    filled(self.tr("Buffering {ready:.1f} of {wanted:.1f} s"), ready=ready_s, wanted=waits_s)
                )
        else:
            self.notice.setText("")

    def _follow_notice(self) -> None:
        """Lead to the alarm, or to the choice of another device."""
        if self._take is not None and self._take.alarm is not None:
            self.alarm_requested.emit()
        else:
            self.device_button.showMenu()

    def _figures(self, take: TakeView) -> str:
        """Return the figures of a take, those that matter most first: a narrow window has no room for the last."""
        figures = take.figures
        parts = []
        if n := len(self.playback.underruns_s):
            parts.append("▲ " + self.tr("under-runs: {n}").format(n=n))
        if not math.isnan(figures.ttfa_ms):
            parts.append(self.tr("first audio {ms:.0f} ms").format(ms=figures.ttfa_ms))
        if not math.isnan(figures.rtf):
            parts.append(filled(self.tr("RTF {rtf:.2f}"), rtf=figures.rtf))
        if self._likeness is not None:
            parts.append(filled(self.tr("likeness {x:.2f}"), x=self._likeness.similarity))
        parts.append(self.tr("{n} frames").format(n=figures.n_frames))
        return _BETWEEN_FIGURES.join(parts)

    def _choose_speed(self, index: int) -> None:
        self.playback.set_speed(SPEEDS[index])

    def _set_volume(self, percent: int) -> None:
        if percent != round(100 * self.playback.player.volume):
            self.playback.set_volume(percent / 100)

    def _list_devices(self) -> None:
        """Fill the menu with what is connected now."""
        self.devices.clear()
        chosen = self.playback.player.device
        try:
            # While something is played PortAudio must not be started again.
            names = [] if self.playback.player.playing else output_devices()
        except AudioDeviceError as error:
            self.devices.addAction(said(error)).setEnabled(False)
            return
        for name in dict.fromkeys(["", chosen, *names]):
            entry = self.devices.addAction(plain_menu_text(name) or self.tr("As the system does"))
            entry.setCheckable(True)
            entry.setChecked(name == chosen)
            entry.setData(name)
        if self.playback.player.playing:
            self.devices.addAction(self.tr("Pause to look for other devices")).setEnabled(False)
        elif not names:
            self.devices.addAction(self.tr("No sound device is connected")).setEnabled(False)

    def _choose_device(self, entry: QAction) -> None:
        self.playback.set_device(str(entry.data()))
