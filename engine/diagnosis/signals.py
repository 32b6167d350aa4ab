"""Signals about a take that cost nothing: silence, repetition, clipping."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.takes.view import TakeView

_CLIPPED = 0.999  # of full scale
_CLIPPED_RUN = 3  # samples in a row at full scale: a single peak is no clipping


@dataclass(frozen=True)
class Run:
    """Frames that follow each other.

    Parameters
    ----------
    first_frame, n_frames
        Where it begins, and how long it is.
    """

    first_frame: int
    n_frames: int


def frame_levels_dbfs(take: TakeView) -> NDArray[np.float64]:
    """Return the level of each frame in dB below full scale, ``[frames]``; -200 for digital silence."""
    sound = np.asarray(take.audio, np.float64)[: take.n_frames * take.hop_samples].reshape(take.n_frames, -1)
    with np.errstate(over="ignore", invalid="ignore"):
        power = np.square(sound).mean(axis=1)
    levels: NDArray[np.float64] = 10.0 * np.log10(np.maximum(np.nan_to_num(power), 1e-20))
    return levels


def silent_frames(take: TakeView) -> NDArray[np.bool_]:
    """Return which frames are as quiet as the request's watchdog calls silence."""
    silent: NDArray[np.bool_] = frame_levels_dbfs(take) < take.request.watchdog.silence_dbfs
    return silent


def clipped_frames(take: TakeView) -> NDArray[np.bool_]:
    """Return which frames hold samples that stay at full scale."""
    loud = np.abs(np.asarray(take.audio)) >= _CLIPPED
    if not loud.any():
        return np.zeros(take.n_frames, np.bool_)
    clipped = np.zeros(len(loud), np.bool_)
    for run in runs_of(loud):
        if run.n_frames >= _CLIPPED_RUN:
            clipped[run.first_frame : run.first_frame + run.n_frames] = True
    by_frame = clipped[: take.n_frames * take.hop_samples].reshape(take.n_frames, -1)
    return np.asarray(np.logical_or.reduce(by_frame, axis=1), np.bool_)


def repeated_frames(take: TakeView) -> NDArray[np.bool_]:
    """Return which frames have the same first code as the frame before; silence does not count."""
    repeated = np.zeros(take.n_frames, np.bool_)
    if not take.codes.shape[1]:
        return repeated  # a model that speaks in latents
    first = take.codes[:, 0]
    repeated[1:] = np.logical_and(first[1:] == first[:-1], first[1:] >= 0)
    repeated &= ~silent_frames(take)
    return repeated


def runs_of(flags: NDArray[np.bool_]) -> list[Run]:
    """Return the runs of true values, in order."""
    edges = np.diff(np.concatenate([[0], flags.astype(np.int8), [0]]))
    starts, ends = np.flatnonzero(edges > 0), np.flatnonzero(edges < 0)
    return [Run(int(start), int(end - start)) for start, end in zip(starts, ends, strict=True)]
