"""All kept takes: an index over folders. The folders are the truth; an index that is lost is made again."""

from __future__ import annotations

import contextlib
import secrets
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from phonoscope.engine.errors import LockedError
from phonoscope.engine.models.atomic_file import PART_SUFFIX
from phonoscope.engine.recipe import read_recipe
from phonoscope.engine.request import ModelReference, SynthesisRequest
from phonoscope.engine.takes.adoption import Adoption
from phonoscope.engine.takes.folder import StoredTake, TakeWriter, read_request
from phonoscope.engine.takes.index import TakeIndex
from phonoscope.engine.takes.likeness_file import read_likeness, write_likeness
from phonoscope.engine.takes.notes_file import SAID, TakeNotes, write_notes
from phonoscope.engine.takes.recording import TakeRecording
from phonoscope.engine.takes.summary import TakeSummary
from phonoscope.engine.takes.underruns_file import read_underruns, write_underruns
from phonoscope.engine.takes.view import TakeView
from phonoscope.engine.voices.likeness import Likeness
from platformdirs import user_data_path


class TakeStore:
    """The takes below one folder. Methods may be called from any thread, and several programs may share a store.

    Parameters
    ----------
    root
        The folder; None for the user's own.

    Attributes
    ----------
    adoption
        Finds the takes that the index does not know; see `adopt`.

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
        self.adoption = Adoption(self.root, self._index)
        with contextlib.suppress(LockedError):
            self._index.open()

    def adopt(self) -> None:
        """Go to the end of the `adoption`: the index may lack takes after a program was killed, or was lost."""
        while not self.adoption.done:
            self.adoption.go_on()

    def summaries(self, *, binned: bool = False) -> list[TakeSummary]:
        """Return the takes that the index knows, newest first; or those in the bin."""
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
        self._index.list_soon([summary])

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
        self._index.set("likeness", {take_id: likeness.similarity})
        return next(iter(self._index.find([take_id])), None)

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

    def say(self, field: str, values: Mapping[str, str | int]) -> None:
        """Set what people say of takes: in the index, all at once, and then beside each take.

        Parameters
        ----------
        field
            Which field of `phonoscope.engine.takes.notes_file.TakeNotes`.
        values
            What it is from now on, by the ids of the takes.
        """
        if field not in SAID:
            raise ValueError(f"nobody says {field!r} of a take")
        self._index.set(field, values)
        for summary in self._index.find(values):
            if (folder := self.root / summary.id).is_dir():
                write_notes(folder, TakeNotes(**{name: getattr(summary, name) for name in SAID}))

    def empty_bin(self) -> None:
        """Remove what is in the bin, for good."""
        binned = [summary.id for summary in self.summaries(binned=True)]
        doomed = [self.root / f".{take_id}{PART_SUFFIX}" for take_id in binned]
        # In this order, whenever the program is killed the next start finds no take that comes back to life.
        for take_id, folder in zip(binned, doomed, strict=True):
            with contextlib.suppress(OSError):
                (self.root / take_id).rename(folder)
        self._index.remove(binned)
        for folder in doomed:
            shutil.rmtree(folder, ignore_errors=True)

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
