"""Every voice that can be named: the user's own, bundled ones, speakers of a model, files, and blends."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.request import VoiceReference
from phonoscope.engine.voices.card import Consent, VoiceCard
from phonoscope.engine.voices.files import VOICE_SUFFIXES, load_voice
from phonoscope.engine.voices.formula import Part, parse_blend
from phonoscope.engine.voices.making import blend
from phonoscope.engine.voices.store import VoiceEntry, VoiceStore, user_voices_path
from phonoscope.engine.voices.voice import CodesVoice, LatentsVoice, SpeakerVoice, Voice, XVectorVoice, content_hash
from phonoscope.engine.voices.voice_file import SUFFIX, StoredVoice, read_voice_file, stored_voice, write_voice_file
from platformdirs import user_cache_path

DEFAULT_VOICE = "af_heart"
_WORD = re.compile(r"[^\W_]+")
BUNDLED_FOLDER = "Comes with Phonoscope"
# The first letter of a bundled voice's name is its accent, the second its gender.
_ACCENTS = {"a": "american", "b": "british"}
_GENDERS = {"f": "female", "m": "male"}
_VALUE_BYTES = 4


def bundled_voices(width: int | None = None) -> Mapping[str, Path]:
    """Return the x-vectors that come with Phonoscope, by name; with a ``width``, those that a model of it takes."""
    folder = files("phonoscope") / "resources" / "voice" / "voices"  # joinpath of a namespace package takes one part
    if not folder.is_dir():
        return {}
    found = (Path(str(entry)) for entry in folder.iterdir() if entry.name.endswith(".spk"))
    return {p.stem: p for p in sorted(found) if width is None or p.stat().st_size == width * _VALUE_BYTES}


def _bundled_entries() -> list[VoiceEntry]:
    return [_bundled_entry(name, path) for name, path in bundled_voices().items()]


@functools.cache  # shipped files do not change
def _bundled_entry(name: str, path: Path) -> VoiceEntry:
    voice = load_voice(path, n_codebooks=0, codebook_size=0)
    assert isinstance(voice, XVectorVoice)
    letters = name.partition("_")[0].ljust(2)
    return VoiceEntry(
        id=name,
        name=name,
        folder=BUNDLED_FOLDER,
        tags=tuple(t for t in (_GENDERS.get(letters[1]), _ACCENTS.get(letters[0])) if t),
        language="english",
        licence="Apache-2.0",
        notes="",
        consent=Consent.SYNTHETIC,
        kind=VoiceKind.XVECTOR,
        width=voice.values.size,
        n_codebooks=0,
        codebook_size=0,
        content=content_hash(voice),
        created="",
    )


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
        """Return all voices: the user's by name, then the bundled ones."""
        return [*self.store.entries(), *_bundled_entries()]

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
        raise VoiceError(f"there is no voice {name[:60]!r} in the library", "phonoscope voices list shows all")

    def by_content(self, sha256: str) -> VoiceEntry | None:
        """Return a voice by its content hash, or None."""
        own = self.store.by_content(sha256)
        return own or next((entry for entry in _bundled_entries() if entry.content == sha256), None)

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
        stored = stored_voice(card, _bundled(entry.name))
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
        return self.store.add(replace(stored, card=replace(stored.card, name=f"{entry.name} copy")))

    def search(self, words: str = "", *, folder: str = "", tags: Collection[str] = ()) -> list[VoiceEntry]:
        """Return the voices in which every word begins one, in this folder or below, with all of these tags.

        "male" finds no "female", "bri" finds "british".
        """
        wanted = _WORD.findall(words.lower())
        return [
            entry
            for entry in self.entries()
            if all(any(have.startswith(word) for have in _words_of(entry)) for word in wanted)
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


def _words_of(entry: VoiceEntry) -> list[str]:
    text = " ".join((entry.name, entry.folder, *entry.tags, entry.language, entry.kind, entry.notes))
    return _WORD.findall(text.lower())


def find_voice(
    name: str, *, speakers: Collection[str], n_codebooks: int, codebook_size: int, transcript: str | None = None
) -> tuple[VoiceReference, Voice]:
    """Return the voice called ``name`` and the reference by which a recipe finds it again.

    Parameters
    ----------
    name
        A file, a speaker of the model, a voice of the library, a bundled voice, or a blend such as
        ``anna=0.7 + ben=0.3`` of any that have x-vectors; looked up in this order.
    speakers
        Speakers inside the model, in lower case.
    n_codebooks, codebook_size
        Dimensions of the model's codec.
    transcript
        What reference codes say, unless a .txt file beside them does.

    Raises
    ------
    VoiceError
        When there is no such voice or its file is damaged.
    """
    path = Path(name)
    if path.is_file() or (path.suffix.lower() in VOICE_SUFFIXES and "=" not in name):
        voice = load_voice(path, n_codebooks=n_codebooks, codebook_size=codebook_size, transcript=transcript)
    elif name.lower() in speakers:
        return VoiceReference(VoiceKind.SPEAKER, name.lower()), SpeakerVoice(name.lower())
    elif (entry := _known_by_name(name)) is not None:
        voice = _read_known(entry)
    elif (parts := parse_blend(name)) is not None:
        voice = _blended(parts, name)
    else:
        known = sorted({*speakers, *bundled_voices()})
        listed = f"known by name: {', '.join(known)}" if known else "give a .spk, .npy or .rvq file"
        raise VoiceError(f"unknown voice {name!r}", listed)
    return _reference(name, voice), voice


def load_reference(reference: VoiceReference, *, n_codebooks: int, codebook_size: int) -> Voice | None:
    """Return the voice that a request refers to, or None for none.

    A voice that was renamed or moved since is found by its content hash where the library has it.

    Raises
    ------
    VoiceError
        When it is not found, is of another kind, or has changed since the request was made.
    """
    if reference.kind is VoiceKind.NONE:
        return None
    if reference.kind is VoiceKind.SPEAKER:
        return SpeakerVoice(reference.source)
    try:
        found, voice = find_voice(
            reference.source,
            speakers=(),
            n_codebooks=n_codebooks,
            codebook_size=codebook_size,
            transcript=reference.transcript or None,
        )
    except VoiceError:
        if (kept := _known_by_content(reference.sha256)) is None:
            raise
        return _read_known(kept)
    if found.kind is not reference.kind:
        raise VoiceError(f"{reference.source}: holds {found.kind}, not {reference.kind}", "correct the request")
    if reference.sha256 and found.sha256 != reference.sha256:
        if (kept := _known_by_content(reference.sha256)) is not None:
            return _read_known(kept)
        raise VoiceError(f"{reference.source}: the voice has changed since the request was made", "use the old file")
    return voice


def _reference(name: str, voice: Voice) -> VoiceReference:
    if isinstance(voice, CodesVoice):
        return VoiceReference(VoiceKind.CODES, name, content_hash(voice), voice.transcript.strip())
    kind = VoiceKind.LATENTS if isinstance(voice, LatentsVoice) else VoiceKind.XVECTOR
    return VoiceReference(kind, name, content_hash(voice))


def _own_store() -> VoiceStore | None:
    """Return the user's voices, without making a folder for them only because somebody looks."""
    return VoiceStore() if user_voices_path().is_dir() else None


def _known_by_name(name: str) -> VoiceEntry | None:
    store = _own_store()
    own = store.find(name) if store is not None else None
    return own or next((entry for entry in _bundled_entries() if entry.name == name), None)


def _known_by_content(sha256: str) -> VoiceEntry | None:
    store = _own_store()
    own = store.by_content(sha256) if store is not None and sha256 else None
    return own or next((entry for entry in _bundled_entries() if entry.content == sha256), None)


def _read_known(entry: VoiceEntry) -> Voice:
    return VoiceLibrary().read(entry).voice if entry.folder != BUNDLED_FOLDER else _bundled(entry.name)


def _bundled(name: str) -> Voice:
    return load_voice(bundled_voices()[name], n_codebooks=0, codebook_size=0)


def _blended(parts: list[Part], text: str) -> XVectorVoice:
    vectors = []
    for name, _ in parts:
        entry = _known_by_name(name)
        vector = speaker_vector(_read_known(entry)) if entry is not None else None
        if vector is None:
            raise VoiceError(f"there is no x-vector of a voice {name[:60]!r}", "blend voices of the library")
        vectors.append(vector)
    if len({vector.size for vector in vectors}) > 1:
        raise VoiceError(f"{text[:60]!r}: the voices belong to models of different sizes", "blend voices of one model")
    return XVectorVoice(blend(vectors, [share for _, share in parts]), text)
