"""Keeping the takes of one loaded model without waiting for the hashes of its files."""

from __future__ import annotations

import contextlib
import threading
from dataclasses import replace

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.request import ModelReference
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.take import Take
from phonoscope.engine.takes.recording import TakeRecording
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary


class TakeKeeper:
    """Hashes the files of a model in the background, once; recipes of takes that end before that get them later.

    Close it before the engine.

    Parameters
    ----------
    engine
        The loaded model.
    store
        Where its takes are kept.
    """

    def __init__(self, engine: Engine, store: TakeStore) -> None:
        self._engine = engine
        self._store = store
        self._lock = threading.Lock()
        self._reference: ModelReference | None = None
        self._waiting: list[str] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._hash, name="phonoscope-hashing", daemon=True)
        self._thread.start()

    def finish(self, recording: TakeRecording, take: Take) -> TakeSummary:
        """Write the rest of a take that has ended and return its row of the index.

        Raises
        ------
        OutputError
            When it cannot be written.
        """
        with self._lock:
            if self._reference is None:
                self._waiting.append(recording.id)
                return recording.finish(take.request)
            return recording.finish(replace(take.request, model=self._reference))

    def close(self) -> None:
        """Stop hashing; recipes that have no hashes yet stay without."""
        self._stop.set()
        self._thread.join()

    def _hash(self) -> None:
        with contextlib.suppress(PhonoscopeError):  # stopped, or the file is gone: recipes stay without hashes
            reference = self._engine.hash_files(self._stop)
            with self._lock:
                self._reference = reference
                for take_id in self._waiting:
                    with contextlib.suppress(PhonoscopeError):  # removed meanwhile
                        self._store.complete_recipe(take_id, reference)
                self._waiting.clear()
