"""Where sound was missing when a take was heard for the first time, while it was made: that is kept with it."""

from __future__ import annotations

from functools import partial

from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.engine_worker import SpokenTake
from phonoscope.gui.playback import Playback
from phonoscope.gui.retrying import Retrying
from PySide6.QtCore import QObject, Signal


class FirstHearing(QObject):
    """Follows the take that is heard while it is made, to its end or until it is played from its start again.

    Parameters
    ----------
    store
        Where takes are kept.
    playback
        Plays them, and says where sound is missing.
    """

    failed = Signal(str)

    def __init__(self, store: TakeStore, playback: Playback, parent: QObject) -> None:
        super().__init__(parent)
        self._store, self._playback = store, playback
        self._keeping = Retrying(self)
        self._keeping.failed.connect(self.failed)
        self._spoken: SpokenTake | None = None
        self._times_s: list[float] = []  # the player's own list of this hearing, which it adds to
        self._n_kept = 0

    def begin(self, spoken: SpokenTake) -> None:
        """Follow a take that has begun, if it is played."""
        self.refresh()  # the last of the one before
        self._spoken = None
        if self._playback.player.take is spoken.take:
            self._spoken, self._times_s, self._n_kept = spoken, self._playback.player.underruns_s, 0
            self._playback.first_underruns_s = self._times_s

    def show(self, take_id: str) -> None:
        """Mark what was missing at the first hearing of a take that is shown."""
        self._playback.first_underruns_s = self._store.underruns_s(take_id)

    def refresh(self) -> None:
        """Keep what is new, beside the window."""
        spoken = self._spoken
        if spoken is None:
            return
        ended = spoken.take.finished and not self._playback.player.playing
        times_s = list(self._times_s)
        if spoken.id and len(times_s) > self._n_kept:
            self._n_kept = len(times_s)
            self._keeping.do(partial(self._store.keep_underruns, spoken.id, times_s))
        elif ended or self._times_s is not self._playback.player.underruns_s:
            self._spoken = None

    def close(self) -> None:
        """Keep the last of it; the window closes."""
        self.refresh()
        self._keeping.close()
        self._spoken = None
