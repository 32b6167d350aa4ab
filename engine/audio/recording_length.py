"""How long a recording is to be of which a voice is made."""

from __future__ import annotations

from dataclasses import dataclass

from phonoscope.engine.message import Message


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
    long_costs: Message = Message("codes of more rush the speech")  # noqa: RUF009 - nothing changes it

    @property
    def advised(self) -> Message:
        """What to give, in words: ``3 to 10 seconds``."""
        return Message("{first:g} to {last:g} seconds", first=self.good_s[0], last=self.good_s[1])


USUAL_LENGTH = RecordingLength()
"""Of models that do not say otherwise."""
