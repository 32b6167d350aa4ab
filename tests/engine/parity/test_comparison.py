import json

import numpy as np
import pytest
from phonoscope.engine.parity.comparison import Tolerance, compare, compare_exact

EXACT = Tolerance(0.99999, 1e-4)


def test_equal_arrays_pass():
    a = np.linspace(-1, 1, 50, dtype=np.float32)
    result = compare("x", a, a, EXACT)
    assert result.passed
    assert result.cosine == pytest.approx(1.0)
    assert result.max_abs == 0.0


@pytest.mark.parametrize("change", [2e-4, np.nan, np.inf])
def test_one_wrong_value_is_out(change):
    a = np.linspace(-1, 1, 50, dtype=np.float32)
    b = a.copy()
    b[7] += change
    assert not compare("x", b, a, EXACT).passed


def test_relative_tolerance_grows_with_the_reference():
    reference = np.full(10, 100.0, np.float32)
    ours = reference + np.float32(0.005)
    assert not compare("x", ours, reference, EXACT).passed
    assert compare("x", ours, reference, Tolerance(0.99999, 1e-4, relative=True)).passed


def test_direction_alone_can_be_asked_for():
    reference = np.linspace(1, 2, 10, dtype=np.float32)
    assert compare("x", 3 * reference, reference, Tolerance(0.999, None)).passed
    assert not compare("x", -reference, reference, Tolerance(0.999, None)).passed


def test_zero_against_something_is_out():
    assert not compare("x", np.zeros(5), np.ones(5), Tolerance(0.5, None)).passed
    assert compare("x", np.zeros(5), np.zeros(5), EXACT).passed


def test_other_shapes_are_out():
    assert not compare("x", np.ones(5), np.ones(6), EXACT).passed
    assert not compare_exact("x", np.ones(5, int), np.ones(6, int)).passed


@pytest.mark.parametrize("reference", [np.zeros(5, int), np.zeros((2, 3), int)], ids=["same shape", "other shape"])
def test_arrays_are_kept_to_be_looked_at_whatever_their_shapes(reference):
    ours = np.ones(5, int)
    for result in (
        compare("x", ours.astype(float), reference.astype(float), EXACT),
        compare_exact("x", ours, reference),
    ):
        np.testing.assert_array_equal(result.ours, ours)
        np.testing.assert_array_equal(result.reference, reference)


def test_codes_count_their_differences():
    a = np.arange(10)
    b = a.copy()
    b[3] = 0
    assert compare_exact("x", a, a).passed
    assert not compare_exact("x", b, a).passed
    assert compare_exact("x", b, a, allowed_share=0.1).passed
    assert compare_exact("x", b, a).max_abs == 1


@pytest.mark.parametrize("ours", [np.full(4, np.nan, np.float32), np.zeros(3, np.float32)], ids=["not finite", "shape"])
def test_nothing_is_worse_than_what_is_not_finite_or_of_another_shape(ours):
    assert compare("x", ours, np.ones(4, np.float32), EXACT).badness == np.inf


@pytest.mark.parametrize("ours", [np.full(4, np.nan), np.full(4, np.inf), np.zeros(3)], ids=["nan", "inf", "shape"])
def test_plain_results_are_json_that_any_program_reads(ours):
    assert json.dumps(compare("x", ours, np.ones(4), EXACT).to_plain(), allow_nan=False)
