"""The queue of a sweep: one take after the other through the window's engine."""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.families import family
from phonoscope.engine.models.store import DEFAULT_TYPE
from phonoscope.engine.pictures.thumbnail import thumbnail
from phonoscope.engine.sweep.plan import SweepItem, SweepPlan
from phonoscope.engine.sweep.ranking import TakeSignals, measure
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.takes.store import TakeStore
from phonoscope.gui.background import Background
from phonoscope.gui.engine_host import EngineHost
from phonoscope.gui.engine_worker import SpokenTake
from phonoscope.gui.language.declared import declared
from phonoscope.gui.language.said import said
from phonoscope.gui.request_panel.engine_card import LoadSettings
from PySide6.QtCore import QObject, Signal

THUMBNAIL_COLUMNS, THUMBNAIL_ROWS = 168, 64


class ItemState(StrEnum):
    """How far a take of a sweep is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass
class QueuedItem:
    """A take of a sweep with what came of it."""

    item: SweepItem
    label: str
    state: ItemState = ItemState.WAITING
    take_id: str = ""
    signals: TakeSignals | None = None
    picture: NDArray[np.uint8] | None = None
    failure: str = ""


class SweepQueue(QObject):
    """Speaks the takes of a plan.

    Parameters
    ----------
    host
        The window's engine.
    store
        Where takes are kept.
    """

    changed = Signal()  # running, paused, progress
    item_changed = Signal(int)
    finished = Signal()

    def __init__(self, host: EngineHost, store: TakeStore, parent: QObject) -> None:
        super().__init__(parent)
        self._host = host
        self._store = store
        self._plan: SweepPlan | None = None
        self._at = -1
        self._loading = False
        self._before: LoadSettings | None = None  # what was in memory at the start, and is again at the end
        self._failure = ""
        self._seconds: list[float] = []
        self._began = 0.0
        self._background = Background(self, "phonoscope-sweep")
        self.items: list[QueuedItem] = []
        self.running = False
        self.paused = False
        self.conversion: int | None = None
        """How far the conversion of the next take's model is, in per cent; None where none is under way."""
        host.converting.connect(self._converting)
        host.changed.connect(self._engine_changed)
        host.started.connect(self._take_started)
        host.finished.connect(self._take_finished)
        host.failed.connect(self._failed)

    @property
    def n_done(self) -> int:
        """Takes that are spoken, or failed."""
        return sum(item.state in (ItemState.DONE, ItemState.FAILED) for item in self.items)

    @property
    def remaining_s(self) -> float | None:
        """How long the rest will take, from the takes so far; None before the first."""
        if not self._seconds:
            return None
        return float(np.mean(self._seconds)) * (len(self.items) - self.n_done)

    @property
    def loaded(self) -> LoadSettings | None:
        """What is in memory, or is again once the sweep has ended."""
        return self._before or self._host.loaded

    def start(self, plan: SweepPlan) -> None:
        """Speak a plan, instead of what is being spoken of another."""
        self._plan, self._before = plan, self._host.loaded
        names = {setting.name: declared(setting.label) for setting in family(plan.base.family).sampler}
        names["seed"] = self.tr("seed")
        self.items = [QueuedItem(item, plan.label(item, names)) for item in plan.items()]
        self._at, self._seconds, self.running, self.paused = -1, [], True, False
        self.changed.emit()
        self._next()

    def pause(self) -> None:
        """Speak the present take to its end and no other."""
        self.paused = True
        self.changed.emit()

    def resume(self) -> None:
        """Go on."""
        if self.running and self.paused:
            self.paused = False
            self.changed.emit()
            if not self._busy:
                self._next()

    def stop(self) -> None:
        """End the sweep; what is spoken so far is kept."""
        if not self.running:
            return
        self.running, self.paused = False, False
        if self._loading:
            self._loading, self.conversion = False, None
            self._set_state(ItemState.WAITING)
            self._host.eject()  # ends a conversion, too
        if self._busy:
            self._host.stop()
        else:
            self._load_what_was_there()
        self.changed.emit()

    def close(self) -> None:
        """End the sweep and let go of it."""
        self.running, self._before = False, None
        self._background.close()
        self._plan = None

    @property
    def _busy(self) -> bool:
        return 0 <= self._at < len(self.items) and self.items[self._at].state is ItemState.RUNNING

    def _next(self) -> None:
        if not self.running:
            self._load_what_was_there()
        if not self.running or self.paused or self._host.speaking:
            return
        self._at = next((i for i, item in enumerate(self.items) if item.state is ItemState.WAITING), len(self.items))
        if self._at == len(self.items):
            self.running = False
            self._load_what_was_there()
            self.changed.emit()
            self.finished.emit()
            return
        self._failure, self._began = "", time.monotonic()
        self._set_state(ItemState.RUNNING)
        item = self.items[self._at].item
        if self._has_loaded(item):
            self._speak()
            return
        self._loading = True
        threads = self._plan.base.threads if self._plan is not None else None
        quantisation = item.quantisation or DEFAULT_TYPE
        self._host.load(LoadSettings(item.model, threads or 0, quantisation, requantises=bool(item.quantisation)))

    def _has_loaded(self, item: SweepItem) -> bool:
        """Whether the model of a take is in memory, in the storage type that is tried."""
        engine, loaded = self._host.engine, self._host.loaded
        if not item.quantisation:
            return engine is not None and engine.name == item.model
        wanted = (item.model, item.quantisation, True)
        return (
            engine is not None
            and loaded is not None
            and (loaded.model, loaded.quantisation, loaded.requantises) == wanted
        )

    def _load_what_was_there(self) -> None:
        before, self._before = self._before, None
        if before is not None and self._host.loaded != before:
            self._host.load(before)

    def _speak(self) -> None:
        engine = self._host.engine
        assert self._plan is not None and engine is not None
        try:
            request = self._plan.request(engine, self.items[self._at].item)
        except PhonoscopeError as error:
            self._give_up(said(error))
            return
        self._host.speak(request)

    def _engine_changed(self) -> None:
        if self._busy and self._loading and self._host.engine is not None and not self._host.loading:
            self._loading, self.conversion = False, None
            self._began = time.monotonic()
            self._speak()

    def _converting(self, percent: int) -> None:
        if self._busy and self._loading:
            self.conversion = percent
            self.changed.emit()

    def _take_started(self, spoken: SpokenTake) -> None:
        if self._busy:
            self.items[self._at].take_id = spoken.id

    def _failed(self, message: str) -> None:
        if not self._busy:
            return
        self._failure = message
        if self._loading:
            self._loading, self.conversion = False, None
            self._give_up(message)

    def _take_finished(self) -> None:
        if not self._busy or self._loading:
            return
        item = self.items[self._at]
        if not item.take_id:
            self._give_up(self._failure or self.tr("It was not spoken"))
            return
        store, take_id = self._store, item.take_id

        def look() -> tuple[TakeSignals, NDArray[np.uint8], bool]:
            take = store.read(take_id)
            stopped = take.figures.stop_reason is StopReason.CANCELLED
            picture = thumbnail(take, THUMBNAIL_COLUMNS, THUMBNAIL_ROWS)
            return measure(take, family(take.request.family).tap_groups), picture, stopped

        self._background.run(look, self._looked_at, self._give_up)

    def _looked_at(self, seen: tuple[TakeSignals, NDArray[np.uint8], bool]) -> None:
        item = self.items[self._at]
        item.signals, item.picture, stopped = seen
        item.failure = self._failure
        self._seconds.append(time.monotonic() - self._began)
        self._set_state(ItemState.DONE)
        if stopped and self.running:  # someone pressed Stop: not every take is to be stopped one by one
            self.paused = True
        self.changed.emit()
        self._next()

    def _give_up(self, message: str) -> None:
        self.items[self._at].failure = message
        self._set_state(ItemState.FAILED)
        self.changed.emit()
        self._next()

    def _set_state(self, state: ItemState) -> None:
        self.items[self._at].state = state
        self.item_changed.emit(self._at)
