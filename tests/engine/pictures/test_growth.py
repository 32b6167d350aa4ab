import numpy as np
import pytest
from phonoscope.engine.pictures.growth import MAX_CURVES, growth
from phonoscope.engine.pictures.magnitudes import Metric


def rows(n, n_layers=4):
    taps = np.zeros((n, n_layers, 3), np.float32)
    taps[..., 0] = 10.0 ** np.arange(n_layers)
    taps[..., 1] = 5.0
    return taps


def test_curves_are_logarithms_and_the_factor_spans_all_layers():
    picture = growth(rows(3), Metric.RMS)
    assert picture.rows.tolist() == [0, 1, 2]
    assert picture.curves == pytest.approx(np.tile(np.arange(4.0), (3, 1)), abs=1e-6)
    assert picture.factor == pytest.approx(1000)
    assert picture.span == pytest.approx((0, 3), abs=1e-6)


def test_the_chosen_metric_is_drawn():
    assert growth(rows(1), Metric.ABSMAX).factor == pytest.approx(1)


def test_many_rows_are_thinned_but_keep_the_first_and_the_newest():
    picture = growth(rows(1000), Metric.RMS)
    assert len(picture.rows) == MAX_CURVES
    assert picture.rows[0] == 0
    assert picture.rows[-1] == 999


def test_what_has_no_logarithm_is_a_gap():
    taps = rows(2)
    taps[1, 0, 0] = 0
    taps[1, 2, 0] = np.inf
    picture = growth(taps, Metric.RMS)
    assert np.isnan(picture.curves[1, [0, 2]]).all()
    assert np.isnan(picture.factor)
    assert growth(np.zeros((1, 3, 3), np.float32), Metric.RMS).span == (0.0, 1.0)
