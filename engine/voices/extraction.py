"""Voices from recordings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

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
    if not 1 <= len(clips) <= MAX_CLIPS:
        raise VoiceError(f"a voice is made of 1 to {MAX_CLIPS} clips, not {len(clips)}", "choose the best ones")
    if transcript and len(clips) > 1:
        raise VoiceError("reference codes are of one clip", "give one recording with its transcript")
    recordings = tuple(read_recording(c.path, encoder.sample_rate_hz, start_s=c.start_s, end_s=c.end_s) for c in clips)
    vector, mean = None, None
    latents = None
    if VoiceKind.LATENTS in encoder.kinds:
        if len(recordings) > 1:
            raise VoiceError("latents are of one clip", "join the recordings into one file")
        latents = LatentsVoice(encoder.latents(recordings[0].samples), name)
    elif VoiceKind.XVECTOR in encoder.kinds or not transcript:
        vectors = [encoder.xvector(recording.samples) for recording in recordings]
        mean = mean_of_clips(vectors, [clip.weight for clip in clips])
        vector = XVectorVoice(vectors[0] if len(vectors) == 1 else mean.vector, name)
    recipe = VoiceRecipe(
        Operation.EXTRACT,
        tuple(
            Ingredient(str(r.path.absolute()), r.sha256, c.weight, r.start_s, r.end_s)
            for r, c in zip(recordings, clips, strict=True)
        ),
        {"codes": bool(transcript)},
        model=model[0],
        model_sha256=model[1],
    )
    first = recordings[0]
    card = VoiceCard(
        name,
        VoiceKind.XVECTOR,
        tags=tags,
        language=language,
        licence=licence,
        consent=consent,
        source=first.path.name,
        source_sha256=first.sha256,
        recipe=recipe,
    )
    voice: CodesVoice | XVectorVoice | LatentsVoice
    if latents is not None:
        voice = latents
    elif transcript:
        voice = CodesVoice(encoder.codes(first.samples), transcript, vector, name)
    elif vector is not None:
        voice = vector
    else:
        raise RequestError("reference codes need a transcript", "say what is said in the recording")
    stored = stored_voice(card, voice, codebook_size=encoder.codebook_size)
    return ExtractedVoice(stored, recordings, tuple(map(assess, recordings)), mean)
