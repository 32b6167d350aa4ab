"""A voice for the rest of a text from how its beginning was spoken.

A model that is given no voice draws one for each segment of a long text, so each would sound like someone else. The
first segment settles it instead: its speaker vector is the voice of all that follow.
"""

from __future__ import annotations

import numpy as np
from phonoscope.engine.errors import RequestError
from phonoscope.engine.families.declaration import VoiceKind
from phonoscope.engine.families.recording_encoder import RecordingEncoder
from phonoscope.engine.take import Take
from phonoscope.engine.voices.voice import XVectorVoice

_LOOK_S = 0.02  # how soon the end of the first segment is noticed


def can_tell_voices(encoder: RecordingEncoder | None, sample_rate_hz: int) -> bool:
    """Whether an encoder makes speaker vectors of sound at this rate."""
    return encoder is not None and VoiceKind.XVECTOR in encoder.kinds and encoder.sample_rate_hz == sample_rate_hz


def unsettled_voice(width: int) -> XVectorVoice:
    """Return a voice that stands in for one that is not known yet where only the layout of a prompt matters."""
    return XVectorVoice(np.ones(width, np.float32), "the voice of the first segment")


def settled_voice(take: Take, encoder: RecordingEncoder) -> XVectorVoice | None:
    """Wait for the first segment of a take and return its voice; None when there is none, or too little of it."""
    while not take.segments and not take.wait(_LOOK_S):
        pass
    if not take.segments or take.finished:
        return None
    first = take.segments[0]
    samples = take.audio[first.first_frame * take.hop_samples :][: first.n_frames * take.hop_samples]
    try:
        return XVectorVoice(encoder.xvector(samples), "as the first segment was spoken")
    except RequestError:  # too short
        return None
