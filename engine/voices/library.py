"""The library of voices: the user's own together with those that come with Phonoscope."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import OutputError, VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.message import Message
from phonoscope.engine.voices.bundled import BUNDLED_FOLDER, bundled_entries, read_bundled
from phonoscope.engine.voices.card import VoiceCard
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.store import VoiceStore, copy_name
from phonoscope.engine.voices.voice import CodesVoice, Voice, XVectorVoice
from phonoscope.engine.voices.voice_file import SUFFIX, StoredVoice, read_voice_file, stored_voice, write_voice_file
from platformdirs import user_cache_path


@dataclass(frozen=True, eq=False)
class VectorTable:
    """The voices of one width that have an x-vector.

    Parameters
    ----------
    entries
        The voices.
    vectors
        float32 ``[voices, width]``, in the same order.
    """

    entries: tuple[VoiceEntry, ...]
    vectors: NDArray[np.float32]


class VoiceLibrary:
    """The user's own voices together with those that come with Phonoscope.

    Parameters
    ----------
    store
        The user's own; None to open them where they are.
    """

    def __init__(self, store: VoiceStore | None = None) -> None:
        self.store = store or VoiceStore()

    def entries(self) -> list[VoiceEntry]:
        """Return all voices: the user's by name, then the bundled ones.

        Raises
        ------
        OutputError
            When the user's cannot be read.
        """
        return [*self.store.entries(), *bundled_entries()]

    def readable_entries(self) -> tuple[list[VoiceEntry], Message | None]:
        """Return as many of `entries` as can be read, and why that is not all of them."""
        try:
            return self.entries(), None
        except OutputError as error:
            return bundled_entries(), error.message

    def is_own(self, entry: VoiceEntry) -> bool:
        """Whether a voice is the user's, to be changed at will."""
        return entry.folder != BUNDLED_FOLDER

    def get(self, name: str) -> VoiceEntry:
        """Return the voice of this name or id.

        Raises
        ------
        VoiceError
            When there is none.
        """
        for entry in self.entries():
            if name in (entry.name, entry.id):
                return entry
        raise VoiceError(
            "there is no voice {name!r} in the library", "phonoscope voices list shows all", name=name[:60]
        )

    def by_content(self, sha256: str) -> VoiceEntry | None:
        """Return a voice by its content hash, or None."""
        own = self.store.by_content(sha256)
        return own or next((entry for entry in bundled_entries() if entry.content == sha256), None)

    def read(self, entry: VoiceEntry) -> StoredVoice:
        """Return a voice with its card.

        Raises
        ------
        VoiceError
            When its file is gone or damaged.
        """
        if self.is_own(entry):
            return self.store.read(entry)
        card = VoiceCard(
            entry.name,
            entry.kind,
            tags=entry.tags,
            language=entry.language,
            licence=entry.licence,
            consent=entry.consent,
        )
        stored = stored_voice(card, read_bundled(entry.name))
        preview = _preview_path(entry)
        if not preview.is_file():
            return stored
        kept = read_voice_file(preview)
        rate = kept.card.preview_rate_hz
        return replace(stored, card=replace(stored.card, preview_rate_hz=rate), preview=kept.preview)

    def set_preview(self, entry: VoiceEntry, preview: NDArray[np.int16], rate_hz: int) -> None:
        """Keep how a voice sounds: in its file, or for a bundled one in the cache.

        Raises
        ------
        OutputError
            When it cannot be written.
        """
        if self.is_own(entry):
            self.store.set_preview(entry, preview, rate_hz)
            return
        stored = self.read(entry)
        path = _preview_path(entry)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_voice_file(path, replace(stored, card=replace(stored.card, preview_rate_hz=rate_hz), preview=preview))

    def duplicate(self, entry: VoiceEntry) -> VoiceEntry:
        """Add a copy of a voice; one of a bundled voice can be changed."""
        if self.is_own(entry):
            return self.store.duplicate(entry)
        stored = self.read(entry)
        return self.store.add(replace(stored, card=replace(stored.card, name=copy_name(entry.name))))

    def search(
        self,
        words: str = "",
        *,
        folder: str = "",
        tags: Collection[str] = (),
    ) -> list[VoiceEntry]:
        """Return the voices in which every word begins one, in this folder or below, with all of these tags.

        "male" finds no "female", "bri" finds "british".
        """
        return [
            entry
            for entry in self.entries()
            if entry.answers_to(words)
            and (not folder or f"{entry.folder}/".startswith(f"{folder}/"))
            and set(tags) <= set(entry.tags)
        ]

    def vectors(self, width: int, entries: Collection[VoiceEntry] | None = None) -> VectorTable:
        """Return the x-vectors of the voices of a width, of all or of some; damaged ones are left out."""
        kept, rows = [], []
        for entry in self.entries() if entries is None else entries:
            if entry.width != width or entry.kind is VoiceKind.LATENTS:
                continue
            try:
                vector = speaker_vector(self.read(entry).voice)
            except VoiceError:
                continue
            if vector is not None:
                kept.append(entry)
                rows.append(vector)
        return VectorTable(tuple(kept), np.array(rows, np.float32).reshape(len(rows), width))


def _preview_path(entry: VoiceEntry) -> Path:
    return user_cache_path("phonoscope", appauthor=False) / "previews" / f"{entry.content}{SUFFIX}"


def speaker_vector(voice: Voice | None) -> NDArray[np.float32] | None:
    """Return the x-vector of a voice, or None when it has none."""
    if isinstance(voice, CodesVoice):
        voice = voice.xvector
    return voice.values if isinstance(voice, XVectorVoice) else None
