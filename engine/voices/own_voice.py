"""A voice for the rest of a text from how its beginning was spoken.

A model that is given no voice draws one for each segment of a long text, so each would sound like someone else. The
first segment settles it instead: what it sounded like is the voice of all that follow, as a speaker vector, or as
reference codes where a model takes only these.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from phonoscope import _native
from phonoscope.engine.errors import RequestError
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.take import Take
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.voices.voice import MAX_REFERENCE_FRAMES, CodesVoice, Voice, XVectorVoice

_LOOK_S = 0.02  # how soon the end of a segment is noticed
_NAME = "the voice of the first segment"


class OwnVoice(ABC):
    """How what a model has spoken becomes a voice for the same model."""

    @property
    @abstractmethod
    def stand_in(self) -> Voice:
        """A voice that takes as much room in a prompt as the one that is not known yet, or more."""

    def settled(self, take: Take, number: int) -> Voice | None:
        """Wait for a segment of a take and return its voice; None when there is none, or too little of it."""
        while len(take.segments) <= number and not take.wait(_LOOK_S):
            pass
        if len(take.segments) <= number or take.finished:
            return None
        return self._heard(take, take.segments[number])

    @abstractmethod
    def _heard(self, take: Take, segment: _native.SegmentResult) -> Voice | None: ...


@dataclass(frozen=True)
class OwnSpeakerVector(OwnVoice):
    """The speaker vector of the sound.

    Parameters
    ----------
    encoder
        Makes it; its rate is that of the takes.
    width
        Its length.
    """

    encoder: RecordingEncoder
    width: int

    @property
    def stand_in(self) -> Voice:  # noqa: D102
        return XVectorVoice(np.ones(self.width, np.float32), _NAME)

    def _heard(self, take: Take, segment: _native.SegmentResult) -> Voice | None:
        samples = take.audio[segment.first_frame * take.hop_samples :][: segment.n_frames * take.hop_samples]
        try:
            return XVectorVoice(self.encoder.xvector(samples), _NAME)
        except RequestError:  # too short
            return None


@dataclass(frozen=True)
class OwnCodes(OwnVoice):
    """The codes themselves, with what they say.

    Parameters
    ----------
    transcript
        What the segment says.
    max_frames
        Its longest speech.
    n_codebooks
        Codes in a frame.
    """

    transcript: str
    max_frames: int
    n_codebooks: int

    @property
    def stand_in(self) -> Voice:  # noqa: D102
        n_frames = min(self.max_frames, MAX_REFERENCE_FRAMES)
        return CodesVoice(np.zeros((n_frames, self.n_codebooks), np.int32), self.transcript, name=_NAME)

    def _heard(self, take: Take, segment: _native.SegmentResult) -> Voice | None:
        # Speech that was broken off does not say its transcript, and would teach the model to break off.
        ended = segment.stop_reason == StopReason.END_OF_SPEECH
        if not ended or not 0 < segment.n_frames <= MAX_REFERENCE_FRAMES:
            return None
        return CodesVoice(take.codes[segment.first_frame :][: segment.n_frames], self.transcript, name=_NAME)
