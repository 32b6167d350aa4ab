"""Taking files into the library: voices of this and of other programs."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.voices.card import MAX_NAME_CHARACTERS, Consent, Ingredient, Operation, VoiceCard, VoiceRecipe
from phonoscope.engine.voices.files import VOICE_SUFFIXES, load_voice
from phonoscope.engine.voices.voice_file import SUFFIX, StoredVoice, is_voice_file, read_voice_file, stored_voice

RELEASED_CODEC = (16, 2048)
"""Codebooks, and entries of each, of the released Qwen3-TTS models: by these, packed codes are read if by no other."""


def is_foreign_recording(path: Path) -> bool:
    """Whether a file is to be taken for a recording, because it is of no kind of voice file."""
    return path.suffix.lower() not in VOICE_SUFFIXES


def name_of_file(path: Path) -> str:
    """Return a name for the voice in a file: that of the file, without what a name cannot hold."""
    kept = "".join(c if c.isprintable() and c not in "=/\\+" else " " for c in path.stem)
    return " ".join(kept.split()).lstrip(".-").strip()[:MAX_NAME_CHARACTERS].strip() or "voice"


def import_voice(
    path: Path,
    *,
    n_codebooks: int,
    codebook_size: int,
    name: str = "",
    transcript: str | None = None,
    consent: Consent = Consent.UNKNOWN,
) -> StoredVoice:
    """Read a voice file of this or of another program; nothing is added to the library yet.

    Parameters
    ----------
    path
        A file of one of `phonoscope.engine.voices.files.VOICE_SUFFIXES`.
    n_codebooks, codebook_size
        Of the codec that packed codes belong to.
    name
        What to call it; empty for its own name or that of the file.
    transcript
        What codes say, unless the file or a .txt beside it does.
    consent
        By what right it is used; what a voice of this program says of itself is kept when this is unknown.

    Raises
    ------
    VoiceError
        When the file cannot be read or holds no voice.
    """
    if path.suffix.lower() == SUFFIX and is_voice_file(path):
        stored = read_voice_file(path)
        card = replace(stored.card, name=name or stored.card.name)
        return replace(stored, card=card if consent is Consent.UNKNOWN else replace(card, consent=consent))
    voice = load_voice(path, n_codebooks=n_codebooks, codebook_size=codebook_size, transcript=transcript)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    recipe = VoiceRecipe(Operation.IMPORT, (Ingredient(str(path.absolute()), digest),))
    card = VoiceCard(
        name or name_of_file(path),
        VoiceKind.XVECTOR,
        consent=consent,
        source=path.name,
        source_sha256=digest,
        recipe=recipe,
    )
    return stored_voice(card, voice, codebook_size=codebook_size if path.suffix.lower() == ".rvq" else 0)
