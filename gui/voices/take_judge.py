"""Judges every take by the voice that it was asked to have, in a thread beside the window."""

from __future__ import annotations

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.takes.likeness_file import read_likeness, write_likeness
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.view import TakeView
from phonoscope.engine.voices.likeness import Likeness
from phonoscope.gui.background import Background
from phonoscope.gui.engine_host import EngineHost
from PySide6.QtCore import QObject, Signal


class TakeJudge(QObject):
    """The likeness of the take that is shown: as it was kept with it, or measured once the take has ended.

    Parameters
    ----------
    store
        Where takes are kept, and their likeness with them.
    host
        Lends its encoders.
    """

    judged = Signal(object)  # Likeness, or None
    failed = Signal(str)

    def __init__(self, store: TakeStore, host: EngineHost, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._host = host
        self._measuring = Background(self, "phonoscope-likeness")
        self._take: TakeView | None = None
        self._take_id = ""
        host.finished.connect(self._judge)

    def set_take(self, take: TakeView | None, take_id: str = "") -> None:
        """Judge another take; ``take_id`` is how it is kept."""
        self._take, self._take_id = take, take_id
        self._judge()

    def close(self) -> None:
        """Wait for what is being measured, and let go of the take."""
        self._measuring.close()
        self._take = None

    def _judge(self) -> None:
        take, folder = self._take, self._store.root / self._take_id if self._take_id else None
        known = read_likeness(folder) if folder is not None else None
        self.judged.emit(known)
        engine = self._host.engine
        if known is not None or take is None or not take.finished or self._host.speaking:
            return
        if engine is None or engine.name != take.request.model.name:
            return

        def keep(found: Likeness | None) -> None:
            self.judged.emit(found)
            if found is not None and folder is not None and folder.is_dir():
                try:
                    write_likeness(folder, found)
                except PhonoscopeError as error:
                    self.failed.emit(str(error))

        self._measuring.run(lambda: engine.likeness(take), keep, self.failed.emit)
