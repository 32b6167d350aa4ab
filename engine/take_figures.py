"""What is measured of a take beside its sound: when each frame was made, and how, how long all took, why it ended."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.families import family


class StopReason(StrEnum):
    """Why speech ended."""

    NONE = "none"
    END_OF_SPEECH = "end_of_speech"
    MAX_FRAMES = "max_frames"
    REPEATED_CODES = "repeated_codes"
    SILENCE = "silence"
    CANCELLED = "cancelled"
    ALARM = "alarm"
    FAILED = "failed"


class FrameColumn:
    """Columns of `Take.frames`.

    The first three are times, in milliseconds, of the stages that the family declares. The last three say where a frame
    begins in tap groups that have a row for each position, pass or frame.
    """

    STAGES_MS = slice(0, 3)
    CODEC_MS = 2
    PUBLISHED_MS = 3
    SEGMENT = 4
    POSITION_ROW = 5
    PASS_ROW = 6
    CODEC_ROW = 7


class StepColumn:
    """Columns of `Take.steps`."""

    T = 0
    NEXT_T = 1
    N_LANES = 2
    MS = 3
    PUBLISHED_MS = 4


@dataclass(frozen=True)
class TakeFigures:
    """What is measured of a take.

    Parameters
    ----------
    n_frames, duration_s
        Length of the speech.
    elapsed_s
        Time it took to make.
    rtf
        Real-time factor: elapsed over duration; NaN without sound.
    ttfa_ms
        Time to first audio; NaN without sound.
    stage_ms
        Mean time for one frame of each stage that the family declares.
    prefill_ms
        Time for the prompts of all segments.
    stop_reason
        Why it ended; where several segments were spoken, why the first one did that did not end by itself.
    """

    n_frames: int
    duration_s: float
    elapsed_s: float
    rtf: float
    ttfa_ms: float
    stage_ms: Mapping[str, float]
    prefill_ms: float
    stop_reason: StopReason


def figures_of_frames(
    frames: NDArray[np.float64],
    family_name: str,
    *,
    duration_s: float,
    elapsed_s: float,
    prefill_ms: float,
    stop_reason: StopReason,
) -> TakeFigures:
    """Return the figures of a take, or of its beginning.

    Parameters
    ----------
    frames
        `Take.frames`, float64 ``[frames, 8]``.
    family_name
        Names its stages.
    duration_s, elapsed_s, prefill_ms, stop_reason
        As in `TakeFigures`.
    """
    spoken = frames[frames[:, FrameColumn.SEGMENT] >= 0]
    means = spoken[:, FrameColumn.STAGES_MS].mean(axis=0) if len(spoken) else np.full(3, np.nan)
    return TakeFigures(
        n_frames=len(frames),
        duration_s=duration_s,
        elapsed_s=elapsed_s,
        rtf=elapsed_s / duration_s if duration_s else math.nan,
        ttfa_ms=float(frames[0, FrameColumn.PUBLISHED_MS]) if len(frames) else math.nan,
        stage_ms={name: float(ms) for name, ms in zip(family(family_name).stages, means, strict=True)},
        prefill_ms=prefill_ms,
        stop_reason=stop_reason,
    )
