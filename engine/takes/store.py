"""All kept takes: an SQLite index over folders. The folders are the truth; an index that is lost is made again."""

from __future__ import annotations

import contextlib
import math
import secrets
import shutil
import threading
from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields, replace
from datetime import UTC, datetime
from pathlib import Path

from phonoscope.engine.database import Database, waiting_at_most
from phonoscope.engine.errors import LockedError, PhonoscopeError
from phonoscope.engine.message import Message
from phonoscope.engine.models.atomic_file import PART_SUFFIX, remove_abandoned
from phonoscope.engine.recipe import read_recipe
from phonoscope.engine.request import ModelReference, SynthesisRequest
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.takes.folder import StoredTake, TakeWriter, read_request
from phonoscope.engine.takes.likeness_file import read_likeness, write_likeness
from phonoscope.engine.takes.notes_file import TakeNotes, read_notes, write_notes
from phonoscope.engine.takes.view import TakeView
from phonoscope.engine.voices.likeness import Likeness
from platformdirs import user_data_path

_UNFINISHED = StopReason.NONE.value
_PATIENCE_S = 0.1  # with a locked index, for rows that can be written later


@dataclass(frozen=True)
class TakeSummary:
    """A row of the index.

    Parameters
    ----------
    id
        Name of the take's folder; it begins with the time, so that names sort by age.
    created
        Date and time in UTC, ISO 8601.
    text, model, voice, seed
        What was asked for.
    n_frames, duration_s, ttfa_ms, rtf
        What came of it so far; NaN where nothing was measured yet.
    stop_reason
        Why it ended; "none" while it is made, and for ever when the program was killed meanwhile.
    alarm
        Where the first non-finite value arose; empty without.
    rating, tags, notes
        What people say of it; a rating is 0 (none) to 5.
    binned
        Whether it lies in the bin.
    likeness
        Cosine to the voice that was asked for; NaN where it was not measured.
    """

    id: str
    created: str
    text: str
    model: str
    voice: str
    seed: int
    n_frames: int
    duration_s: float
    ttfa_ms: float
    rtf: float
    stop_reason: str
    alarm: str = ""
    rating: int = 0
    tags: str = ""
    notes: str = ""
    binned: bool = False
    likeness: float = math.nan


_COLUMNS = tuple(field.name for field in fields(TakeSummary))
# Seeds are unsigned and 64 bits wide, which SQLite's integers are not: they are kept as text.
_STEPS = (
    (
        """
        CREATE TABLE takes (
            id TEXT PRIMARY KEY, created TEXT NOT NULL, text TEXT NOT NULL, model TEXT NOT NULL, voice TEXT NOT NULL,
            seed TEXT NOT NULL, n_frames INTEGER NOT NULL, duration_s REAL NOT NULL, ttfa_ms REAL, rtf REAL,
            stop_reason TEXT NOT NULL, alarm TEXT NOT NULL, rating INTEGER NOT NULL, tags TEXT NOT NULL,
            notes TEXT NOT NULL, binned INTEGER NOT NULL
        )
        """,
    ),
    ("ALTER TABLE takes ADD COLUMN likeness REAL",),
)


class TakeStore:
    """The takes below one folder. Methods may be called from any thread, and several programs may share a store.

    Parameters
    ----------
    root
        The folder; None for the user's own.

    Raises
    ------
    OutputError
        When it cannot be written.
    """

    def __init__(self, root: Path | None = None) -> None:
        self.root = root or user_data_path("phonoscope", appauthor=False) / "takes"
        self._late: dict[str, TakeSummary] = {}  # rows that wait for another program
        self._late_lock = threading.Lock()
        remedy = Message("remove it: it is made again from the takes")
        self._database = Database(self.root / "index.sqlite", _STEPS, remedy=remedy)
        self._adopt()

    def summaries(self, *, binned: bool = False) -> list[TakeSummary]:
        """Return the takes, newest first; or those in the bin."""
        self._catch_up()
        with self._database.connect() as connection:
            rows = connection.execute(
                f"SELECT {', '.join(_COLUMNS)} FROM takes WHERE binned = ? ORDER BY id DESC", (int(binned),)
            )
            return [_summary(row) for row in rows]

    def n_binned(self) -> int:
        """Return how many takes lie in the bin."""
        with self._database.connect() as connection:
            return int(connection.execute("SELECT count(*) FROM takes WHERE binned = 1").fetchone()[0])

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
        recording = TakeRecording(self, writer, take, take_id, now.isoformat(timespec="seconds"))
        self.list_soon(recording.summary())
        return recording

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
        self._set([take_id], "likeness", likeness.similarity)
        with self._database.connect() as connection:
            row = connection.execute(f"SELECT {', '.join(_COLUMNS)} FROM takes WHERE id = ?", (take_id,)).fetchone()
        return _summary(row) if row is not None else None

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
            with self._database.connect() as connection:
                connection.execute("DELETE FROM takes WHERE id = ?", (summary.id,))
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

    def update(self, summary: TakeSummary) -> None:
        """Add a row, or bring what is measured in it up to date; what people said of the take stays."""
        values = [str(v) if n == "seed" else v for n, v in zip(_COLUMNS, astuple(summary), strict=True)]
        values = [None if isinstance(v, float) and math.isnan(v) else v for v in values]
        measured = ("n_frames", "duration_s", "ttfa_ms", "rtf", "stop_reason", "alarm")
        with self._database.connect() as connection:
            connection.execute(
                f"INSERT INTO takes ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))}) "
                f"ON CONFLICT (id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in measured)}",
                values,
            )

    def list_soon(self, summary: TakeSummary) -> None:
        """Add a row or bring it up to date, at once or when another program unlocks the index.

        No take suffers from that: its folder holds all of it, and the next start lists what never came into the index.
        """
        with self._late_lock:
            self._late[summary.id] = summary
        self._catch_up()

    def _catch_up(self) -> None:
        """Write the rows that wait, unless the index is still locked."""
        with self._late_lock, waiting_at_most(_PATIENCE_S), contextlib.suppress(LockedError):
            for summary in list(self._late.values()):
                self.update(summary)
                del self._late[summary.id]

    def _adopt(self) -> None:
        """Make the index agree with the folders, which may not be so after a program was killed or the index lost."""
        with self._database.connect() as connection:
            known = dict(connection.execute("SELECT id, stop_reason FROM takes").fetchall())
        remove_abandoned(self.root)
        for folder in sorted(self.root.iterdir()):
            if folder.name.endswith(PART_SUFFIX) or not folder.is_dir():
                continue
            remove_abandoned(folder)  # a finished take may have been given its hashes or notes when the kill came
            if known.pop(folder.name, _UNFINISHED) == _UNFINISHED:
                with contextlib.suppress(PhonoscopeError):  # no take, or one of a later version: not ours to touch
                    take = StoredTake(folder)
                    created = datetime.fromtimestamp((folder / "request.json").stat().st_mtime, UTC)
                    summary = _summarise(take, folder.name, created.isoformat(timespec="seconds"))
                    summary = replace(summary, **vars(read_notes(folder)))
                    found = read_likeness(folder)
                    self.list_soon(summary if found is None else replace(summary, likeness=found.similarity))
        gone = [(take_id,) for take_id in known if not (self.root / take_id).exists()]
        if gone:
            # Where the index is locked, the next start removes their rows.
            with contextlib.suppress(LockedError), waiting_at_most(_PATIENCE_S), self._database.connect() as connection:
                connection.executemany("DELETE FROM takes WHERE id = ?", gone)

    def _say(self, take_ids: Iterable[str], column: str, value: str | int) -> None:
        """Set what people say of takes, in the index and beside each take."""
        take_ids = set(take_ids)
        self._set(take_ids, column, value)
        for summary in (summary for binned in (False, True) for summary in self.summaries(binned=binned)):
            folder = self.root / summary.id
            if summary.id in take_ids and folder.is_dir():
                write_notes(folder, TakeNotes(summary.rating, summary.tags, summary.notes, summary.binned))

    def _set(self, take_ids: Iterable[str], column: str, value: str | float) -> None:
        self._catch_up()
        with self._database.connect() as connection:
            connection.executemany(
                f"UPDATE takes SET {column} = ? WHERE id = ?", [(value, take_id) for take_id in take_ids]
            )


class TakeRecording:
    """A take on its way to the disk; made by `TakeStore.record`. Call `append` every few seconds, then `finish`."""

    def __init__(self, store: TakeStore, writer: TakeWriter, take: TakeView, take_id: str, created: str) -> None:
        self.id = take_id
        self._store = store
        self._writer = writer
        self._take = take
        self._created = created

    def summary(self) -> TakeSummary:
        """Return the take's row of the index as it is now: unfinished, even if it has ended, until all is written."""
        return replace(_summarise(self._take, self.id, self._created), stop_reason=_UNFINISHED)

    def append(self) -> None:
        """Write what came since the last call."""
        self._writer.append()
        self._store.list_soon(self.summary())

    def finish(self, request: SynthesisRequest) -> TakeSummary:
        """Write the rest and return the row of the index; ``request`` is complete with the hashes of the model."""
        self._writer.finish(request)
        summary = _summarise(self._take, self.id, self._created)
        self._store.list_soon(summary)
        return summary


def _summarise(take: TakeView, take_id: str, created: str) -> TakeSummary:
    figures, alarm = take.figures, take.alarm
    return TakeSummary(
        id=take_id,
        created=created,
        text=take.request.text,
        model=take.request.model.name,
        voice=_voices(take.request),
        seed=take.request.seed,
        n_frames=figures.n_frames,
        duration_s=figures.duration_s,
        ttfa_ms=figures.ttfa_ms,
        rtf=figures.rtf,
        stop_reason=figures.stop_reason.value,
        alarm=f"{alarm.stage} layer {alarm.layer}, step {alarm.step}, {alarm.operation}" if alarm else "",
    )


def _voices(request: SynthesisRequest) -> str:
    """Return who speaks: the request's voice as it is named, or the names of all who take part."""
    if not request.cast:
        return request.voice.source
    return " + ".join(Path(voice.source).stem for voice in (request.voice, *request.cast) if voice.source)


def _summary(row: tuple[object, ...]) -> TakeSummary:
    values = dict(zip(_COLUMNS, row, strict=True))
    for name in ("ttfa_ms", "rtf", "likeness"):
        values[name] = math.nan if values[name] is None else values[name]
    return TakeSummary(**{**values, "seed": int(str(values["seed"])), "binned": bool(values["binned"])})  # type: ignore[arg-type]
