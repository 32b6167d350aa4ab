"""Drawing codes: the cut comes before the temperature, and repetitions are rescued."""

from typing import Any

import numpy as np
import pytest
from phonoscope import _native
from phonoscope.engine.parity.comparison import compare_exact

SCORES = np.log(np.array([0.5, 0.3, 0.15, 0.05], np.float32))


def kept(**settings: Any) -> list[int]:
    filtered = _native.audio8_filter(SCORES, _native.Audio8SamplerSettings(**settings))
    return np.flatnonzero(np.isfinite(filtered)).tolist()


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"top_p": 1.0, "top_k": 0}, [0, 1, 2, 3]),
        ({"top_p": 0.96, "top_k": 0}, [0, 1, 2]),
        ({"top_p": 0.9, "top_k": 0}, [0, 1]),  # the one that crosses 0.9 goes as well
        ({"top_p": 0.4, "top_k": 0}, [0]),  # but never the first
        ({"top_p": 1.0, "top_k": 3}, [0, 1, 2]),
        ({"top_p": 0.96, "top_k": 2}, [0, 1]),
    ],
)
def test_candidates(settings, expected):
    for temperature in (0.1, 1.0, 5.0):  # never changes which there are
        assert kept(temperature=temperature, **settings) == expected


def test_what_is_left_is_divided_by_the_temperature():
    filtered = _native.audio8_filter(SCORES, _native.Audio8SamplerSettings(temperature=0.5, top_k=2, top_p=1.0))
    np.testing.assert_allclose(filtered[:2], SCORES[:2] / 0.5, rtol=1e-6)
    assert np.isneginf(filtered[2:]).all()


def test_impossible_scores_take_no_part():
    scores = np.array([1.0, -np.inf, 0.5, -np.inf], np.float32)
    filtered = _native.audio8_filter(scores, _native.Audio8SamplerSettings(top_k=4, top_p=1.0, temperature=1.0))
    assert np.isfinite(filtered).tolist() == [True, False, True, False]


def test_the_race_draws_by_probability():
    generator = np.random.default_rng(5)
    settings = _native.Audio8SamplerSettings(temperature=1.0, top_k=0, top_p=1.0)
    n = 4000
    uniforms = generator.uniform(1e-7, 1, (n, 4)).astype(np.float32)
    picks = [_native.audio8_choose(SCORES, settings, row) for row in uniforms]
    shares = np.bincount(picks, minlength=4) / n
    np.testing.assert_allclose(shares, np.exp(SCORES), atol=0.03)


def test_greedy_takes_the_first_of_the_largest():
    settings = _native.Audio8SamplerSettings(do_sample=False)
    scores = np.array([0.0, 2.0, 2.0], np.float32)
    assert _native.audio8_choose(scores, settings, np.full(3, 0.5, np.float32)) == 1


def test_rescue_replaces_recent_codes_only():
    normal = np.array([7, 7, 1, 2, 3, 7, 99, 99], np.int32)
    high = np.arange(50, 58, dtype=np.int32)
    rescued = _native.audio8_rescue(normal, high, 99, 3)
    assert compare_exact("rescue", rescued, np.array([7, 51, 1, 2, 3, 7, 99, 99], np.int32)).passed


@pytest.mark.parametrize("values", [{"temperature": 0.0}, {"top_p": 0.0}, {"top_p": 1.5}, {"top_k": -1}])
def test_values_out_of_range_are_refused(values):
    with pytest.raises(_native.ArgumentError):
        _native.Audio8SamplerSettings(**values)
