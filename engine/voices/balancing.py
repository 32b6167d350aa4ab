"""Blends by ear: the shares at which speech is as much like each parent as was asked for.

A model need not answer evenly to what lies between two voices: most leap from one to the other somewhere on the way,
nearer to this parent or to that. So the shares of the vectors are searched at which the speech itself lies where it
should.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from phonoscope.engine.errors import PhonoscopeError, VoiceError
from phonoscope.engine.synthesis import Engine
from phonoscope.engine.voices.formula import Blend
from phonoscope.engine.voices.making import cosine

TEXTS = (
    "The morning train was late, and nobody on the platform seemed to mind.",
    "She put the letter back into the drawer and closed it without a word.",
)
_N_HALVINGS = 6
_SEED = 1
_EVEN_LEAD = 0.3
_LOOK_S = 0.1  # how often it is asked whether to stop

Vector = NDArray[np.float32]


@dataclass(frozen=True)
class HeardBlend:
    """A blend of two voices as it is spoken.

    Parameters
    ----------
    share
        Of the second voice in the vector.
    to_first, to_second
        Cosines of the x-vector of the speech to those of the speech of either parent.
    apart
        Cosine of those of the parents to each other.
    """

    share: float
    to_first: float
    to_second: float
    apart: float

    @property
    def lead(self) -> float:
        """How much more it is like the second than like the first."""
        return self.to_second - self.to_first

    @property
    def is_even(self) -> bool:
        """Whether it is about as much like the one as like the other."""
        return abs(self.lead) < _EVEN_LEAD

    @property
    def is_between(self) -> bool:
        """Whether it is more like either parent than they are like each other."""
        return min(self.to_first, self.to_second) > self.apart


def balance(spoken: Callable[[float], Vector], share: float = 0.5) -> HeardBlend:
    """Search the share of the second voice at which speech has come so far on its way from the first voice to it.

    How far it has come is the difference of its cosines to the two, between those of the parents; the leap is found by
    halving, `_N_HALVINGS` times.

    Parameters
    ----------
    spoken
        Returns the x-vector of speech with a blend by the share, 0 to 1, of the second voice.
    share
        How far the speech shall be; 0.5 is as much like the one as like the other.
    """
    first, second = spoken(0.0), spoken(1.0)
    apart = cosine(first, second)

    def heard(at: float, vector: Vector) -> HeardBlend:
        return HeardBlend(at, cosine(vector, first), cosine(vector, second), apart)

    tried = [heard(0.0, first), heard(1.0, second)]
    wanted = (1 - share) * tried[0].lead + share * tried[1].lead
    low, high = 0.0, 1.0
    for _ in range(_N_HALVINGS):
        middle = (low + high) / 2
        tried.append(heard(middle, spoken(middle)))
        if tried[-1].lead < wanted:
            low = middle
        else:
            high = middle
    return min(tried, key=lambda blend: abs(blend.lead - wanted))


def balanced(
    engine: Engine, first: str, second: str, share: float = 0.5, stopped: Callable[[], bool] = lambda: False
) -> HeardBlend:
    """Search the share of the second voice by speaking with a model; see `balance`.

    Parameters
    ----------
    engine
        Speaks, and judges with its speaker encoder.
    first, second
        Names of voices of the library.
    share
        How far the speech shall have come from the first to the second.
    stopped
        Asked again and again whether to give up.

    Raises
    ------
    VoiceError
        When a voice does not fit the model, or the model has no speaker encoder.
    PhonoscopeError
        When it was stopped.
    """

    def spoken(at: float) -> Vector:
        return spoken_vector(engine, str(Blend([(first, 1 - at), (second, at)])), stopped=stopped)

    return balance(spoken, share)


def spoken_vector(
    engine: Engine, voice: str, texts: Sequence[str] = TEXTS, stopped: Callable[[], bool] = lambda: False
) -> Vector:
    """Speak with a voice and return the x-vector of the sound, ``[width]``; ``stopped`` is asked whether to give up.

    Raises
    ------
    VoiceError
        When the voice does not fit the model, or the model has no speaker encoder.
    PhonoscopeError
        When it was stopped.
    """
    encoder = engine.recording_encoder
    if encoder is None:
        raise VoiceError(
            "{name}: this model cannot judge how its voices sound", "use one that has encoders", name=engine.name
        )
    sounds = []
    for seed, text in enumerate(texts, _SEED):
        take = engine.speak(engine.request(text, voice=voice, seed=seed))
        while not take.wait(_LOOK_S):
            if stopped():
                take.cancel()
        take.check()
        if stopped():
            raise PhonoscopeError("the blend was not heard to the end", "begin again when there is time")
        sounds.append(take.audio)
    return encoder.xvector(np.concatenate(sounds))
