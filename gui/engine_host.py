"""The engine in a thread of its own: loading, speaking and keeping takes never hold up the window."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from typing import Any

from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take import Take
from phonoscope.engine.takes.keeping import TakeKeeper
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.background import still_computing
from phonoscope.gui.engine_worker import EngineWork, EngineWorker, SpokenTake
from phonoscope.gui.request_panel.engine_card import LoadSettings
from phonoscope.gui.session_log import LOGGER
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThread, Signal, Slot

_CLOSE_MS = 1500


class EngineHost(QObject):
    """What the window knows of the engine. All signals arrive in the window's thread.

    Parameters
    ----------
    store
        Where takes are kept.
    """

    converting = Signal(int)  # per cent of a checkpoint folder
    changed = Signal()  # loading, loaded or ejected; speaking or not
    started = Signal(object)  # SpokenTake
    kept = Signal(object)  # TakeSummary, every few seconds and at the end
    finished = Signal()
    failed = Signal(str)
    loaded_again = Signal(str)  # the model before one that could not be loaded; why, and which

    _load = Signal(object, object)
    _eject = Signal()
    _speak = Signal(object, object)
    _work = Signal(object)

    def __init__(self, store: TakeStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.engine: Engine | None = None
        self.loaded: LoadSettings | None = None  # or being loaded
        self.loading = False
        self.speaking = False
        self._former: LoadSettings | None = None  # what comes back if the model that is being loaded cannot be
        self._why_again = ""  # it comes back
        self._store = store
        self._keeper: TakeKeeper | None = None
        self._take: Take | None = None
        self._then: Callable[[Any], None] = _ignore
        self._stop_requested = threading.Event()
        self._stop_loading = threading.Event()  # a new one for every model
        self._thread = QThread()  # without a parent: it must not be destroyed before it has ended
        self._thread.setObjectName("phonoscope-engine")
        self._worker = EngineWorker(store, self._stop_requested)
        self._worker.moveToThread(self._thread)
        self._thread.started.connect(self._worker.give_way)
        self._load.connect(self._worker.load)
        self._eject.connect(self._worker.eject)
        self._speak.connect(self._worker.speak)
        self._work.connect(self._worker.work)
        # Slots are methods of this object, so Qt delivers them in this thread; a lambda would run in the worker's.
        self._worker.loaded.connect(self._on_loaded)
        self._worker.not_loaded.connect(self._on_not_loaded)
        self._worker.converting.connect(self.converting)
        self._worker.ejected.connect(self._on_ejected)
        self._worker.started.connect(self._on_started)
        self._worker.kept.connect(self.kept)
        self._worker.done.connect(self._on_done)
        self._worker.finished.connect(self._on_finished)
        self._worker.failed.connect(self.failed)

    def start(self) -> None:
        """Start the engine's thread; what was asked for before waits until then."""
        self._thread.start()

    def leave(self, code: int) -> None:
        """End the program at once if a thread could not be ended: Qt or Python would abort it on its way out."""
        if self.running or still_computing():
            LOGGER.warning("something did not stop in time; the program ends without it")
            logging.shutdown()
            os._exit(code)

    @property
    def running(self) -> bool:
        """Whether the engine's thread lives."""
        return self._thread.isRunning()

    def load(self, settings: LoadSettings) -> None:
        """Load a model instead of the present one, which comes back if that fails."""
        former = self.loaded if self.engine is not None else None
        self._let_go()
        self._former = former
        self.loaded, self.loading = settings, True
        self._stop_loading = threading.Event()
        self._load.emit(settings, self._stop_loading)
        self.changed.emit()

    def eject(self) -> None:
        """Give the model's memory back."""
        self._let_go()
        self._eject.emit()
        self.changed.emit()

    def speak(self, request: SynthesisRequest) -> None:
        """Speak with the loaded model."""
        assert self._keeper is not None
        self._stop_requested.clear()
        self.speaking = True
        self._speak.emit(self._keeper, request)
        self.changed.emit()

    def work(self, work: EngineWork, then: Callable[[Any], None]) -> None:
        """Do something else with the loaded model that `stop` can end.

        Parameters
        ----------
        work
            Called in the engine's thread; what it speaks is not kept.
        then
            Called in the window's thread with its result, None when it failed.
        """
        self._stop_requested.clear()
        self.speaking, self._then = True, then
        self._work.emit(work)
        self.changed.emit()

    def stop(self) -> None:
        """Stop within one frame, also when the take is only about to begin; what there is is kept."""
        self._stop_requested.set()
        if self._take is not None:
            self._take.cancel()

    def _let_go(self) -> None:
        """Stop what is done with the loaded model."""
        self.stop()
        self._stop_loading.set()
        self.engine = self.loaded = self._former = None
        self._why_again = ""
        if self._keeper is not None:
            self._keeper.close()
            self._keeper = None

    def close(self) -> bool:
        """Stop everything and end the thread; return whether it ended in time."""
        self.eject()
        self._thread.quit()  # handled after what is queued
        ended = self._thread.wait(_CLOSE_MS)
        # What the worker said meanwhile would arrive in a window that is closed.
        QCoreApplication.removePostedEvents(self, QEvent.Type.MetaCall.value)
        self.engine, self._take, self.loading, self.speaking = None, None, False, False
        return ended

    @Slot(object)
    def _on_loaded(self, engine: Engine) -> None:
        self.engine, self.loading = engine, False
        self._keeper = TakeKeeper(engine, self._store)  # in this thread: Python would remember the engine's for ever
        why, self._why_again = self._why_again, ""
        self.changed.emit()
        if why:
            self.loaded_again.emit(self.tr("{why}\n{model} is loaded again.").format(why=why, model=engine.name))

    @Slot(str)
    def _on_not_loaded(self, why: str) -> None:
        former, self._former = self._former, None
        self.loaded, self.loading = None, False
        self.changed.emit()
        self.failed.emit(why)
        if former is not None and not self.loading:  # nobody goes on with another model
            self.load(former)
            self._why_again = why

    @Slot()
    def _on_ejected(self) -> None:
        if not self.loading:  # another is not on its way
            self._let_go()
        self.changed.emit()

    @Slot(object)
    def _on_started(self, spoken: SpokenTake) -> None:
        self._take = spoken.take
        if self._stop_requested.is_set():
            spoken.take.cancel()
        self.started.emit(spoken)

    @Slot(object)
    def _on_done(self, result: object) -> None:
        then, self._then = self._then, _ignore
        then(result)

    @Slot()
    def _on_finished(self) -> None:
        self._take, self.speaking = None, False
        self.changed.emit()
        self.finished.emit()


def _ignore(_: object) -> None: ...
