"""The user's own voices: one file each, and an SQLite table of what people call, tag and sort them by.

A file is written whole before its row appears, and every change of rows is one transaction together with its entry in
the history, so that a kill at any moment leaves the library as it was before or after the step. Files without a row
(the table was lost, or a voice was put there by hand) are taken in when the library is opened.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.database import Database
from phonoscope.engine.errors import PhonoscopeError, VoiceError
from phonoscope.engine.message import Message
from phonoscope.engine.models.atomic_file import remove_abandoned
from phonoscope.engine.voices import history
from phonoscope.engine.voices.bundled import BUNDLED_FOLDER, bundled_voices
from phonoscope.engine.voices.card import check_description, check_name, check_tags
from phonoscope.engine.voices.entry import COLUMNS, VoiceEntry, from_row, to_row
from phonoscope.engine.voices.history import put_row
from phonoscope.engine.voices.voice import content_hash
from phonoscope.engine.voices.voice_file import SUFFIX, StoredVoice, read_voice_file, write_voice_file
from platformdirs import user_data_path

_MAX_FOLDER_CHARACTERS = 200
_KEPT_CHARACTERS = 90  # of a name that something is added to
_STEPS = (
    (
        """
        CREATE TABLE voices (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, folder TEXT NOT NULL, tags TEXT NOT NULL, language TEXT NOT NULL,
            licence TEXT NOT NULL, notes TEXT NOT NULL, consent TEXT NOT NULL, kind TEXT NOT NULL,
            width INTEGER NOT NULL, n_codebooks INTEGER NOT NULL, codebook_size INTEGER NOT NULL, content TEXT NOT NULL,
            created TEXT NOT NULL, binned INTEGER NOT NULL
        )
        """,
        history.TABLE,
    ),
)


def user_voices_path() -> Path:
    """Return the folder of the user's own voices, whether it exists or not."""
    return user_data_path("phonoscope", appauthor=False) / "voices"


class VoiceStore:
    """The voices below one folder. Methods may be called from any thread, and several programs may share a store.

    Parameters
    ----------
    root
        The folder; None for the user's own.

    Raises
    ------
    OutputError
        By the methods, when the table cannot be read or written, because another program has locked it for example.
    """

    def __init__(self, root: Path | None = None) -> None:
        self.root = root or user_voices_path()
        self._opened: Database | None = None

    def _open(self) -> Database:
        """Return the table, opened when first used: a window must come up also while it cannot be."""
        if self._opened is None:
            remedy = Message("remove it: it is made again from the voices")
            self._opened = Database(self.root / "library.sqlite", _STEPS, remedy=remedy)
            self._adopt()
        return self._opened

    def entries(self, *, binned: bool = False) -> list[VoiceEntry]:
        """Return the voices by name; or those in the bin."""
        with self._open().connect() as connection:
            rows = connection.execute(f"{_SELECT} WHERE binned = ? ORDER BY name COLLATE NOCASE, id", (int(binned),))
            return [from_row(row) for row in rows]

    def find(self, name: str) -> VoiceEntry | None:
        """Return the voice of this name or id that is not in the bin, or None."""
        return next((entry for entry in self.entries() if name in (entry.name, entry.id)), None)

    def by_content(self, sha256: str) -> VoiceEntry | None:
        """Return a voice by its content hash, one in the bin as the last choice, or None."""
        with self._open().connect() as connection:
            rows = connection.execute(f"{_SELECT} WHERE content = ? ORDER BY binned, id LIMIT 1", (sha256,))
            return next((from_row(row) for row in rows), None)

    def path(self, voice_id: str) -> Path:
        """Return the file of a voice."""
        return self.root / f"{voice_id}{SUFFIX}"

    def read(self, entry: VoiceEntry) -> StoredVoice:
        """Return a voice with its card as the library has it now.

        Raises
        ------
        VoiceError
            When its file is gone or damaged.
        """
        stored = read_voice_file(self.path(entry.id))
        mine = {name: getattr(entry, name) for name in ("name", "tags", "language", "licence", "notes", "consent")}
        return replace(stored, card=replace(stored.card, **mine))

    def add(self, stored: StoredVoice, *, folder: str = "") -> VoiceEntry:
        """Take a voice in; where its name is taken, a number is added to it.

        Raises
        ------
        OutputError
            When it cannot be written.
        VoiceError
            When the folder's name cannot be one.
        """
        _check_folder(folder)
        self._open()  # before there is a file, which would be taken in as one put there by hand
        now = datetime.now(UTC)
        voice_id = f"{now:%Y%m%d-%H%M%S}-{now.microsecond // 1000:03d}-{secrets.token_hex(2)}"
        card = replace(stored.card, created=stored.card.created or now.isoformat(timespec="seconds"))
        write_voice_file(self.path(voice_id), replace(stored, card=card))
        entry = _new_entry(voice_id, replace(stored, card=card), folder)
        with self._transaction() as connection:
            # Another program may have found the file and taken it in by now.
            entry = replace(entry, name=_free_name(connection, entry.name, except_id=voice_id))
            history.change(connection, f"add {entry.name}", [(None, entry)])
        return entry

    def update(self, voice_ids: Iterable[str], **values: Any) -> list[VoiceEntry]:
        """Set name, folder, tags, language, licence, notes or consent; one step of the history.

        Raises
        ------
        VoiceError
            When a value is refused, a voice is gone, or a name is taken.
        """
        if "name" in values:
            check_name(values["name"])
        check_tags(tuple(values.get("tags", ())))
        check_description(*(values.get(name, "") for name in ("language", "licence", "notes")))
        _check_folder(values.get("folder", ""))
        with self._transaction() as connection:
            before = [_get(connection, voice_id) for voice_id in dict.fromkeys(voice_ids)]
            name = values.get("name")
            if name is not None and (len(before) != 1 or _free_name(connection, name, except_id=before[0].id) != name):
                raise VoiceError("there is already a voice called {name!r}", "choose another name", name=name)
            after = [replace(entry, **values) for entry in before]
            label = f"{'rename' if name else 'change'} {_names(before)}"
            history.change(connection, label, list(zip(before, after, strict=True)))
        return after

    def duplicate(self, entry: VoiceEntry) -> VoiceEntry:
        """Add a copy of a voice."""
        stored = self.read(entry)
        return self.add(
            replace(stored, card=replace(stored.card, name=copy_name(entry.name), created="")), folder=entry.folder
        )

    def set_preview(self, entry: VoiceEntry, preview: NDArray[np.int16], rate_hz: int) -> None:
        """Keep how a voice sounds in its file."""
        stored = read_voice_file(self.path(entry.id))
        card = replace(stored.card, preview_rate_hz=rate_hz)
        write_voice_file(self.path(entry.id), replace(stored, card=card, preview=preview))

    def bin(self, voice_ids: Iterable[str]) -> None:
        """Put voices in the bin."""
        self._set_binned(voice_ids, True, "bin")

    def restore(self, voice_ids: Iterable[str]) -> None:
        """Take voices out of the bin; one whose name was taken meanwhile gets a number."""
        self._set_binned(voice_ids, False, "restore")

    def empty_bin(self) -> int:
        """Remove what is in the bin, for good, and return how many voices that were."""
        with self._transaction() as connection:
            gone = [row[0] for row in connection.execute("SELECT id FROM voices WHERE binned = 1")]
            connection.execute("DELETE FROM voices WHERE binned = 1")
            history.forget(connection, gone)
            # Files go first: killed in between, the rows of files that are gone are dropped at the next start.
            for voice_id in gone:
                self.path(voice_id).unlink(missing_ok=True)
        return len(gone)

    def undo(self) -> str:
        """Take the last step back and return what it was; an empty string when there is none."""
        with self._transaction() as connection:
            return history.undo(connection)

    def redo(self) -> str:
        """Do the step that was taken back last again and return what it was; an empty string when there is none."""
        with self._transaction() as connection:
            return history.redo(connection)

    def _set_binned(self, voice_ids: Iterable[str], binned: bool, verb: str) -> None:
        with self._transaction() as connection:
            before = [_get(connection, voice_id) for voice_id in dict.fromkeys(voice_ids)]
            after = [
                replace(e, binned=binned, name=e.name if binned else _free_name(connection, e.name, except_id=e.id))
                for e in before
            ]
            if before:
                history.change(connection, f"{verb} {_names(before)}", list(zip(before, after, strict=True)))

    def _adopt(self) -> None:
        """Take in files without a row, drop rows without a file, and remove drafts of programs that were killed."""
        known = {entry.id for binned in (False, True) for entry in self.entries(binned=binned)}
        files = {path.stem: path for path in self.root.glob(f"*{SUFFIX}") if not path.name.startswith(".")}
        remove_abandoned(self.root)
        for voice_id in sorted(files.keys() - known):
            with contextlib.suppress(PhonoscopeError):  # no voice, or one of a later version: not ours to touch
                entry = _new_entry(voice_id, read_voice_file(files[voice_id]), "")
                with self._transaction() as connection:
                    if _find(connection, voice_id) is None:  # whoever wrote the file may have added it meanwhile
                        put_row(connection, to_row(replace(entry, name=_free_name(connection, entry.name))))
        lost = known - files.keys()
        if lost:  # otherwise nobody who only looks waits for somebody who writes
            with self._transaction() as connection:
                connection.executemany("DELETE FROM voices WHERE id = ?", [(voice_id,) for voice_id in lost])

    @contextlib.contextmanager
    def _transaction(self) -> Any:
        with self._open().connect() as connection:
            connection.execute("BEGIN IMMEDIATE")  # before anything is read: nobody else writes in between
            yield connection


_SELECT = f"SELECT {', '.join(COLUMNS)} FROM voices"


def _new_entry(voice_id: str, stored: StoredVoice, folder: str) -> VoiceEntry:
    card = stored.card
    shared = {name: getattr(card, name) for name in COLUMNS if hasattr(card, name)}
    return VoiceEntry(id=voice_id, folder=folder, content=content_hash(stored.voice), **shared)


def _find(connection: sqlite3.Connection, voice_id: str) -> VoiceEntry | None:
    row = connection.execute(f"{_SELECT} WHERE id = ?", (voice_id,)).fetchone()
    return None if row is None else from_row(row)


def _get(connection: sqlite3.Connection, voice_id: str) -> VoiceEntry:
    entry = _find(connection, voice_id)
    if entry is None:
        raise VoiceError("the voice {voice_id} is gone", "list the voices again", voice_id=voice_id)
    return entry


def _free_name(connection: sqlite3.Connection, name: str, except_id: str = "") -> str:
    """Return the name, with a number where it is taken, in whatever case: also bundled voices keep theirs."""
    rows = connection.execute("SELECT name FROM voices WHERE binned = 0 AND id != ?", (except_id,))
    taken = {taken_name.casefold() for taken_name in (*(row[0] for row in rows), *bundled_voices())}
    candidate, number = name, 1
    while candidate.casefold() in taken:
        number += 1
        candidate = f"{name[:_KEPT_CHARACTERS]} {number}"
    return candidate


def copy_name(name: str) -> str:
    """Return what a copy of a voice of this name is called."""
    return f"{name[:_KEPT_CHARACTERS]} copy"


def _names(entries: list[VoiceEntry]) -> str:
    return entries[0].name if len(entries) == 1 else f"{len(entries)} voices"


def _check_folder(folder: str) -> None:
    parts = folder.split("/") if folder else []
    fits = len(folder) <= _MAX_FOLDER_CHARACTERS and folder.isprintable()
    if not fits or any(not part or part != part.strip() or part.startswith(".") for part in parts):
        raise VoiceError(
            "{folder!r} cannot be a folder of voices", "write parts like Actors/English", folder=folder[:60]
        )
    if folder == BUNDLED_FOLDER:  # which tells them from the user's own
        raise VoiceError(
            "{folder!r} is the folder of the voices that come along", "choose another folder", folder=folder
        )
