"""Making the index agree with the folders, which may not be so after a program was killed or the index was lost."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from phonoscope.engine.database import waiting_at_most
from phonoscope.engine.errors import LockedError, PhonoscopeError
from phonoscope.engine.models.atomic_file import PART_SUFFIX, remove_abandoned
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.takes.folder import StoredTake
from phonoscope.engine.takes.index import TakeIndex
from phonoscope.engine.takes.likeness_file import read_likeness
from phonoscope.engine.takes.notes_file import read_notes
from phonoscope.engine.takes.summary import TakeSummary, summarise

_UNFINISHED = StopReason.NONE.value
_FOLDERS_AT_ONCE = 32  # a tenth of a second, and one transaction
_PATIENCE_S = 0.1  # with a locked index, for what the next start can do


class Adoption:
    """Looks through the folders once, some at a time: a lost index of many takes is made again within seconds.

    Parameters
    ----------
    root
        Folder of all takes.
    index
        Where they are to be listed.
    """

    def __init__(self, root: Path, index: TakeIndex) -> None:
        self._root = root
        self._index = index
        self._known: dict[str, str] = {}  # why takes ended, by the index; those whose folder was found leave
        self._left: list[Path] | None = None  # folders still to look into, the newest last; None before it has begun

    @property
    def done(self) -> bool:
        """Whether every folder was looked into."""
        return self._left == []

    @property
    def n_left(self) -> int:
        """How many folders are still to be looked into, as far as that is known."""
        return len(self._left or ())

    def go_on(self) -> list[TakeSummary]:
        """Look into the next folders, the newest first, and return the takes that the index did not know, or not whole.

        Raises
        ------
        LockedError
            When another program keeps the index locked: nothing has begun, and can be tried again.
        OutputError
            When the index cannot be used for another reason.
        """
        if self._left is None:
            self._known = self._index.stop_reasons()
            remove_abandoned(self._root)
            self._left = sorted(f for f in self._root.iterdir() if f.is_dir() and not f.name.endswith(PART_SUFFIX))
        found = []
        next_ones, self._left = self._left[-_FOLDERS_AT_ONCE:], self._left[:-_FOLDERS_AT_ONCE]
        for folder in reversed(next_ones):
            remove_abandoned(folder)  # a finished take may have been given its hashes or notes when the kill came
            if self._known.pop(folder.name, _UNFINISHED) == _UNFINISHED:
                with contextlib.suppress(PhonoscopeError):  # no take, or one of a later version: not ours to touch
                    found.append(_summary_of(folder))
        self._index.list_soon(found)
        if self.done:
            self._remove_gone()
        return found

    def _remove_gone(self) -> None:
        gone = [take_id for take_id in self._known if not (self._root / take_id).exists()]
        if gone:
            # Where the index is locked, the next start removes their rows.
            with contextlib.suppress(LockedError), waiting_at_most(_PATIENCE_S):
                self._index.remove(gone)


def _summary_of(folder: Path) -> TakeSummary:
    """Return the row of a take by what lies in its folder.

    Raises
    ------
    PhonoscopeError
        When that is no take, or damaged.
    """
    take = StoredTake(folder)
    created = datetime.fromtimestamp((folder / "request.json").stat().st_mtime, UTC)
    summary = summarise(take, folder.name, created.isoformat(timespec="seconds"), take.n_alarms)
    summary = replace(summary, **vars(read_notes(folder)))
    likeness = read_likeness(folder)
    return summary if likeness is None else replace(summary, likeness=likeness.similarity)
