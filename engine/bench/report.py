"""Figures of a benchmark: medians over the rounds, ratios within each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from phonoscope.engine.bench.stage_cost import StageCost
from phonoscope.engine.bench.trials import CONDITIONS, STREAMING, WHOLE, Round


@dataclass(frozen=True)
class StageFigures:
    """One stage for one frame, measured where no other stage runs beside it.

    Parameters
    ----------
    ms
        Median time.
    n_bytes, flop
        Weights streamed and operations.
    bytes_per_s, flop_per_s
        The rates that follow.
    read_share, flop_share
        Of the ceilings measured in the same round: median over the rounds.
    """

    ms: float
    n_bytes: int
    flop: int
    bytes_per_s: float
    flop_per_s: float
    read_share: float
    flop_share: float


@dataclass(frozen=True)
class ConditionFigures:
    """One condition: times, and how its time for a frame compares with chunks of 4 in the same round."""

    frame_ms: float
    relative: float
    ttfa_ms: float
    prefill_ms: float


@dataclass(frozen=True)
class BenchReport:
    """All figures.

    Parameters
    ----------
    stages
        By stage name.
    conditions
        By the condition's name.
    read_bytes_per_s, flop_per_s
        Median ceilings.
    n_rounds, n_frames, n_threads, peak_memory_bytes
        Under which circumstances.
    """

    stages: dict[str, StageFigures]
    conditions: dict[str, ConditionFigures]
    read_bytes_per_s: float
    flop_per_s: float
    n_rounds: int
    n_frames: int
    n_threads: int
    peak_memory_bytes: int


def summarise(
    rounds: Sequence[Round], cost: Mapping[str, StageCost], *, n_frames: int, n_threads: int, peak_memory_bytes: int
) -> BenchReport:
    """Return the figures of finished rounds; ``cost`` is that of one frame, by stage."""
    return BenchReport(
        stages={name: _stage(rounds, name, stage_cost) for name, stage_cost in cost.items()},
        conditions={condition.name: _condition(rounds, condition.name) for condition in CONDITIONS},
        read_bytes_per_s=median(r.read_bytes_per_s for r in rounds),
        flop_per_s=median(r.flop_per_s for r in rounds),
        n_rounds=len(rounds),
        n_frames=n_frames,
        n_threads=n_threads,
        peak_memory_bytes=peak_memory_bytes,
    )


def _stage(rounds: Sequence[Round], name: str, cost: StageCost) -> StageFigures:
    times_s = [r.trials[WHOLE.name].stage_ms[name] / 1000 for r in rounds]
    typical_s = median(times_s)
    return StageFigures(
        ms=1000 * typical_s,
        n_bytes=cost.n_bytes,
        flop=cost.flop,
        bytes_per_s=cost.n_bytes / typical_s,
        flop_per_s=cost.flop / typical_s,
        read_share=median(cost.n_bytes / t / r.read_bytes_per_s for t, r in zip(times_s, rounds, strict=True)),
        flop_share=median(cost.flop / t / r.flop_per_s for t, r in zip(times_s, rounds, strict=True)),
    )


def _condition(rounds: Sequence[Round], name: str) -> ConditionFigures:
    trials = [r.trials[name] for r in rounds]
    return ConditionFigures(
        frame_ms=median(t.frame_ms for t in trials),
        relative=median(r.trials[name].frame_ms / r.trials[STREAMING.name].frame_ms for r in rounds),
        ttfa_ms=median(t.ttfa_ms for t in trials),
        prefill_ms=median(t.prefill_ms for t in trials),
    )
