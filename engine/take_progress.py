"""How long a take still computes: what is left of each stage, at the pace of that stage so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_TRUST = 0.05  # share of the whole work that must be done before the pace of what was done counts half for the rest


@dataclass(frozen=True)
class StageProgress:
    """How far one stage is.

    Parameters
    ----------
    done, total
        Pieces of work that take about equally long; the total as far as is known.
    seconds
        What those done took.
    """

    done: float
    total: float
    seconds: float


@dataclass(frozen=True)
class ExpectedWork:
    """How long a take computes, as estimated before it began.

    Parameters
    ----------
    total_s
        All of it.
    piece_s
        One piece of each stage, in the order of the stages.
    """

    total_s: float
    piece_s: tuple[float, ...]

    def remaining_s(self, stages: Sequence[StageProgress]) -> float:
        """Return how long the rest takes.

        A stage that has begun goes on at its own pace. One that has not takes as long as expected, times how far
        the others are off what was expected of them; of that little is believed until much of them is done.
        """
        if not stages:
            return self.total_s
        both = list(zip(stages, self.piece_s, strict=True))
        trusted_s = _TRUST * self.total_s
        expected_s = sum(stage.done * piece_s for stage, piece_s in both) + trusted_s
        off = (sum(stage.seconds for stage in stages) + trusted_s) / expected_s if expected_s > 0 else 1.0
        return sum(
            (stage.total - stage.done) * (stage.seconds / stage.done if stage.done > 0 else piece_s * off)
            for stage, piece_s in both
        )
