"""Playing the take that is shown: what the actions of sound do, and what the settings keep of it."""

from __future__ import annotations

from typing import Protocol

from phonoscope.engine.audio.player import Player
from phonoscope.engine.audio.sound import Sound
from phonoscope.engine.take import Take
from phonoscope.engine.takes.view import TakeView
from phonoscope.gui.background import Background
from phonoscope.gui.live.live_view import LiveView
from phonoscope.gui.settings.store import SettingsStore
from PySide6.QtCore import QObject, Signal

_ROUNDING = 1e-3  # of a frame
SPEEDS = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)


class OtherSound(Protocol):
    """What is played instead of the take that is shown, while it can be seen."""

    @property
    def is_in_view(self) -> bool:
        """Whether there is something to play in view."""

    def play_in_view(self) -> None:
        """Play on."""


class Playback(QObject):
    """Player and time axis together.

    Parameters
    ----------
    player
        Plays.
    live
        Shows the take; a click on its axis plays from there.
    settings
        Where device, volume and speed are kept.
    """

    started = Signal()
    changed = Signal()  # playing or not, speed, volume, device, loop

    def __init__(self, player: Player, live: LiveView, settings: SettingsStore, parent: QObject) -> None:
        super().__init__(parent)
        self.player = player
        self._live = live
        self._settings = settings
        self._check = Background(self, "phonoscope-device")
        self.other: OtherSound | None = None
        self.first_underruns_s: list[float] = []  # when the take that is shown was heard for the first time
        kept = settings.settings.sound
        player.device, player.volume, player.speed = kept.device, kept.volume, self._nearest(kept.speed)
        live.axis.seek_requested.connect(self.play_from)
        live.previews.play_requested.connect(self.play_preview)
        live.axis.loop_changed.connect(self._use_loop)
        live.axis.playhead_changed.connect(self._follow_playhead)

    @property
    def underruns_s(self) -> list[float]:
        """Where sound of the take that is shown was missing, at its first hearing and at this one."""
        return sorted({*self.first_underruns_s, *(self.player.underruns_s if self._plays_shown else ())})

    @property
    def position_s(self) -> float:
        """Where in the take that is shown the playhead stands."""
        return self.player.position_s if self._plays_shown else self._live.axis.playhead_s

    @property
    def other_is_in_view(self) -> bool:
        """Whether there is something to play in view that is not the take that is shown."""
        return self.other is not None and self.other.is_in_view

    def play_or_pause(self) -> None:
        """Play on from the playhead, or pause."""
        take = self._live.take
        if self.player.playing:
            self.pause()
        elif self.other is not None and self.other.is_in_view:
            self.other.play_in_view()
        elif take is not None:
            start_s = self._live.axis.playhead_s
            self.play_from(0.0 if start_s >= take.duration_s else start_s)

    def play_from_start(self) -> None:
        """Play the whole take."""
        self.play_from(0.0)

    def play_from(self, time_s: float) -> None:
        """Play from a time; a click into a pane does this."""
        if self._live.take is not None:
            self.player.loop_s = self._live.axis.loop_s
            self.player.play(self._live.take, time_s)
            self._notify_start()

    def play_preview(self, preview: TakeView, time_s: float) -> None:
        """Play a preview of the take that is shown, also while the take is made."""
        self.player.play(preview, time_s)
        self._notify_start()

    def play_while_made(self, take: Take, expected_s: float) -> None:
        """Play a take from its first sound on, with the lead that its length needs."""
        self.player.play(take, expected_s=expected_s)
        self._notify_start()

    def play_sound(self, sound: Sound) -> None:
        """Play something else than the take that is shown; the playhead stays."""
        self.player.loop_s = None
        self.player.play(sound)
        self._notify_start()

    def pause(self) -> None:
        """Stop the sound; the playhead stays."""
        self.player.pause()
        self.changed.emit()

    def toggle_loop(self) -> None:
        """Repeat the visible part of the take, or the whole; or end the repetition."""
        axis = self._live.axis
        if axis.loop_s is not None:
            axis.set_loop(None)
        elif self._live.take is not None and self._live.take.n_frames:
            start_s, end_s = axis.span_s
            axis.set_loop((start_s, min(end_s, self._live.take.duration_s)))

    def loop_from_here(self) -> None:
        """Let the part that is repeated begin at the playhead; it ends where it did, or with the take."""
        take, loop_s = self._live.take, self._live.axis.loop_s
        if take is not None:
            start_s = self.position_s
            self._loop(start_s, loop_s[1] if loop_s is not None and loop_s[1] > start_s else take.duration_s)

    def loop_to_here(self) -> None:
        """Let the part that is repeated end at the playhead; it begins where it did, or with the take."""
        loop_s, end_s = self._live.axis.loop_s, self.position_s
        self._loop(loop_s[0] if loop_s is not None and loop_s[0] < end_s else 0.0, end_s)

    def frame_back(self) -> None:
        """Go one frame back, and read it off."""
        self._step(-1)

    def frame_on(self) -> None:
        """Go on by one frame, and read it off."""
        self._step(1)

    def second_back(self) -> None:
        """Go about a second back."""
        self._step(-self._frames_a_second)

    def second_on(self) -> None:
        """Go on by about a second."""
        self._step(self._frames_a_second)

    def faster(self) -> None:
        """Play faster."""
        self.set_speed(SPEEDS[min(SPEEDS.index(self.player.speed) + 1, len(SPEEDS) - 1)])

    def slower(self) -> None:
        """Play slower."""
        self.set_speed(SPEEDS[max(SPEEDS.index(self.player.speed) - 1, 0)])

    def set_speed(self, speed: float) -> None:
        """Play at one of `SPEEDS`, also what is being played."""
        self.player.speed = self._nearest(speed)
        self._settings.change("sound", speed=self.player.speed)
        self.changed.emit()

    def set_volume(self, volume: float) -> None:
        """Play so loud, 0 to 1."""
        self.player.volume = volume
        self._settings.change("sound", volume=volume)
        self.changed.emit()

    def set_device(self, device: str) -> None:
        """Play on this device; what is being played goes on there."""
        self.player.device = device
        self._settings.change("sound", device=device)
        if self.player.playing:
            self.play_from(self.position_s)
        else:
            self.check_device()
        self.changed.emit()

    def check_device(self) -> None:
        """Find out, beside the window, whether there is a sound device, so that it is said before anything plays."""
        self._check.run(self.player.check_device, lambda _: self.changed.emit())

    def forget(self) -> None:
        """Stop, and let go of the take."""
        self._check.close()
        self.player.pause()
        self.player.forget()

    @property
    def _plays_shown(self) -> bool:
        """Whether the take that is shown is what is played, or was played last."""
        return self._live.take is not None and self.player.take is self._live.take

    @property
    def _frames_a_second(self) -> int:
        take = self._live.take
        return max(1, round(1 / take.frame_s)) if take is not None else 1

    def _step(self, n_frames: int) -> None:
        """Move the playhead to the beginning of a frame so many from the present one; what is played goes on there."""
        take = self._live.take
        if take is None or not take.n_frames:
            return
        frame_s = take.frame_s
        frame = int(self.position_s / frame_s + _ROUNDING) + n_frames
        frame = min(max(frame, 0), take.n_frames - 1)
        time_s = frame * frame_s
        if self.player.playing:
            self.play_from(time_s)
        self._live.axis.set_playhead(time_s)
        self._live.axis.point_at(time_s + frame_s / 2)
        self.changed.emit()

    def _loop(self, start_s: float, end_s: float) -> None:
        """Repeat this part, unless it is shorter than a frame."""
        take = self._live.take
        if take is not None and end_s - start_s >= (1 - _ROUNDING) * take.frame_s:
            self._live.axis.set_loop((start_s, end_s))

    def _use_loop(self, loop_s: tuple[float, float] | None) -> None:
        self.player.loop_s = None if self.other_is_in_view else loop_s  # which is seen on another axis
        self.changed.emit()

    def _follow_playhead(self, time_s: float) -> None:
        """Go on from where the playhead was moved to, by an alarm for example; the sound itself moves it as well."""
        if self._plays_shown and not self.player.playing:
            self.player.position_s = time_s

    def _notify_start(self) -> None:
        self.started.emit()
        self.changed.emit()

    @staticmethod
    def _nearest(speed: float) -> float:
        return min(SPEEDS, key=lambda known: abs(known - speed))
