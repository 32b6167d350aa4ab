"""What can be played: a take, also while it is made, or any other sound."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


class InFrames:
    """Sound that consists of frames of one length."""

    sample_rate_hz: int
    hop_samples: int

    @property
    def frame_s(self) -> float:
        """Length of a frame in seconds."""
        return self.hop_samples / self.sample_rate_hz


class Playable(Protocol):
    """What a player needs to know; see `phonoscope.engine.takes.view.TakeView`."""

    @property
    def sample_rate_hz(self) -> int:
        """Rate of the sound."""

    @property
    def hop_samples(self) -> int:
        """Samples in a frame."""

    @property
    def frame_s(self) -> float:
        """Length of a frame in seconds."""

    @property
    def audio(self) -> NDArray[np.float32]:
        """Sound so far, ``[samples]``."""

    @property
    def frames(self) -> NDArray[np.float64]:
        """When and how each frame was made, ``[frames, 8]``."""

    @property
    def finished(self) -> bool:
        """Whether nothing more will come."""


@dataclass(frozen=True, eq=False)
class Sound(InFrames):
    """A sound that is all there.

    Parameters
    ----------
    audio
        float32 ``[samples]``, mono.
    sample_rate_hz
        Its rate.
    """

    audio: NDArray[np.float32]
    sample_rate_hz: int
    hop_samples: int = 1
    frames: NDArray[np.float64] = field(default_factory=lambda: np.zeros((0, 8)))
    finished: bool = True
