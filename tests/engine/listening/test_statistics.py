import pytest
from phonoscope.engine.listening.statistics import (
    confidence_interval,
    hits_needed,
    p_value_of_guessing,
    p_value_of_no_preference,
)


@pytest.mark.parametrize(("hits", "trials", "p"), [(8, 8, 1 / 256), (12, 16, 2517 / 65536), (0, 5, 1.0), (0, 0, 1.0)])
def test_guessing_is_judged_exactly(hits, trials, p):
    assert p_value_of_guessing(hits, trials) == pytest.approx(p, rel=1e-12)


def test_a_preference_counts_in_both_directions():
    assert p_value_of_no_preference(8, 8) == p_value_of_no_preference(0, 8) == pytest.approx(2 / 256)
    assert p_value_of_no_preference(4, 8) == 1.0


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    # Closed forms for none and all; the others from tables of the beta distribution.
    [(0, 10, 0.0, 1 - 0.025**0.1), (10, 10, 0.025**0.1, 1.0), (5, 10, 0.18709, 0.81291), (19, 32, 0.40645, 0.76302)],
)
def test_the_interval_is_that_of_clopper_and_pearson(hits, trials, low, high):
    assert confidence_interval(hits, trials) == pytest.approx((low, high), abs=2e-5)


def test_without_trials_nothing_is_known():
    assert confidence_interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("trials", "needed"), [(4, None), (5, 5), (8, 7), (16, 12), (32, 22)])
def test_how_many_hits_convince(trials, needed):
    assert hits_needed(trials) == needed
