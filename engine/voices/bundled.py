"""The voices that come with Phonoscope."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.text.spoken.likely import likely_language
from phonoscope.engine.voices.card import Consent
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.files import load_voice
from phonoscope.engine.voices.voice import XVectorVoice, content_hash

DEFAULT_VOICES = {"english": "af_heart", "french": "ff_siwis"}
BUNDLED_FOLDER = "Built in"
# The first letter of a bundled voice's name says its accent and language, the second its gender.
_SPEECH = {"a": ("american", "english"), "b": ("british", "english"), "f": ("french", "french")}
_GENDERS = {"f": "female", "m": "male"}
BUNDLED_TAGS = (*_GENDERS.values(), *(accent for accent, _ in _SPEECH.values()))
_VALUE_BYTES = 4


def bundled_voices(width: int | None = None) -> Mapping[str, Path]:
    """Return the x-vectors that come with Phonoscope, by name; with a ``width``, those that a model of it takes."""
    folder = files("phonoscope") / "resources" / "voice" / "voices"  # joinpath of a namespace package takes one part
    if not folder.is_dir():
        return {}
    found = (Path(str(entry)) for entry in folder.iterdir() if entry.name.endswith(".spk"))
    return {p.stem: p for p in sorted(found) if width is None or p.stat().st_size == width * _VALUE_BYTES}


def default_voice(text: str, language: str) -> str:
    """Return the bundled voice that speaks when none is named: one of the language.

    Parameters
    ----------
    text
        What will be said.
    language
        As in a request; "auto" goes by the text.
    """
    named = likely_language(text, tuple(DEFAULT_VOICES)) if language.lower() == "auto" else language.lower()
    return DEFAULT_VOICES.get(named, DEFAULT_VOICES["english"])


def bundled_entries() -> list[VoiceEntry]:
    """Return the bundled voices as rows of the library."""
    return [_entry(name, path) for name, path in bundled_voices().items()]


def read_bundled(name: str) -> XVectorVoice:
    """Return a bundled voice by its name."""
    return _read(bundled_voices()[name])


@functools.cache  # shipped files do not change
def _entry(name: str, path: Path) -> VoiceEntry:
    voice = _read(path)
    letters = name.partition("_")[0].ljust(2)
    accent, language = _SPEECH.get(letters[0], ("", ""))
    return VoiceEntry(
        id=name,
        name=name,
        folder=BUNDLED_FOLDER,
        tags=tuple(filter(None, (_GENDERS.get(letters[1]), accent))),
        language=language,
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


def _read(path: Path) -> XVectorVoice:
    voice = load_voice(path, n_codebooks=0, codebook_size=0)
    assert isinstance(voice, XVectorVoice)
    return voice
