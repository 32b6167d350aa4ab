"""Two takes in one player: switched between at once, equally loud, at the position that belongs to it."""

from __future__ import annotations

from enum import StrEnum

from phonoscope.engine.audio.player import Player
from phonoscope.engine.listening.alignment import Alignment
from phonoscope.engine.listening.loudness import matching_gains
from phonoscope.engine.takes.view import TakeView


class Side(StrEnum):
    """One of the two takes."""

    A = "a"
    B = "b"


class PairPlayer:
    """Plays A or B.

    Parameters
    ----------
    player
        Plays; what it played before is stopped.
    a, b
        The takes.
    alignment
        Which moments belong together.

    Attributes
    ----------
    side
        Which is heard.
    """

    def __init__(self, player: Player, a: TakeView, b: TakeView, alignment: Alignment) -> None:
        self._player = player
        self._takes = {Side.A: a, Side.B: b}
        gains = matching_gains(a.audio, a.sample_rate_hz, b.audio, b.sample_rate_hz)
        self._gains = dict(zip(Side, gains, strict=True))
        self._alignment = alignment
        self._started = False
        self.side = Side.A

    @property
    def playing(self) -> bool:
        """Whether one of the two is being heard."""
        return self._started and self._player.playing

    @property
    def position_a_s(self) -> float:
        """What is heard, in the time of A."""
        return self._in_time_of_a(self.side, self._player.position_s)

    def play(self, side: Side, position_a_s: float) -> None:
        """Play a side from a position in the time of A; what is repeated of another sound is not repeated here."""
        self.side, self._started = side, True
        self._player.loop_s = None
        self._player.play(self._takes[side], self._in_time_of(side, position_a_s), gain=self._gains[side])

    def switch(self, side: Side) -> None:
        """Go on in the other take without a gap; takes of different rates need a short one."""
        if side is self.side:
            return
        before, self.side = self.side, side
        if not self.playing:
            return
        if self._takes[before].sample_rate_hz != self._takes[side].sample_rate_hz:
            self.play(side, self._in_time_of_a(before, self._player.position_s))
            return
        self._player.switch(
            self._takes[side],
            gain=self._gains[side],
            moved=lambda position_s: self._in_time_of(side, self._in_time_of_a(before, position_s)),
        )

    def stop(self) -> None:
        """Stop the sound if it is one of the two."""
        if self._started:
            self._player.pause()
        self._started = False

    def _in_time_of_a(self, side: Side, position_s: float) -> float:
        return position_s if side is Side.A else float(self._alignment.to_a(position_s))

    def _in_time_of(self, side: Side, position_a_s: float) -> float:
        return max(0.0, position_a_s if side is Side.A else float(self._alignment.to_b(position_a_s)))
