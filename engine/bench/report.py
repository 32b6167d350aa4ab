"""Figures of a benchmark: medians, and ratios of what was measured beside each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from phonoscope.engine.bench.stage_cost import StageCost
from phonoscope.engine.bench.trials import CONDITIONS, STREAMING, Measurement, Piece, Round


@dataclass(frozen=True)
class StageFigures:
    """One stage for one frame, measured where no other stage runs beside it.

    Parameters
    ----------
    ms
        Median time.
    n_bytes, flop, executed_flop
        Weights streamed, operations of the plain layers, and those that are really computed.
    bytes_per_s, flop_per_s, executed_flop_per_s
        The rates that follow.
    read_share, flop_share, executed_share
        Of the ceilings measured around each piece: median over the pieces.
    """

    ms: float
    n_bytes: int
    flop: int
    executed_flop: int
    bytes_per_s: float
    flop_per_s: float
    executed_flop_per_s: float
    read_share: float
    flop_share: float
    executed_share: float


@dataclass(frozen=True)
class Ceiling:
    """What the machine could do in a second: median over the pieces, least and most."""

    median: float
    low: float
    high: float


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
        The ceilings.
    n_rounds, n_frames, n_threads, peak_memory_bytes
        Under which circumstances.
    """

    stages: dict[str, StageFigures]
    conditions: dict[str, ConditionFigures]
    read_bytes_per_s: Ceiling
    flop_per_s: Ceiling
    n_rounds: int
    n_frames: int
    n_threads: int
    peak_memory_bytes: int


def summarise(measurement: Measurement, cost: Mapping[str, StageCost], *, n_frames: int, n_threads: int) -> BenchReport:
    """Return the figures of finished rounds; ``cost`` is that of one frame, by stage."""
    rounds = measurement.rounds
    pieces = [piece for r in rounds for piece in r.pieces]
    return BenchReport(
        stages={name: _stage(pieces, name, stage_cost) for name, stage_cost in cost.items()},
        conditions={condition.name: _condition(rounds, condition.name) for condition in CONDITIONS},
        read_bytes_per_s=_ceiling([piece.read_bytes_per_s for piece in pieces]),
        flop_per_s=_ceiling([piece.flop_per_s for piece in pieces]),
        n_rounds=len(rounds),
        n_frames=n_frames,
        n_threads=n_threads,
        peak_memory_bytes=measurement.peak_memory_bytes,
    )


def _ceiling(values: Sequence[float]) -> Ceiling:
    return Ceiling(median(values), min(values), max(values))


def _stage(pieces: Sequence[Piece], name: str, cost: StageCost) -> StageFigures:
    typical_s = median(piece.stage_ms[name] for piece in pieces) / 1000
    executed = cost.executed_flop

    def share(n: int, ceiling: Callable[[Piece], float]) -> float:
        return median(n / (piece.stage_ms[name] / 1000) / ceiling(piece) for piece in pieces)

    return StageFigures(
        ms=1000 * typical_s,
        n_bytes=cost.n_bytes,
        flop=cost.flop,
        executed_flop=executed,
        bytes_per_s=cost.n_bytes / typical_s,
        flop_per_s=cost.flop / typical_s,
        executed_flop_per_s=executed / typical_s,
        read_share=share(cost.n_bytes, lambda piece: piece.read_bytes_per_s),
        flop_share=share(cost.flop, lambda piece: piece.flop_per_s),
        executed_share=share(executed, lambda piece: piece.flop_per_s),
    )


def _condition(rounds: Sequence[Round], name: str) -> ConditionFigures:
    trials = [r.trials[name] for r in rounds]
    return ConditionFigures(
        frame_ms=median(t.frame_ms for t in trials),
        relative=median(r.trials[name].frame_ms / r.trials[STREAMING.name].frame_ms for r in rounds),
        ttfa_ms=median(t.ttfa_ms for t in trials),
        prefill_ms=median(t.prefill_ms for t in trials),
    )
