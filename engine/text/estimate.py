"""How long a text will be before it is spoken."""

from __future__ import annotations

from dataclasses import dataclass

LETTERS_PER_S = 14.0
"""Of ordinary speech, blanks not counted; for where nothing better is known."""


@dataclass(frozen=True)
class SpeechEstimate:
    """An expectation, made by `phonoscope.engine.synthesis.Engine.estimate`.

    Parameters
    ----------
    n_tokens
        Tokens that the model reads.
    duration_s
        Length of ordinary speech of so many tokens.
    """

    n_tokens: int
    duration_s: float
