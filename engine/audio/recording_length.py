"""How long a recording is to be of which a voice is made."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RecordingLength:
    """What a model takes, and what it is best given.

    Parameters
    ----------
    max_s
        Longer recordings are refused.
    good_s
        From here to there a voice is caught well.
    long_s
        From here on more costs more than it gives.
    long_costs
        What it costs, as the end of a sentence.
    """

    max_s: float = 120.0
    good_s: tuple[float, float] = (3.0, 10.0)
    long_s: float = 15.0
    long_costs: str = "codes of more rush the speech"

    @property
    def advised(self) -> str:
        """What to give, in words: ``3 to 10 seconds``."""
        return f"{self.good_s[0]:g} to {self.good_s[1]:g} seconds"


USUAL_LENGTH = RecordingLength()
"""Of models that do not say otherwise."""
