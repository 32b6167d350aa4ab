"""Finding the voice that a person names: a file, a speaker inside the model, or one that comes with Phonoscope."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from importlib.resources import files
from pathlib import Path

from phonoscope.engine.errors import VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.request import VoiceReference
from phonoscope.engine.voices.files import VOICE_SUFFIXES, load_voice
from phonoscope.engine.voices.voice import CodesVoice, SpeakerVoice, Voice, XVectorVoice

DEFAULT_VOICE = "af_heart"


def bundled_voices() -> Mapping[str, Path]:
    """Return the x-vectors that come with Phonoscope, by name."""
    folder = files("phonoscope") / "resources" / "voice" / "voices"  # joinpath of a namespace package takes one part
    if not folder.is_dir():
        return {}
    found = (Path(str(entry)) for entry in folder.iterdir() if entry.name.endswith(".spk"))
    return {path.stem: path for path in sorted(found)}


def find_voice(
    name: str, *, speakers: Collection[str], n_codebooks: int, codebook_size: int, transcript: str | None = None
) -> tuple[VoiceReference, Voice]:
    """Return the voice called ``name`` and the reference by which a recipe finds it again.

    Parameters
    ----------
    name
        A file, a speaker of the model or a bundled voice; looked up in this order.
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
    if not path.is_file() and path.suffix.lower() not in VOICE_SUFFIXES:
        if name.lower() in speakers:
            return VoiceReference(VoiceKind.SPEAKER, name.lower()), SpeakerVoice(name.lower())
        if name not in bundled_voices():
            known = sorted({*speakers, *bundled_voices()})
            listed = f"known by name: {', '.join(known)}" if known else "give a .spk, .npy or .rvq file"
            raise VoiceError(f"unknown voice {name!r}", listed)
        path = bundled_voices()[name]
    voice = load_voice(path, n_codebooks=n_codebooks, codebook_size=codebook_size, transcript=transcript)
    kind = VoiceKind.CODES if isinstance(voice, CodesVoice) else VoiceKind.XVECTOR
    said = voice.transcript.strip() if isinstance(voice, CodesVoice) else ""
    return VoiceReference(kind, name, _content_hash(path, voice), said), voice


def load_reference(
    reference: VoiceReference, *, speakers: Collection[str], n_codebooks: int, codebook_size: int
) -> Voice | None:
    """Return the voice that a request refers to, or None for none.

    Raises
    ------
    VoiceError
        When it is not found, is of another kind, or its file has changed since the request was made.
    """
    if reference.kind is VoiceKind.NONE:
        return None
    if reference.kind is VoiceKind.SPEAKER:
        return SpeakerVoice(reference.source)
    found, voice = find_voice(
        reference.source,
        speakers=(),
        n_codebooks=n_codebooks,
        codebook_size=codebook_size,
        transcript=reference.transcript or None,
    )
    if found.kind is not reference.kind:
        raise VoiceError(f"{reference.source}: holds {found.kind}, not {reference.kind}", "correct the request")
    if reference.sha256 and found.sha256 != reference.sha256:
        raise VoiceError(f"{reference.source}: the voice has changed since the request was made", "use the old file")
    return voice


def _content_hash(path: Path, voice: Voice) -> str:
    digest = hashlib.sha256(path.read_bytes())
    if isinstance(voice, CodesVoice) and isinstance(voice.xvector, XVectorVoice):
        digest.update(voice.xvector.values.tobytes())
    return digest.hexdigest()
