"""A take that is still being made, as it is at one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.audio.sound import InFrames
from phonoscope.engine.preview import Preview, Previews, no_previews
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.take_figures import TakeFigures
from phonoscope.engine.takes.view import AlarmView, SegmentView, TakeView


@dataclass(frozen=True)
class TakeSnapshot(InFrames):
    """A `TakeView` whose arrays all reach equally far and do not grow."""

    request: SynthesisRequest
    sample_rate_hz: int
    hop_samples: int
    n_frames: int
    audio: NDArray[np.float32]
    codes: NDArray[np.int32]
    draws: NDArray[np.float32]
    frames: NDArray[np.float64]
    taps: Mapping[str, NDArray[np.float32]]
    previews: Previews
    finished: bool
    alarm: AlarmView | None
    segments: Sequence[SegmentView]
    figures: TakeFigures

    @property
    def latents(self) -> NDArray[np.float32]:
        """None: takes go on from those that are complete."""
        return np.zeros((0, 0), np.float32)

    @property
    def duration_s(self) -> float:
        """Length of the sound."""
        return self.n_frames * self.hop_samples / self.sample_rate_hz


def snapshot(take: TakeView) -> TakeSnapshot:
    """Return a take as it is now; nothing is copied."""
    finished, segments = take.finished, take.segments  # first: they reach no farther than what is read later
    frames = take.frames  # then: everything else reaches at least as far
    n = len(frames)
    return TakeSnapshot(
        request=take.request,
        sample_rate_hz=take.sample_rate_hz,
        hop_samples=take.hop_samples,
        n_frames=n,
        audio=take.audio[: n * take.hop_samples],
        codes=take.codes[:n],
        draws=take.draws[:n],
        frames=frames,
        taps=dict(take.taps),
        previews=take.previews,
        finished=finished,
        alarm=take.alarm,
        segments=segments,
        figures=take.figures,
    )


def preview_take(take: TakeView, preview: Preview) -> TakeSnapshot:
    """Return a preview as if it were a finished take of its own: sound without frames, codes and magnitudes."""
    now = snapshot(take)
    return replace(
        now,
        n_frames=len(preview.samples) // take.hop_samples,
        audio=preview.samples,
        codes=now.codes[:0],
        draws=now.draws[:0],
        frames=now.frames[:0],
        taps={},
        previews=no_previews(),
        finished=True,
        alarm=None,
        segments=(),
    )
