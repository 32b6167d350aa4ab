"""Directions learned from a library: what moves a voice towards more of a property."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from phonoscope.engine.audio.files import from_pcm16
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.message import Message
from phonoscope.engine.voices.acoustics import brightness_hz, pitch_hz
from phonoscope.engine.voices.entry import VoiceEntry
from phonoscope.engine.voices.library import VectorTable, VoiceLibrary
from phonoscope.engine.voices.making import MIN_VOICES_FOR_DISTRIBUTION
from phonoscope.engine.voices.voice_file import StoredVoice

Measure = Callable[[VoiceEntry, StoredVoice], float]


def _gender(entry: VoiceEntry, _stored: StoredVoice) -> float:
    tags = {tag.lower() for tag in entry.tags}
    return math.nan if ("female" in tags) == ("male" in tags) else 1.0 if "female" in tags else -1.0


def _octaves(measure: Callable[..., float]) -> Measure:
    def of_preview(_entry: VoiceEntry, stored: StoredVoice) -> float:
        if stored.preview is None:
            return math.nan
        hz = measure(from_pcm16(stored.preview), stored.card.preview_rate_hz)
        return math.log2(hz) if hz > 0 else math.nan

    return of_preview


PROPERTIES: Mapping[str, Measure] = MappingProxyType(
    {"gender": _gender, "pitch": _octaves(pitch_hz), "brightness": _octaves(brightness_hz)}
)
"""Each as a number of a voice, NaN where it is not known: gender by the tags "female" (1) and "male" (-1), pitch and
brightness in octaves by the preview."""
_ADVICE = {"gender": Message("tag voices as female and male")}


def property_values(library: VoiceLibrary, subject: str, width: int) -> tuple[VectorTable, list[float]]:
    """Return the voices of a width of which a property is known, and their values.

    Raises
    ------
    VoiceError
        When there is no such property or it is known of too few.
    """
    if subject not in PROPERTIES:
        raise VoiceError(
            "there is no direction {subject!r}",
            "choose one of {properties}",
            subject=subject[:40],
            properties=", ".join(PROPERTIES),
        )
    known, values = [], []
    for entry in library.vectors(width).entries:
        value = PROPERTIES[subject](entry, library.read(entry))
        if math.isfinite(value):
            known.append(entry)
            values.append(value)
    if len(known) < MIN_VOICES_FOR_DISTRIBUTION:
        raise VoiceError(
            "the {subject} of only {n_known} voices is known",
            _ADVICE.get(subject, Message("make their previews with: phonoscope voices preview --all")),
            subject=subject,
            n_known=len(known),
        )
    return library.vectors(width, known), values
