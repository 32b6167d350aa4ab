"""Takes that are dragged out of the window as sound files."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path

from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.takes.export import export_sound
from phonoscope.engine.takes.naming import DEFAULT_PATTERN, file_stems
from phonoscope.engine.takes.store import TakeStore
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.gui.background import Background, interrupted
from PySide6.QtCore import QMetaType, QMimeData, QObject, QTemporaryDir, QUrl

FILES = "text/uri-list"
_SUFFIX = ".wav"


class Dragging(QObject):
    """Writes the files beside the window as soon as a drag begins; who asks for them before they are there waits.

    Parameters
    ----------
    store
        Where takes are kept.
    """

    def __init__(self, store: TakeStore, parent: QObject) -> None:
        super().__init__(parent)
        self._store = store
        self._folder: QTemporaryDir | None = None  # removed with this object
        self._writing = Background(self, "phonoscope-drag")

    def begin(self, takes: Sequence[TakeSummary], *, marks_synthetic: bool) -> QMimeData:
        """Return what a drag of takes carries."""
        self._writing.interrupt()  # of a drag that went nowhere
        self._folder = self._folder or QTemporaryDir()
        folder, files = Path(self._folder.path()), list[Path]()

        def write() -> None:
            for take, stem in zip(takes, file_stems(takes, DEFAULT_PATTERN), strict=True):
                if interrupted():
                    return
                path = folder / f"{stem}{_SUFFIX}"
                with contextlib.suppress(PhonoscopeError):  # without sound, or gone: the others are dragged
                    export_sound(self._store.read(take.id), path, marks_synthetic=marks_synthetic)
                    files.append(path)

        self._writing.run(write, lambda _: None)
        return _Files(files, self._writing.finish)

    @property
    def busy(self) -> bool:
        """Whether files are being written."""
        return self._writing.busy

    def close(self) -> None:
        """End what is being written."""
        self._writing.close()


class _Files(QMimeData):
    """Names of files that are being written."""

    def __init__(self, files: Sequence[Path], finish: Callable[[], None]) -> None:
        super().__init__()
        self._files, self._finish = files, finish

    def formats(self) -> list[str]:
        """Return the only one."""
        return [FILES]

    def hasFormat(self, mimetype: str) -> bool:  # noqa: N802 - Qt's name
        """Whether it is that; nobody has to wait for the answer."""
        return mimetype == FILES

    def retrieveData(self, mimetype: str, preferred: QMetaType | QMetaType.Type) -> object:  # noqa: N802 - Qt's name
        """Return the names, once all files are written."""
        if mimetype != FILES:
            return None
        self._finish()
        return [QUrl.fromLocalFile(str(path)) for path in self._files]
