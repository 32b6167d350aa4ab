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


class TakeClock:
    """How long a take has computed and still will, moment by moment: of a piece of work the stages tell only its end.

    Parameters
    ----------
    work
        How long all of it takes, as estimated before it began.
    """

    def __init__(self, work: ExpectedWork) -> None:
        self._work = work
        self._done: list[float] = []
        self._looked_s = 0.0
        self._within_s = 0.0  # what the pieces at work have taken so far

    def look(self, stages: Sequence[StageProgress], now_s: float, *, held: bool) -> tuple[float, float]:
        """Return the seconds that were computed, and those that are left.

        Parameters
        ----------
        stages
            What is done by now.
        now_s
            When that is.
        held
            Whether the take stands still, and stood still since the last look; that does not count.
        """
        done = [stage.done for stage in stages]
        if done != self._done:
            self._done, self._within_s = done, 0.0
        elif not held:
            self._within_s += now_s - self._looked_s
        self._looked_s = now_s
        left_s = self._work.remaining_s(stages)
        within_s = min(self._within_s, left_s)
        return sum(stage.seconds for stage in stages) + within_s, left_s - within_s
