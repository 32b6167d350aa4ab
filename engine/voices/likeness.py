"""How much speech sounds like the voice that was asked for, as a whole and along its way.

Judged by the speaker encoder of the model itself: the cosine of x-vectors. Values are comparable between takes of one
model, not between models.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.voices.making import cosine

WINDOW_S = 3.0
_HOP_S = 1.5
_MAX_WINDOWS = 16  # spread over longer speech: the effort stays bounded
MIN_SPEECH_S = 0.5


@dataclass(frozen=True)
class Likeness:
    """Cosines to the voice that was asked for.

    Parameters
    ----------
    similarity
        Of the whole; of at most `_MAX_WINDOWS` windows together for long speech.
    times_s
        Middle of each window.
    drift
        Of each window.
    parts
        Of the whole to each of the voices that a blend mixes, by their names; empty for other voices.
    """

    similarity: float
    times_s: tuple[float, ...]
    drift: tuple[float, ...]
    parts: Mapping[str, float] = field(default_factory=dict)

    @property
    def lowest(self) -> float:
        """The least similar window."""
        return min(self.drift)


def measure_likeness(
    audio: NDArray[np.float32],
    rate_hz: int,
    asked: NDArray[np.float32],
    encoder: RecordingEncoder,
    parts: Mapping[str, NDArray[np.float32]] = MappingProxyType({}),
) -> Likeness | None:
    """Compare speech with an x-vector.

    Parameters
    ----------
    audio
        float32 ``[samples]``, mono.
    rate_hz
        Of the audio.
    asked
        The x-vector that it was spoken with, ``[width]``.
    encoder
        Of the model that spoke.
    parts
        The x-vectors that the one asked for is a blend of, by name.

    Returns
    -------
    Likeness or None
        None when there is too little speech, or only silence.

    Raises
    ------
    VoiceError
        When the model has no speaker encoder.
    """
    samples = _resampled(audio, rate_hz, encoder.sample_rate_hz)
    rate = encoder.sample_rate_hz
    if len(samples) < MIN_SPEECH_S * rate or not samples.any():
        return None
    size = min(len(samples), round(WINDOW_S * rate))
    n_windows = min(_MAX_WINDOWS, 1 + (len(samples) - size) // round(_HOP_S * rate))
    starts = np.linspace(0, len(samples) - size, n_windows).round().astype(int)
    windows = [samples[start : start + size] for start in starts]
    spoken = [(start, window) for start, window in zip(starts, windows, strict=True) if window.any()]
    vectors = [encoder.xvector(window) for _, window in spoken]
    is_long = len(samples) > _MAX_WINDOWS * size
    whole = np.mean(vectors, axis=0) if is_long else encoder.xvector(samples)
    return Likeness(
        cosine(whole, asked),
        tuple(float(start + size / 2) / rate for start, _ in spoken),
        tuple(cosine(vector, asked) for vector in vectors),
        {name: cosine(whole, part) for name, part in parts.items()},
    )


def _resampled(audio: NDArray[np.float32], rate_hz: int, wanted_hz: int) -> NDArray[np.float32]:
    if rate_hz == wanted_hz:
        return audio
    import soxr

    return np.asarray(soxr.resample(audio, rate_hz, wanted_hz), np.float32)
