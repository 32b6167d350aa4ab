"""Judges every take by the voice that it was asked to have, in a thread beside the window."""

from __future__ import annotations

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.engine.takes.view import TakeView
from phonoscope.engine.voices.likeness import Likeness
from phonoscope.gui.background import Background
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.engine_worker import SpokenTake
from PySide6.QtCore import QObject, Signal

_Judgement = tuple[Likeness | None, TakeSummary | None]


class TakeJudge(QObject):
    """Measures the likeness of takes once they have ended, one after the other, while nothing is spoken.

    Parameters
    ----------
    store
        Where takes are kept, and their likeness with them.
    host
        Lends its encoders.
    """

    judged = Signal(object)  # Likeness of the take that is shown, or None
    kept = Signal(object)  # TakeSummary
    failed = Signal(str)
    idle = Signal()  # nothing waits to be judged

    def __init__(self, store: TakeStore, host: EngineHost, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._host = host
        self._measuring = Background(self, "phonoscope-likeness")
        self._take: TakeView | None = None
        self._take_id = ""
        self._waiting: list[str] = []
        host.started.connect(self._remember)
        host.finished.connect(self._go_on)

    def set_take(self, take: TakeView | None, take_id: str = "") -> None:
        """Show how another take was judged, and judge it if it was not; ``take_id`` is how it is kept."""
        self._take, self._take_id = take, take_id
        known = self._store.likeness(take_id) if take_id else None
        self.judged.emit(known)
        if known is None and take is not None and take.finished:
            self._waiting.append(take_id)
            self._go_on()

    def close(self) -> None:
        """Wait for what is being measured, and let go of the take."""
        self._measuring.close()
        self._waiting.clear()
        self._take = None

    @property
    def busy(self) -> bool:
        """Whether something is judged, or waits for it."""
        return self._measuring.busy or bool(self._waiting)

    def _remember(self, spoken: SpokenTake) -> None:
        self._waiting.append(spoken.id)

    def _go_on(self) -> None:
        engine = self._host.engine
        if not self.busy:
            self.idle.emit()
        if engine is None or self._host.speaking or self._measuring.busy or not self._waiting:
            return
        take_id = self._waiting.pop()
        unkept = self._take if not take_id else None  # a full disk is no reason not to tell

        def show(judgement: _Judgement) -> None:
            likeness, summary = judgement
            if likeness is not None and take_id == self._take_id:
                self.judged.emit(likeness)
            if summary is not None:
                self.kept.emit(summary)
            self._go_on()

        def fail(message: str) -> None:
            self.failed.emit(message)
            self._go_on()

        self._measuring.run(lambda: self._measure(engine, take_id, unkept), show, fail)

    def _measure(self, engine: Engine, take_id: str, unkept: TakeView | None) -> _Judgement:
        try:
            take = unkept or self._store.read(take_id)
        except PhonoscopeError:  # removed meanwhile
            return None, None
        likeness = engine.likeness(take) if engine.name == take.request.model.name else None
        summary = self._store.keep_likeness(take_id, likeness) if likeness is not None and take_id else None
        return likeness, summary
