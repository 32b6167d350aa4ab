from dataclasses import replace

import numpy as np
import pytest
from phonoscope.engine.sweep.ranking import TakeSignals, measure, penalties
from phonoscope.engine.synthesis import Engine

GOOD = TakeSignals(
    duration_s=2.0,
    n_letters=28,
    silence=0.2,
    repeated=0.0,
    clipped=0.0,
    n_errors=0,
    n_warnings=0,
    ended=True,
)


def test_a_take_like_the_others_has_nothing_against_it():
    assert penalties([GOOD] * 4) == [0.0] * 4
    assert penalties([GOOD]) == [0.0]  # as long as ordinary speech


@pytest.mark.parametrize(
    "worse",
    [
        {"duration_s": 4.0},
        {"duration_s": 1.0},
        {"duration_s": 0.0},
        {"silence": 0.9},
        {"repeated": 0.5},
        {"clipped": 0.1},
        {"ended": False},
        {"n_errors": 1},
        {"n_warnings": 1},
    ],
)
def test_whatever_is_wrong_counts_against_a_take(worse):
    result = penalties([GOOD, GOOD, GOOD, replace(GOOD, **worse)])
    assert result[:3] == [0.0] * 3
    assert result[3] >= 0.5


def test_the_median_of_the_takes_and_not_a_rule_says_how_long_a_text_is():
    slow = replace(GOOD, duration_s=6.0)
    result = penalties([slow, slow, slow, GOOD])
    assert result[:3] == [0.0] * 3
    assert result[3] == pytest.approx(np.log2(3))


def test_a_take_is_measured(qwen3_tiny):
    with Engine.load(qwen3_tiny.talker, threads=1) as engine:
        take = engine.speak(engine.request("Measure me.", seed=5, max_frames=12))
        take.wait()
        signals = measure(take, engine.declaration.tap_groups)
    assert (signals.duration_s, signals.n_letters) == (take.duration_s, 10)
    assert signals.ended == (take.stop_reason == "end_of_speech")
    assert 0 <= signals.silence <= 1
    assert signals.n_errors == 0
