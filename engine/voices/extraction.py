"""Voices from recordings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.audio.quality import RecordingQuality, assess
from phonoscope.engine.audio.recordings import Recording, read_recording
from phonoscope.engine.errors import RequestError, VoiceError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.voices.card import Consent, Ingredient, Operation, VoiceCard, VoiceRecipe
from phonoscope.engine.voices.making import ClipMean, mean_of_clips
from phonoscope.engine.voices.voice import CodesVoice, LatentsVoice, XVectorVoice
from phonoscope.engine.voices.voice_file import StoredVoice, stored_voice

MAX_CLIPS = 256


@dataclass(frozen=True)
class Clip:
    """A stretch of a recording and its share in the mean.

    Parameters
    ----------
    path
        The sound file.
    weight
        Its share, 0 or more.
    start_s, end_s
        The stretch; None for the end of the file.
    """

    path: Path
    weight: float = 1.0
    start_s: float = 0.0
    end_s: float | None = None


@dataclass(frozen=True, eq=False)
class MeasuredClip:
    """What is known of a clip before it becomes a part of a voice.

    Parameters
    ----------
    clip
        Where it is, and its share.
    recording
        What was read of it.
    quality
        How good it is.
    vector
        Its x-vector.
    """

    clip: Clip
    recording: Recording
    quality: RecordingQuality
    vector: NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class ExtractedVoice:
    """A voice with what was noticed on the way.

    Parameters
    ----------
    stored
        The voice.
    recordings
        What was read of each clip.
    qualities
        How good each clip is.
    mean
        How the clips agree; None for reference codes.
    """

    stored: StoredVoice
    recordings: tuple[Recording, ...]
    qualities: tuple[RecordingQuality, ...]
    mean: ClipMean | None


def extract(
    clips: Sequence[Clip],
    encoder: RecordingEncoder,
    *,
    name: str,
    model: tuple[str, str],
    transcript: str = "",
    language: str = "",
    licence: str = "",
    tags: tuple[str, ...] = (),
    consent: Consent = Consent.UNKNOWN,
) -> ExtractedVoice:
    """Make a voice of one clip or of several.

    For models that take latents it is those of one clip. Else, with a transcript, the voice is reference codes of one
    clip, with its x-vector where the model has one; without, it is the weighted mean of the clips' x-vectors.

    Parameters
    ----------
    clips
        One to `MAX_CLIPS`; exactly one with a transcript.
    encoder
        Of the model that the voice is for.
    name, language, licence, tags, consent
        For the card.
    model
        Name and hash of the model, for the recipe.
    transcript
        What is said in the clip.

    Raises
    ------
    RecordingError
        When a clip cannot be read.
    RequestError, VoiceError
        When the clips or the weights do not fit, or the model has no such encoder.
    """
    _check_number(clips)
    if transcript and len(clips) > 1:
        raise VoiceError("reference codes are of one clip", "give one recording with its transcript")
    card = VoiceCard(
        name, VoiceKind.XVECTOR, tags=tags, language=language, licence=licence, consent=consent
    )  # its kind and dimensions follow from the voice
    voice: CodesVoice | LatentsVoice
    if VoiceKind.LATENTS in encoder.kinds:
        if len(clips) > 1:
            raise VoiceError("latents are of one clip", "join the recordings into one file")
        recording = _read(clips[0], encoder)
        voice = LatentsVoice(encoder.latents(recording.samples), name)
    elif transcript:
        recording = _read(clips[0], encoder)
        has_vector = VoiceKind.XVECTOR in encoder.kinds
        vector = XVectorVoice(encoder.xvector(recording.samples), name) if has_vector else None
        voice = CodesVoice(encoder.codes(recording.samples), transcript, vector, name)
    elif VoiceKind.XVECTOR not in encoder.kinds:
        raise RequestError("reference codes need a transcript", "say what is said in the recording")
    else:
        return mean_voice(measure_clips(clips, encoder), card, model)
    card = _with_source(card, clips, (recording,), model, has_codes=bool(transcript))
    stored = stored_voice(card, voice, codebook_size=encoder.codebook_size)
    return ExtractedVoice(stored, (recording,), (assess(recording, encoder.length),), None)


def measure_clips(
    clips: Sequence[Clip], encoder: RecordingEncoder, go_on: Callable[[], None] = lambda: None
) -> tuple[MeasuredClip, ...]:
    """Read clips and extract an x-vector of each.

    Parameters
    ----------
    clips
        One to `MAX_CLIPS`.
    encoder
        Of the model that the voice is for.
    go_on
        Called before each clip is read or measured; what it raises ends the work.

    Raises
    ------
    RecordingError
        When one cannot be read.
    VoiceError
        When the clips are too many, or the model has no speaker encoder.
    """
    _check_number(clips)
    recordings, measured = [], []
    for clip in clips:
        go_on()
        recordings.append(_read(clip, encoder))
    for clip, recording in zip(clips, recordings, strict=True):
        go_on()
        vector = encoder.xvector(recording.samples)
        measured.append(MeasuredClip(clip, recording, assess(recording, encoder.length), vector))
    return tuple(measured)


def mean_voice(clips: Sequence[MeasuredClip], card: VoiceCard, model: tuple[str, str]) -> ExtractedVoice:
    """Return the voice that is the weighted mean of clips.

    Parameters
    ----------
    clips
        At least one; the shares are those of their `Clip`.
    card
        Its name and what else people say of it.
    model
        Name and hash of the model whose encoder measured them.

    Raises
    ------
    VoiceError
        When the shares do not fit.
    """
    vectors = [clip.vector for clip in clips]
    mean = mean_of_clips(vectors, [clip.clip.weight for clip in clips])
    recordings = tuple(clip.recording for clip in clips)
    voice = XVectorVoice(vectors[0] if len(vectors) == 1 else mean.vector, card.name)
    card = _with_source(card, [clip.clip for clip in clips], recordings, model, has_codes=False)
    return ExtractedVoice(stored_voice(card, voice), recordings, tuple(clip.quality for clip in clips), mean)


def _check_number(clips: Sequence[object]) -> None:
    if not 1 <= len(clips) <= MAX_CLIPS:
        raise VoiceError(
            "a voice is made of 1 to {maximum} clips, not {n_clips}",
            "choose the best ones",
            maximum=MAX_CLIPS,
            n_clips=len(clips),
        )


def _read(clip: Clip, encoder: RecordingEncoder) -> Recording:
    return read_recording(
        clip.path, encoder.sample_rate_hz, start_s=clip.start_s, end_s=clip.end_s, length=encoder.length
    )


def _with_source(
    card: VoiceCard,
    clips: Sequence[Clip],
    recordings: Sequence[Recording],
    model: tuple[str, str],
    *,
    has_codes: bool,
) -> VoiceCard:
    """Return the card with where the voice comes from and how it is made again."""
    recipe = VoiceRecipe(
        Operation.EXTRACT,
        tuple(
            Ingredient(str(r.path.absolute()), r.sha256, c.weight, r.start_s, r.end_s)
            for r, c in zip(recordings, clips, strict=True)
        ),
        {"codes": has_codes},
        model=model[0],
        model_sha256=model[1],
    )
    first = recordings[0]
    return replace(card, source=first.path.name, source_sha256=first.sha256, recipe=recipe)
