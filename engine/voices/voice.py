"""The kinds of voice that the models take, as checked immutable values."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.message import Message

# The longest reference that makes sense: beyond half a minute the models get worse, and a file that claims far more
# is damaged. 12.5 frames a second.
MAX_REFERENCE_FRAMES = 1500
_MAX_X_VECTOR_VALUE = 1e6  # encoders give tens; bytes that are no floats give up to 3e38
MAX_LATENT_FRAMES = 1 << 16  # how many of them a model takes, its family says


@dataclass(frozen=True)
class SpeakerVoice:
    """A speaker that the model knows by name."""

    name: str


@dataclass(frozen=True, eq=False)
class XVectorVoice:
    """A speaker vector.

    Parameters
    ----------
    values
        float32 ``[width]``, finite and below 1e6; the width is the talker's.
    name
        How to call the voice in messages.
    """

    values: NDArray[np.float32]
    name: str = "x-vector"

    def __post_init__(self) -> None:
        values = np.ascontiguousarray(self.values, np.float32)
        if values.ndim != 1 or values.size == 0:
            raise VoiceError(
                "{name}: an x-vector is one row of numbers, not {shape}",
                "give one voice, not a table",
                name=self.name,
                shape=_shape(values),
            )
        bad = int(np.count_nonzero(~(np.abs(values) <= _MAX_X_VECTOR_VALUE)))  # counts NaN
        if bad:
            raise VoiceError(
                "{name}: {n_bad} of {n_values} values of the x-vector are not finite, or larger than any voice's",
                "extract the voice again from its recording",
                name=self.name,
                n_bad=bad,
                n_values=values.size,
            )
        if not values.any():
            raise VoiceError(
                "{name}: the x-vector is all zero", "extract the voice again from its recording", name=self.name
            )
        _freeze(self, "values", values)

    def check_width(self, width: int) -> None:
        """Raise `VoiceError` unless the vector has the ``width`` of the model."""
        if self.values.size != width:
            raise VoiceError(
                "{name}: the x-vector has {n_values} values but the model takes {width}",
                "use a voice that was extracted with this size of model",
                name=self.name,
                n_values=self.values.size,
                width=width,
            )


@dataclass(frozen=True, eq=False)
class CodesVoice:
    """A recording as codec frames with what is said in it.

    Parameters
    ----------
    codes
        int32 ``[frames, codebooks]``, each at least 0.
    transcript
        Exactly what is said.
    xvector
        The speaker vector of the same recording, where it is known; the released models were trained with both.
    name
        How to call the voice in messages.
    """

    codes: NDArray[np.int32]
    transcript: str
    xvector: XVectorVoice | None = None
    name: str = "reference codes"

    def __post_init__(self) -> None:
        given = np.asarray(self.codes)
        if given.ndim != 2 or given.size == 0 or given.dtype.kind not in "iu":
            raise VoiceError(
                "{name}: reference codes are a table of integers, not {shape}",
                "give one row of codes for each frame",
                name=self.name,
                shape=_shape(given),
            )
        if len(given) > MAX_REFERENCE_FRAMES:
            raise VoiceError(
                "{name}: {n_frames} frames of reference; at most {maximum} are taken",
                "cut the recording to 3-10 seconds",
                name=self.name,
                n_frames=len(given),
                maximum=MAX_REFERENCE_FRAMES,
            )
        if int(given.min()) < 0 or int(given.max()) > np.iinfo(np.int32).max:
            raise VoiceError(
                "{name}: reference codes must not be negative", "encode the recording again", name=self.name
            )
        if not self.transcript.strip():
            raise VoiceError(
                "{name}: reference codes need the transcript of what they say",
                "give it as an argument or in a .txt file beside the codes",
                name=self.name,
            )
        _freeze(self, "codes", np.ascontiguousarray(given, np.int32))

    def check_codebooks(self, n_codebooks: int, codebook_size: int) -> None:
        """Raise `VoiceError` unless the codes index ``n_codebooks`` codebooks of ``codebook_size`` entries."""
        if self.codes.shape[1] != n_codebooks:
            raise VoiceError(
                "{name}: {n_given} codebooks a frame but the model takes {n_codebooks}",
                "encode the recording with the codec of this model",
                name=self.name,
                n_given=self.codes.shape[1],
                n_codebooks=n_codebooks,
            )
        largest = int(self.codes.max())
        if largest >= codebook_size:
            raise VoiceError(
                "{name}: code {code} is outside the codebooks of {codebook_size} entries",
                "encode the recording with the codec of this model",
                name=self.name,
                code=largest,
                codebook_size=codebook_size,
            )


@dataclass(frozen=True, eq=False)
class LatentsVoice:
    """A recording as continuous latents of a codec.

    Parameters
    ----------
    values
        float32 ``[frames, width]``, finite.
    name
        How to call the voice in messages.
    """

    values: NDArray[np.float32]
    name: str = "latents"

    def __post_init__(self) -> None:
        values = np.ascontiguousarray(self.values, np.float32)
        if values.ndim != 2 or values.size == 0 or len(values) > MAX_LATENT_FRAMES:
            raise VoiceError(
                "{name}: latents are a table of at most {maximum} rows, not {shape}",
                "extract the voice again from its recording",
                name=self.name,
                maximum=MAX_LATENT_FRAMES,
                shape=_shape(values),
            )
        if not np.isfinite(values).all():
            raise VoiceError(
                "{name}: latents that are not finite", "extract the voice again from its recording", name=self.name
            )
        _freeze(self, "values", values)


Voice = SpeakerVoice | XVectorVoice | CodesVoice | LatentsVoice


def content_hash(voice: Voice) -> str:
    """Return the SHA-256 of a voice's numbers: the same in whatever file, under whatever name, it lies.

    That of an x-vector is that of its little-endian float32 bytes, which is all that an .spk file holds.
    """
    digest = hashlib.sha256()
    if isinstance(voice, SpeakerVoice):
        digest.update(voice.name.encode())
    elif isinstance(voice, CodesVoice):
        digest.update(np.ascontiguousarray(voice.codes, "<i4").tobytes())
        if voice.xvector is not None:
            digest.update(voice.xvector.values.astype("<f4").tobytes())
    else:
        digest.update(voice.values.astype("<f4").tobytes())
    return digest.hexdigest()


def _freeze(voice: object, field: str, values: NDArray[np.generic]) -> None:
    values = values.copy()
    values.flags.writeable = False
    object.__setattr__(voice, field, values)


def _shape(values: NDArray[np.generic]) -> Message:
    return Message("{type} of shape {shape}", type=values.dtype, shape=list(values.shape))
