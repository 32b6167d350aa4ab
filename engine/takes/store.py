"""All kept takes: an index over folders. The folders are the truth; an index that is lost is made again."""

from __future__ import annotations

import contextlib
import secrets
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from phonoscope.engine.database import waiting_at_most
from phonoscope.engine.errors import LockedError, PhonoscopeError
from phonoscope.engine.models.atomic_file import PART_SUFFIX, remove_abandoned
from phonoscope.engine.recipe import read_recipe
from phonoscope.engine.request import ModelReference, SynthesisRequest
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.takes.folder import StoredTake, TakeWriter, read_request
from phonoscope.engine.takes.index import TakeIndex
from phonoscope.engine.takes.likeness_file import read_likeness, write_likeness
from phonoscope.engine.takes.notes_file import TakeNotes, read_notes, write_notes
from phonoscope.engine.takes.recording import TakeRecording
from phonoscope.engine.takes.summary import TakeSummary, summarise
from phonoscope.engine.takes.underruns_file import read_underruns, write_underruns
from phonoscope.engine.takes.view import TakeView
from phonoscope.engine.voices.likeness import Likeness
from platformdirs import user_data_path

_UNFINISHED = StopReason.NONE.value
_PATIENCE_S = 0.1  # with a locked index, for what the next start can do


class TakeStore:
    """The takes below one folder. Methods may be called from any thread, and several programs may share a store.

    Parameters
    ----------
    root
        The folder; None for the user's own.

    Raises
    ------
    LockedError
        By the methods that read or change the index, when another program keeps it locked.
    OutputError
        When it cannot be used for another reason; also from the methods.
    """

    def __init__(self, root: Path | None = None) -> None:
        self.root = root or user_data_path("phonoscope", appauthor=False) / "takes"
        self._index = TakeIndex(self.root / "index.sqlite")
        self._adopted = False
        with contextlib.suppress(LockedError):
            self._adopt()

    def summaries(self, *, binned: bool = False) -> list[TakeSummary]:
        """Return the takes, newest first; or those in the bin."""
        self._adopt()
        return self._index.summaries(binned=binned)

    def n_binned(self) -> int:
        """Return how many takes lie in the bin."""
        return self._index.n_binned()

    def read(self, take_id: str) -> StoredTake:
        """Return a take.

        Raises
        ------
        PhonoscopeError
            When it is gone or damaged.
        """
        return StoredTake(self.root / take_id)

    def request(self, take_id: str) -> SynthesisRequest:
        """Return what was asked for of a take.

        Raises
        ------
        PhonoscopeError
            When it is gone or damaged.
        """
        return read_request(self.root / take_id)

    def record(self, take: TakeView) -> TakeRecording:
        """Begin to keep a take that is being made.

        Raises
        ------
        OutputError
            When it cannot be written.
        """
        now = datetime.now(UTC)
        take_id = f"{now:%Y%m%d-%H%M%S}-{now.microsecond // 1000:03d}-{secrets.token_hex(2)}"
        writer = TakeWriter(self.root / take_id, take)
        recording = TakeRecording(self._index, writer, take, now.isoformat(timespec="seconds"))
        self.list_soon(recording.summary())
        return recording

    def list_soon(self, summary: TakeSummary) -> None:
        """Add a row or bring what is measured in it up to date, at once or when another program unlocks the index.

        No take suffers from that: its folder holds all of it, and the next start lists what never came into the index.
        """
        self._index.list_soon(summary)

    def likeness(self, take_id: str) -> Likeness | None:
        """Return how much a take sounds like the voice that was asked for, or None where that was not measured."""
        return read_likeness(self.root / take_id)

    def keep_likeness(self, take_id: str, likeness: Likeness) -> TakeSummary | None:
        """Keep what was measured with the take, and return its row of the index; None when the take is gone.

        Raises
        ------
        OutputError
            When it cannot be written.
        """
        folder = self.root / take_id
        if not folder.is_dir():
            return None
        write_likeness(folder, likeness)
        self._index.set([take_id], "likeness", likeness.similarity)
        return self._index.summary(take_id)

    def underruns_s(self, take_id: str) -> list[float]:
        """Return where sound was missing, in seconds, when a take was heard for the first time, as it was made."""
        return read_underruns(self.root / take_id)

    def keep_underruns(self, take_id: str, times_s: Sequence[float]) -> None:
        """Keep with a take where sound was missing; nothing happens when the take is gone.

        Raises
        ------
        OutputError
            When it cannot be written.
        """
        if (folder := self.root / take_id).is_dir():
            write_underruns(folder, times_s)

    def rate(self, take_id: str, rating: int) -> None:
        """Set a rating, 0 (none) to 5."""
        self._say([take_id], "rating", max(0, min(5, rating)))

    def annotate(self, take_id: str, *, tags: str | None = None, notes: str | None = None) -> None:
        """Set tags or notes."""
        for column, value in (("tags", tags), ("notes", notes)):
            if value is not None:
                self._say([take_id], column, value)

    def bin(self, take_ids: Iterable[str]) -> None:
        """Put takes in the bin."""
        self._say(take_ids, "binned", 1)

    def restore(self, take_ids: Iterable[str]) -> None:
        """Take takes out of the bin."""
        self._say(take_ids, "binned", 0)

    def empty_bin(self) -> None:
        """Remove what is in the bin, for good."""
        for summary in self.summaries(binned=True):
            # In this order, whenever the program is killed the next start finds no take that comes back to life.
            doomed = self.root / f".{summary.id}{PART_SUFFIX}"
            with contextlib.suppress(OSError):
                (self.root / summary.id).rename(doomed)
            self._index.remove([summary.id])
            shutil.rmtree(doomed, ignore_errors=True)

    def complete_recipe(self, take_id: str, model: ModelReference) -> None:
        """Put the hashes of the model's files, which were not known when the take ended, into its recipe.

        Raises
        ------
        PhonoscopeError
            When the take is gone or cannot be written.
        """
        path = self.root / take_id / "recipe.json"
        recipe = read_recipe(path)
        replace(recipe, request=replace(recipe.request, model=model)).write(path)

    def _adopt(self) -> None:
        """Make the index agree with the folders, which may not be so after a program was killed or the index lost.

        It is done once, as soon as the index is not locked.
        """
        if self._adopted:
            return
        known = self._index.stop_reasons()
        self._adopted = True
        remove_abandoned(self.root)
        for folder in sorted(self.root.iterdir()):
            if folder.name.endswith(PART_SUFFIX) or not folder.is_dir():
                continue
            remove_abandoned(folder)  # a finished take may have been given its hashes or notes when the kill came
            if known.pop(folder.name, _UNFINISHED) == _UNFINISHED:
                with contextlib.suppress(PhonoscopeError):  # no take, or one of a later version: not ours to touch
                    self.list_soon(_summary_of(folder))
        gone = [take_id for take_id in known if not (self.root / take_id).exists()]
        if gone:
            # Where the index is locked, the next start removes their rows.
            with contextlib.suppress(LockedError), waiting_at_most(_PATIENCE_S):
                self._index.remove(gone)

    def _say(self, take_ids: Iterable[str], column: str, value: str | int) -> None:
        """Set what people say of takes, in the index and beside each take."""
        take_ids = set(take_ids)
        self._index.set(take_ids, column, value)
        for take_id in take_ids:
            summary, folder = self._index.summary(take_id), self.root / take_id
            if summary is not None and folder.is_dir():
                write_notes(folder, TakeNotes(summary.rating, summary.tags, summary.notes, summary.binned))


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
