"""Which takes of a sweep are worth a listen: by signals that cost nothing, not by taste."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from phonoscope.engine.diagnosis.alarms import Severity, find_alarms
from phonoscope.engine.diagnosis.signals import clipped_frames, repeated_frames, silent_frames
from phonoscope.engine.families.declaration import TapGroupDeclaration
from phonoscope.engine.take_figures import StopReason
from phonoscope.engine.takes.snapshot import snapshot
from phonoscope.engine.takes.view import TakeView
from phonoscope.engine.text.estimate import LETTERS_PER_S

_ENOUGH_TAKES = 3
_NATURAL_SILENCE = 0.35  # share of pauses, with the quiet before and behind, in ordinary short takes


@dataclass(frozen=True)
class TakeSignals:
    """What a take tells of itself.

    Parameters
    ----------
    duration_s, n_letters
        Length of the speech and of its text.
    silence, repeated, clipped
        Shares of the frames.
    n_errors, n_warnings
        Alarms.
    ended
        Whether speech ended by itself.
    """

    duration_s: float
    n_letters: int
    silence: float
    repeated: float
    clipped: float
    n_errors: int
    n_warnings: int
    ended: bool


def measure(take: TakeView, groups: Iterable[TapGroupDeclaration]) -> TakeSignals:
    """Return the signals of a take; ``groups`` are the tap groups of its family."""
    take = snapshot(take)
    severities = [alarm.severity for alarm in find_alarms(take, groups)]
    return TakeSignals(
        duration_s=take.duration_s,
        n_letters=sum(not character.isspace() for character in take.request.text),
        silence=_share(silent_frames(take)),
        repeated=_share(repeated_frames(take)),
        clipped=_share(clipped_frames(take)),
        n_errors=severities.count(Severity.ERROR),
        n_warnings=severities.count(Severity.WARNING),
        ended=take.figures.stop_reason is StopReason.END_OF_SPEECH,
    )


def penalties(takes: Sequence[TakeSignals]) -> list[float]:
    """Return how suspicious each take of one text is; the smallest is the best, 0 has nothing against it.

    Added up: how far the duration is from what the text asks for (octaves from the median of all takes, or from
    ordinary speech where there are fewer than three), silence beyond a natural share, repeated codes, clipping, 1 for
    a missed end, 4 for each alarm that is an error and 0.5 for each warning.
    """
    spoken = [take.duration_s for take in takes if take.ended and take.duration_s > 0]
    median_s = float(np.median(spoken)) if len(spoken) >= _ENOUGH_TAKES else math.nan
    return [_penalty(take, median_s) for take in takes]


def _penalty(take: TakeSignals, median_s: float) -> float:
    expected_s = take.n_letters / LETTERS_PER_S if math.isnan(median_s) else median_s
    off = abs(math.log2(take.duration_s / expected_s)) if take.duration_s > 0 and expected_s > 0 else 4.0
    return (
        off
        + 2.0 * max(0.0, take.silence - _NATURAL_SILENCE)
        + 2.0 * take.repeated
        + 5.0 * take.clipped
        + (0.0 if take.ended else 1.0)
        + 4.0 * take.n_errors
        + 0.5 * take.n_warnings
    )


def _share(flags: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> float:
    return float(flags.mean()) if len(flags) else 0.0
