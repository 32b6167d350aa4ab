"""A few seconds of how a voice sounds, spoken by a model and kept with it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.audio.files import to_pcm16
from phonoscope.engine.errors import PhonoscopeError
from phonoscope.engine.request import SynthesisRequest
from phonoscope.engine.synthesis import Engine

PREVIEW_TEXT = "The morning train was late, and nobody on the platform seemed to mind."
_SEED = 1  # the same for all, so that previews differ by their voices alone
_N_TRIES = 3


def preview_requests(engine: Engine, voice: str, text: str = PREVIEW_TEXT) -> list[SynthesisRequest]:
    """Return what is to be spoken as the preview of a voice: the first, and others in case that one stays silent.

    Raises
    ------
    PhonoscopeError
        When the voice does not fit the model.
    """
    return [engine.request(text, voice=voice, seed=_SEED + i) for i in range(_N_TRIES)]


def make_preview(engine: Engine, voice: str, text: str = PREVIEW_TEXT) -> NDArray[np.int16]:
    """Return a sentence spoken with a voice, int16 ``[samples]`` at the engine's rate.

    Parameters
    ----------
    engine
        The model.
    voice
        Name of the voice, as the engine takes it.
    text
        The sentence.

    Raises
    ------
    PhonoscopeError
        When the voice does not fit the model, or the model does not speak.
    """
    for request in preview_requests(engine, voice, text):
        take = engine.speak(request)
        take.wait()
        take.check()
        if take.n_samples:
            return to_pcm16(take.audio)
    raise PhonoscopeError("{voice}: the model ended before it made a sound", "try another text", voice=voice)
