"""How requests refer to voices: by what a person wrote, and by content so that recipes find them again.

What can be written is a speaker of the model, a voice of the library, a bundled voice, a file, or a blend of voices
that have x-vectors. Of a file and a voice of one name the voice is meant, unless the file is written as a path.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import OutputError, VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.names import is_path
from phonoscope.engine.request import VoiceReference
from phonoscope.engine.voices import making
from phonoscope.engine.voices.bundled import BUNDLED_FOLDER, bundled_entries, bundled_voices, read_bundled
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.files import VOICE_SUFFIXES, load_voice
from phonoscope.engine.voices.formula import Blend, is_blend, parse_blend
from phonoscope.engine.voices.library import VoiceLibrary, speaker_vector
from phonoscope.engine.voices.store import VoiceStore, user_voices_path
from phonoscope.engine.voices.voice import CodesVoice, LatentsVoice, SpeakerVoice, Voice, XVectorVoice, content_hash


def names_file(name: str) -> bool:
    """Whether what a person wrote for a voice means a file, there or not."""
    looks_so = is_path(name) or (Path(name).suffix.lower() in VOICE_SUFFIXES and not is_blend(name))
    return looks_so and _known_by_name(name) is None


def find_voice(
    name: str, *, speakers: Collection[str], n_codebooks: int, codebook_size: int, transcript: str | None = None
) -> tuple[VoiceReference, Voice]:
    """Return the voice called ``name`` and the reference by which a recipe finds it again.

    Parameters
    ----------
    name
        A speaker of the model, a voice of the library, a bundled voice, a file, or a blend such as
        ``anna=0.7 + ben=0.3`` of known voices that have x-vectors (see `phonoscope.engine.voices.formula`); looked up
        in this order, but a path is always a file.
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
    if name.lower() in speakers:
        return VoiceReference(VoiceKind.SPEAKER, name.lower()), SpeakerVoice(name.lower())
    if (entry := _known_by_name(name)) is not None:
        voice = _read_known(entry)
    elif names_file(name) or (not is_blend(name) and Path(name).is_file()):
        voice = load_voice(Path(name), n_codebooks=n_codebooks, codebook_size=codebook_size, transcript=transcript)
    elif (blend := parse_blend(name)) is not None:
        entries = [_part(_known_by_name(part), part) for part, _ in blend.parts]
        voice = _blended(blend, entries)
        return replace(_reference(name, voice), part_sha256=tuple(entry.content for entry in entries)), voice
    else:
        names = sorted({*speakers, *bundled_voices()})
        raise VoiceError(
            "unknown voice {name!r}",
            "known by name: {names}" if names else "give a .spk, .npy or .rvq file",
            name=name,
            names=", ".join(names),
        )
    return _reference(name, voice), voice


def load_reference(reference: VoiceReference, *, n_codebooks: int, codebook_size: int) -> Voice | None:
    """Return the voice that a request refers to, or None for none.

    A voice that was renamed or moved since is found by its content hash where the library has it, and so are the parts
    of a blend.

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
        if reference.part_sha256:
            voice: Voice = _blended(*_known_parts(reference))
        else:
            _, voice = find_voice(
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
    if (kind := _reference(reference.source, voice).kind) is not reference.kind:
        raise VoiceError(
            "{source}: holds {kind}, not {wanted}",
            "correct the request",
            source=reference.source,
            kind=kind,
            wanted=reference.kind,
        )
    if reference.sha256 and content_hash(voice) != reference.sha256:
        if (kept := _known_by_content(reference.sha256)) is not None:
            return _read_known(kept)
        raise VoiceError(
            "{source}: the voice has changed since the request was made", "use the old file", source=reference.source
        )
    return voice


def present_name(reference: VoiceReference) -> str:
    """Return what a voice, or each part of a blend, is called by now; as it was called where nobody knows it."""
    if reference.part_sha256:
        try:
            blend, entries = _known_parts(reference)
            return str(replace(blend, parts=[(e.name, s) for e, (_, s) in zip(entries, blend.parts, strict=True)]))
        except VoiceError:
            return reference.source
    if names_file(reference.source) and Path(reference.source).is_file():
        return reference.source
    known = _known_as(reference.source, reference.sha256)
    return known.name if known is not None else reference.source


def blend_parts(reference: VoiceReference) -> dict[str, NDArray[np.float32]]:
    """Return the x-vectors ``[width]`` that a blend mixes, by what its voices are called by now.

    None for other voices, and where not all parts are known any more.
    """
    if not reference.part_sha256:
        return {}
    try:
        return {entry.name: _vector_of(entry) for entry in _known_parts(reference)[1]}
    except VoiceError:
        return {}


def _reference(name: str, voice: Voice) -> VoiceReference:
    if isinstance(voice, CodesVoice):
        return VoiceReference(VoiceKind.CODES, name, content_hash(voice), voice.transcript.strip())
    kind = VoiceKind.LATENTS if isinstance(voice, LatentsVoice) else VoiceKind.XVECTOR
    return VoiceReference(kind, name, content_hash(voice))


def _own_store() -> VoiceStore | None:
    """Return the user's voices, without making a folder for them only because somebody looks."""
    return VoiceStore() if user_voices_path().is_dir() else None


def _known_by_name(name: str) -> VoiceEntry | None:
    if is_path(name):
        return None  # no voice is called like a path; nor does one need the library
    return _known(lambda store: store.find(name), lambda entry: entry.name == name)


def _known_by_content(sha256: str) -> VoiceEntry | None:
    if not sha256:
        return None
    return _known(lambda store: store.by_content(sha256), lambda entry: entry.content == sha256)


def _known(look: Callable[[VoiceStore], VoiceEntry | None], fits: Callable[[VoiceEntry], bool]) -> VoiceEntry | None:
    """Return a voice of the user's, or a bundled one: that is found also while the user's cannot be read."""
    store = _own_store()
    bundled = next(filter(fits, bundled_entries()), None)
    try:
        return (look(store) if store is not None else None) or bundled
    except OutputError:
        if bundled is None:
            raise
        return bundled


def _known_as(name: str, sha256: str) -> VoiceEntry | None:
    """Return the voice of this content; of copies, that of this name."""
    named = _known_by_name(name)
    return named if named is not None and named.content == sha256 else _known_by_content(sha256)


def _read_known(entry: VoiceEntry) -> Voice:
    return VoiceLibrary().read(entry).voice if entry.folder != BUNDLED_FOLDER else read_bundled(entry.name)


def _known_parts(reference: VoiceReference) -> tuple[Blend, list[VoiceEntry]]:
    """Return a blend and its voices, found by their content, whatever they are called by now."""
    blend = parse_blend(reference.source)
    if blend is None or len(blend.parts) != len(reference.part_sha256):
        raise VoiceError(
            "{source}: its parts and their hashes do not go together",
            "correct the request",
            source=reference.source[:60],
        )
    pairs = zip(blend.parts, reference.part_sha256, strict=True)
    return blend, [_part(_known_as(name, sha256), name) for (name, _), sha256 in pairs]


def _part(entry: VoiceEntry | None, name: str) -> VoiceEntry:
    if entry is None:
        raise VoiceError("there is no voice {name!r} in the library", "blend voices of the library", name=name[:60])
    return entry


def _vector_of(entry: VoiceEntry) -> NDArray[np.float32]:
    vector = speaker_vector(_read_known(entry))
    if vector is None:
        raise VoiceError("{name}: has no x-vector to blend", "choose another voice", name=entry.name)
    return vector


def _blended(blend: Blend, entries: Sequence[VoiceEntry]) -> XVectorVoice:
    vectors = [_vector_of(entry) for entry in entries]
    if len({vector.size for vector in vectors}) > 1:
        raise VoiceError(
            "{text!r}: the voices belong to models of different sizes",
            "blend voices of one model",
            text=str(blend)[:60],
        )
    shares = [share for _, share in blend.parts]
    return XVectorVoice(making.blend(vectors, shares, spherical=blend.spherical), str(blend))
