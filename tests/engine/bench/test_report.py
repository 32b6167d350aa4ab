"""Medians, rates and ratios of a benchmark's report."""

import pytest
from phonoscope.engine.bench.report import BenchReport, Ceiling, summarise
from phonoscope.engine.bench.stage_cost import StageCost
from phonoscope.engine.bench.trials import (
    CONDITIONS,
    NEIGHBOUR,
    STREAMING,
    WHOLE,
    Measurement,
    Piece,
    Round,
    Trial,
)

COST = {"talker": StageCost(400, 40), "predictor": StageCost(1000, 80), "codec": StageCost(0, 500, 100)}


def trial(frame_ms: float, *, scale: float = 1) -> Trial:
    stages = {"talker": 4 * scale, "predictor": 20 * scale, "codec": 10 * scale}
    return Trial(frame_ms, stages, prefill_ms=7, ttfa_ms=30)


def a_round(frame_ms: float, ceiling: float) -> Round:
    trials = {condition.name: trial(frame_ms) for condition in CONDITIONS}
    trials[NEIGHBOUR.name] = trial(1.8 * frame_ms, scale=1.8)
    piece = Piece(trial(frame_ms).stage_ms, read_bytes_per_s=ceiling, flop_per_s=ceiling)
    return Round(trials, [piece, piece])


def report_of(rounds: list[Round]) -> BenchReport:
    return summarise(Measurement(rounds, 5), COST, n_frames=60, n_threads=2)


def test_shares_compare_a_stage_with_the_ceiling_beside_it() -> None:
    report = report_of([a_round(50, 200_000), a_round(60, 400_000), a_round(55, 100_000)])
    talker = report.stages["talker"]
    assert talker.ms == pytest.approx(4)
    assert talker.bytes_per_s == pytest.approx(100_000)
    assert talker.read_share == pytest.approx(0.5)
    assert report.stages["codec"].flop_per_s == pytest.approx(50_000)
    assert report.stages["codec"].flop_share == pytest.approx(0.25)
    assert report.stages["codec"].executed_share == pytest.approx(0.2)
    assert report.read_bytes_per_s == Ceiling(median=200_000, low=100_000, high=400_000)


def test_conditions_compare_with_chunks_of_four_in_the_same_round() -> None:
    report = report_of([a_round(50, 1), a_round(500, 1)])
    assert report.conditions[STREAMING.name].relative == 1
    assert report.conditions[NEIGHBOUR.name].relative == pytest.approx(1.8)
    assert report.conditions[WHOLE.name].frame_ms == pytest.approx(275)
