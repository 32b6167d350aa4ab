"""A short take with whatever model and voice the program accepted, through the same door as everyone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from phonoscope.engine.errors import AlarmError
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.synthesis import Engine

TEXT = "the old voice speaks"
_FEW_STEPS = {"steps": 2}  # of models that denoise


def speak(pair: ModelPair, voice: Path | None = None) -> None:
    """Speak three frames; any sound will do, and so does an alarm, but what comes before it must be numbers.

    Raises
    ------
    PhonoscopeError
        When the program refuses the model or the voice.
    """
    with Engine.load(pair.model, codec=pair.codec, threads=1) as engine:
        sampler = _FEW_STEPS if any(field.name in _FEW_STEPS for field in engine.declaration.sampler) else {}
        take = engine.speak(engine.request(TEXT, voice=voice, sampler=sampler, max_frames=3, seed=1))
        take.wait()
        try:
            take.check()
        except AlarmError:
            return
        finally:
            if not np.isfinite(take.audio).all() or np.abs(take.audio).max(initial=0) > 1:
                raise AssertionError("sound outside -1..1 was published")
