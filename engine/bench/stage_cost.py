"""What a stage of a model costs for one frame, counted from its files."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Protocol

from phonoscope import _native
from phonoscope.engine.take_progress import ExpectedWork

_USUAL_SHARE = 0.75  # of the multiply-add ceiling, in large matrix products


class StoredTensor(Protocol):
    """A tensor of a GGUF file: its shape with the fastest dimension first."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def ne(self) -> list[int]: ...  # noqa: D102
    @property
    def n_bytes(self) -> int: ...  # noqa: D102


@dataclass(frozen=True)
class StageCost:
    """What a stage does for one frame.

    Parameters
    ----------
    n_bytes
        Weights read from memory; 0 where they are reused too often to tell.
    flop
        Floating point operations of the layers as they are defined.
    spared_flop
        Those of them that the way of computing gets by without.
    """

    n_bytes: int
    flop: int
    spared_flop: int = 0

    @property
    def executed_flop(self) -> int:
        """The operations that are really computed."""
        return self.flop - self.spared_flop


@dataclass(frozen=True)
class TakeWork:
    """What a take of a model that denoises will compute, in floating point operations, stage by stage.

    Parameters
    ----------
    segment_flop
        Encoders and keys of one segment, on average.
    n_segments
        How many there are.
    lane_flop
        One evaluation of the denoiser over one window or block.
    n_lanes
        How many there are.
    lane_frames
        Frames of each, on average.
    frame_flop
        Decoding one frame.
    n_decoded
        How many are decoded, in previews and in the end.
    """

    segment_flop: int
    n_segments: int
    lane_flop: int
    n_lanes: int
    lane_frames: int
    frame_flop: int
    n_decoded: int

    @property
    def flop(self) -> int:
        """All of it."""
        return self.segment_flop * self.n_segments + self.lane_flop * self.n_lanes + self.frame_flop * self.n_decoded

    def seconds(self, n_threads: int) -> float:
        """Return about how long it takes, by what this machine's arithmetic reached when that was first asked for."""
        return self.flop / _usual_flop_per_s(n_threads)

    def expected(self, n_threads: int) -> ExpectedWork:
        """Return the same with what one segment's encoding, one frame's evaluation and one frame's decoding take."""
        pieces_flop = self.segment_flop, self.lane_flop / self.lane_frames, self.frame_flop
        return ExpectedWork(self.seconds(n_threads), tuple(flop / _usual_flop_per_s(n_threads) for flop in pieces_flop))


@functools.cache
def _usual_flop_per_s(n_threads: int) -> float:
    return _USUAL_SHARE * max(_native.Ceilings(n_threads).multiply_add(3))


def is_matrix(t: StoredTensor) -> bool:
    """Whether a tensor is a matrix or a kernel: what is multiplied with."""
    return t.ne[1] > 1 or t.ne[2] > 1
