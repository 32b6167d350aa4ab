"""What can be seen of a take, whether it is being made or was read from the disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.audio.sound import Playable
from phonoscope.engine.preview import Previews
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.take_figures import TakeFigures


class AlarmView(Protocol):
    """The first state that was not finite."""

    @property
    def stage(self) -> str:
        """Part of the model, as tap groups are called."""

    @property
    def layer(self) -> int:
        """Layer of that part."""

    @property
    def step(self) -> int:
        """Row of its tap group."""

    @property
    def operation(self) -> str:
        """What was computed."""


class SegmentView(Protocol):
    """A part of the text that was spoken in one go, once it is finished."""

    @property
    def seed(self) -> int:
        """Of the attempt that was kept."""

    @property
    def first_frame(self) -> int:
        """Its first frame in the take."""

    @property
    def n_frames(self) -> int:
        """How long it is."""

    @property
    def stop_reason(self) -> str:
        """Why it ended, a value of `phonoscope.engine.take_figures.StopReason`."""

    @property
    def discarded(self) -> Sequence[str]:
        """Why the attempts before it ended that were given up."""


class TakeView(Playable, Protocol):
    """Arrays of a take, each of all that there is so far; see `phonoscope.engine.take.Take` for their meaning."""

    @property
    def request(self) -> SynthesisRequest:
        """What is spoken."""

    @property
    def codes(self) -> NDArray[np.int32]:
        """Codes, ``[frames, codebooks]``."""

    @property
    def draws(self) -> NDArray[np.float32]:
        """Entropy and probability of every drawn code, ``[frames, codebooks, 2]``."""

    @property
    def taps(self) -> Mapping[str, NDArray[np.float32]]:
        """Magnitudes by tap group, ``[rows, layers, 3]``."""

    @property
    def previews(self) -> Previews:
        """What the speech would have been after some of its steps; none of models that draw codes."""

    @property
    def latents(self) -> NDArray[np.float32]:
        """Latents that another take can go on from, ``[frames, width]``; often no rows."""

    @property
    def n_frames(self) -> int:
        """Frames so far."""

    @property
    def duration_s(self) -> float:
        """Length of the sound so far."""

    @property
    def alarm(self) -> AlarmView | None:
        """The first state that was not finite, if there was one."""

    @property
    def segments(self) -> Sequence[SegmentView]:
        """Its finished segments in order; none of takes that an earlier version has kept."""

    @property
    def figures(self) -> TakeFigures:
        """What is measured of the take so far."""
