"""How good a recording is as the reference of a voice: what is measured, and what to do about it.

Levels are of frames of 20 ms. A frame counts as speech when it is within 30 dB of the loud ones (95th percentile) and
well above the noise floor (10th percentile); the distance of the two is the signal-to-noise ratio, as far as a
recording without a marked silence can tell it. A constant offset is no sound: levels are measured without it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.audio.recording_length import USUAL_LENGTH, RecordingLength
from phonoscope.engine.audio.recordings import Recording
from phonoscope.engine.message import Message

_FRAME_S = 0.02
_SILENCE_DB = -120.0  # stands for no signal at all
_SPEECH_RANGE_DB = 30.0
_CLIP_RUN = 3  # equal samples at the peak: a limit was hit
_CLIP_PEAK = 0.5  # below this peak equal samples mean nothing

GOOD_LEVEL_DBFS = (-35.0, -12.0)
MAX_CLIPPED_SHARE = 1e-4
MIN_SNR_DB = 20.0
MAX_SILENCE_SHARE = 0.5
MAX_EDGE_SILENCE_S = 1.0
MAX_OFFSET = 0.02
MIN_RATE_SHARE = 0.75
"""Of the model's sample rate; less lacks what the model knows voices by."""


@dataclass(frozen=True)
class RecordingQuality:
    """What is measured of a recording.

    Parameters
    ----------
    duration_s
        Length.
    speech_dbfs
        Level of the frames that count as speech.
    peak_dbfs
        Largest sample; above 0 where the file exceeds full scale.
    clipped_share
        Share of samples that stand in flat tops at the peak.
    noise_dbfs, snr_db
        Level of the quietest tenth, and the speech above it.
    silence_share
        Share of frames that are no speech.
    leading_silence_s, trailing_silence_s
        Silence at the ends.
    offset
        Mean of all samples, -1 to 1: where silence stands.
    advice
        One sentence for each thing to do better; empty for a good reference.
    """

    duration_s: float
    speech_dbfs: float
    peak_dbfs: float
    clipped_share: float
    noise_dbfs: float
    snr_db: float
    silence_share: float
    leading_silence_s: float
    trailing_silence_s: float
    offset: float
    advice: tuple[Message, ...]


def assess(recording: Recording, length: RecordingLength = USUAL_LENGTH) -> RecordingQuality:
    """Measure a recording and say what to do better, also about its ``length``."""
    samples = recording.samples
    offset = float(samples.mean(dtype=np.float64))
    levels = _frame_levels(samples - np.float32(offset), recording.sample_rate_hz)
    loud, noise = float(np.percentile(levels, 95)), float(np.percentile(levels, 10))
    is_speech = (levels > loud - _SPEECH_RANGE_DB) & (levels >= min(noise + 6.0, loud))
    speech = float(10 * np.log10(np.mean(10 ** (levels[is_speech] / 10))))
    spoken = np.flatnonzero(is_speech)
    facts = RecordingQuality(
        duration_s=recording.duration_s,
        speech_dbfs=speech,
        peak_dbfs=_decibels(float(np.abs(samples).max()) * recording.overload),
        clipped_share=_clipped_share(samples),
        noise_dbfs=noise,
        snr_db=speech - noise,
        silence_share=1.0 - len(spoken) / len(levels),
        leading_silence_s=float(spoken[0]) * _FRAME_S,
        trailing_silence_s=float(len(levels) - 1 - spoken[-1]) * _FRAME_S,
        offset=offset,
        advice=(),
    )
    return RecordingQuality(**{**vars(facts), "advice": tuple(_advice(facts, length, recording))})


def _frame_levels(samples: NDArray[np.float32], rate_hz: int) -> NDArray[np.float64]:
    n = max(1, round(_FRAME_S * rate_hz))
    n_frames = max(1, len(samples) // n)
    frames = samples[: n_frames * n].reshape(n_frames, -1)
    power = np.square(frames, dtype=np.float64).mean(1)
    return np.asarray(np.maximum(10 * np.log10(np.maximum(power, 1e-30)), _SILENCE_DB), np.float64)


def _clipped_share(samples: NDArray[np.float32]) -> float:
    magnitude = np.abs(samples)
    peak = float(magnitude.max())
    if peak < _CLIP_PEAK:
        return 0.0
    at_peak = magnitude >= peak * (1 - 1e-3)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], at_peak, [False]]).astype(np.int8)))
    runs = edges[1::2] - edges[::2]
    return float(runs[runs >= _CLIP_RUN].sum()) / len(samples)


def _decibels(amplitude: float) -> float:
    return max(_SILENCE_DB, 20 * float(np.log10(max(amplitude, 1e-30))))


def _advice(q: RecordingQuality, length: RecordingLength, recording: Recording) -> list[Message]:
    rate_khz, wanted_khz = recording.source_rate_hz / 1000, recording.sample_rate_hz / 1000
    checks = (
        (
            q.duration_s < length.good_s[0],
            Message("Short: {advised} of speech catch a voice better.", advised=length.advised),
        ),
        (
            q.duration_s > length.long_s,
            Message("Long: {advised} are enough, and {costs}.", advised=length.advised, costs=length.long_costs),
        ),
        (
            rate_khz < MIN_RATE_SHARE * wanted_khz,
            Message(
                "Dull: {rate_khz:g} kHz leave nothing above {top_khz:g} kHz; record at {wanted_khz:g} kHz or more.",
                rate_khz=rate_khz,
                top_khz=rate_khz / 2,
                wanted_khz=wanted_khz,
            ),
        ),
        (q.speech_dbfs < GOOD_LEVEL_DBFS[0], Message("Quiet: record closer to the microphone or raise the gain.")),
        (q.speech_dbfs > GOOD_LEVEL_DBFS[1], Message("Loud: lower the gain a little.")),
        (
            q.clipped_share > MAX_CLIPPED_SHARE,
            Message("Clipped: the loudest parts are cut off; record again with less gain."),
        ),
        (
            abs(q.offset) > MAX_OFFSET,
            Message("Off centre: silence does not stand at zero; remove the DC offset in a sound editor."),
        ),
        (q.peak_dbfs > 0.1, Message("Beyond full scale: the samples were scaled down to fit.")),
        (
            q.snr_db < MIN_SNR_DB,
            Message("Noisy: record in a quieter room, or choose a stretch without background sound."),
        ),
        (
            q.silence_share > MAX_SILENCE_SHARE,
            Message("Mostly pauses: choose a stretch in which somebody speaks throughout."),
        ),
        (
            max(q.leading_silence_s, q.trailing_silence_s) > MAX_EDGE_SILENCE_S,
            Message("Silence at the ends: cut it off, half a second at the end is enough."),
        ),
    )
    return [text for applies, text in checks if applies]
