"""How much sound must be ready before a take that is still being made can be played without a gap."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.take_figures import FrameColumn

_MARGIN = 1.2  # on the longest wait for a chunk, and on the lag of an engine that is slower than the ear
_MIN_CHUNKS = 2


@dataclass(frozen=True)
class Pace:
    """How fast sound comes.

    Parameters
    ----------
    rtf
        Time for a second of sound while it flows, the first sound not counted; NaN before two chunks have come.
    chunk_s
        Length of the longest chunk so far.
    longest_wait_s
        Longest time between two chunks.
    """

    rtf: float
    chunk_s: float
    longest_wait_s: float


def measure_pace(frames: NDArray[np.float64], frame_s: float) -> Pace:
    """Return the pace of a take.

    Parameters
    ----------
    frames
        When each frame was made, ``[frames, 8]``; see `phonoscope.engine.take.FrameColumn`.
    frame_s
        Length of a frame.
    """
    published_ms = frames[:, FrameColumn.PUBLISHED_MS]
    starts = np.flatnonzero(np.diff(published_ms, prepend=-math.inf) > 0)  # a chunk is published at once
    if len(starts) < 2:
        return Pace(math.nan, len(frames) * frame_s, 0.0)
    waits_s = np.diff(published_ms[starts]) / 1000
    chunks_s = np.diff(starts, append=len(frames)) * frame_s
    return Pace(float(waits_s.sum() / chunks_s[1:].sum()), float(chunks_s.max()), float(waits_s.max()))


def needed_s(pace: Pace, remaining_s: float, speed: float = 1.0) -> float:
    """Return how many seconds of sound must lie ready so that playing goes on to the end without a gap.

    An engine that needs ``rtf`` seconds for each of ``remaining_s`` seconds has made the last one in time when
    ``remaining_s * (1 - 1 / rtf)`` of them were there when playing began; what is measured so far stands for what
    comes. One that is faster than the ear needs no more than covers its longest wait.

    Parameters
    ----------
    pace
        As measured; with a NaN ``rtf`` infinity is returned, because nothing can be said yet.
    remaining_s
        Length of the sound that is still to be played, ready or not, as far as it can be predicted.
    speed
        How much faster than real time it is played.
    """
    if math.isnan(pace.rtf):
        return math.inf
    relative = pace.rtf * speed
    lag_s = remaining_s * (1 - 1 / relative) if relative > 1 else 0.0
    return _MARGIN * lag_s + max(_MIN_CHUNKS * pace.chunk_s, _MARGIN * pace.longest_wait_s * speed)
