"""What is done in the engine's thread: loading, speaking and keeping takes, one after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.models.convert import ConversionProgress
from phonoscope.engine.models.store import quantised
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take import Take
from phonoscope.engine.takes.keeping import TakeKeeper
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.language.said import said
from phonoscope.gui.request_panel.engine_card import LoadSettings
from phonoscope.gui.responsive import give_way
from PySide6.QtCore import QObject, Signal, Slot

_APPEND_S = 2.0  # how often a running take is written to the disk: what a crash can cost at most

EngineWork = Callable[[Engine, Callable[[], bool]], object]
"""What is done with the engine; the second argument tells whether to give up."""


@dataclass(frozen=True)
class SpokenTake:
    """A take that has begun.

    Parameters
    ----------
    take
        The take.
    id
        The name under which it is kept; empty when it cannot be kept.
    expected_s
        About how long its sound will be, in seconds, by its text.
    """

    take: Take
    id: str
    expected_s: float


class EngineWorker(QObject):
    """Lives in the engine's thread and does one thing after the other.

    Parameters
    ----------
    store
        Where takes are kept.
    stop_requested
        Set by the window when what is being spoken or done is to end.
    """

    loaded = Signal(object)  # Engine
    not_loaded = Signal(str)  # why
    converting = Signal(int)  # per cent
    ejected = Signal()
    started = Signal(object)  # SpokenTake
    kept = Signal(object)  # TakeSummary
    done = Signal(object)  # what the work returned, or None
    finished = Signal()
    failed = Signal(str)

    def __init__(self, store: TakeStore, stop_requested: threading.Event) -> None:
        super().__init__()
        self._store = store
        self._stop_requested = stop_requested
        self._stop_loading = threading.Event()
        self._engine: Engine | None = None

    @Slot()
    def give_way(self) -> None:
        """Compute behind the window's thread; the threads of every engine that is loaded here inherit that."""
        give_way()

    @Slot(object, object)
    def load(self, settings: LoadSettings, stop: threading.Event) -> None:
        """Load a model instead of the present one; ``stop`` ends a conversion that it needs."""
        self.eject()
        self._stop_loading = stop
        model = settings.model
        try:
            if settings.requantises:
                model = str(quantised(model, settings.quantisation, self._go_on_converting).model)
            self._engine = Engine.load(
                model,
                threads=settings.n_threads or None,
                quantisation=settings.quantisation,
                progress=self._go_on_converting,
            )
            _ = self._engine.figures  # here, where nobody waits: it looks into the files
        except PhonoscopeError as error:
            self._engine = None
            self.not_loaded.emit(said(error))
        except (OSError, MemoryError) as error:
            told = self.tr("{model}: cannot be loaded ({error}); close other programs or choose a smaller model")
            self.not_loaded.emit(told.format(model=model, error=error))
        else:
            self.loaded.emit(self._engine)

    def _go_on_converting(self, progress: ConversionProgress) -> None:
        if self._stop_loading.is_set():
            raise PhonoscopeError("the conversion was stopped", "load the model again to go on")
        self.converting.emit(100 * progress.done_bytes // max(1, progress.total_bytes))

    @Slot()
    def eject(self) -> None:
        """Give the model's memory back."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None
            self.ejected.emit()

    @Slot(object, object)
    def speak(self, keeper: TakeKeeper, request: SynthesisRequest) -> None:
        """Speak a request to its end, and keep the take while it grows."""
        if self._engine is None:  # ejected after the request was queued
            self.finished.emit()
            return
        try:
            take = self._engine.speak(request)
        except PhonoscopeError as error:
            self.failed.emit(said(error))
            self.finished.emit()
            return
        if self._stop_requested.is_set():  # before the window could know the take, for example because it closes
            take.cancel()
        try:
            self._keep(keeper, take, self._engine)
        except PhonoscopeError as error:  # a full disk does not end the take
            self.failed.emit(said(error))
        take.wait()
        take.close()  # the thread that lays out its text, too
        try:
            take.check()
        except PhonoscopeError as error:
            self.failed.emit(said(error))
        self.finished.emit()

    @Slot(object)
    def work(self, work: EngineWork) -> None:
        """Do something else with the engine, if there is one."""
        result = None
        try:
            if self._engine is not None:  # not ejected meanwhile
                result = work(self._engine, self._stop_requested.is_set)
        except PhonoscopeError as error:
            if not self._stop_requested.is_set():
                self.failed.emit(said(error))
        self.done.emit(result)
        self.finished.emit()

    def _keep(self, keeper: TakeKeeper, take: Take, engine: Engine) -> None:
        request = take.request
        cast = [voice.source for voice in request.cast]
        # Here, where nobody waits: it reads the whole text.
        expected_s = engine.estimate(request.text, cast=cast, language=request.language).duration_s
        try:
            recording = self._store.record(take)
        except PhonoscopeError:
            self.started.emit(SpokenTake(take, "", expected_s))
            raise
        self.started.emit(SpokenTake(take, recording.id, expected_s))
        self.kept.emit(recording.summary())
        while not take.wait(_APPEND_S):
            if self._stop_requested.is_set():
                take.cancel()
            recording.append()
            self.kept.emit(recording.summary())
        self.kept.emit(keeper.finish(recording, take))
