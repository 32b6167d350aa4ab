import numpy as np
import pytest
from phonoscope.engine.pictures.tensors import tensor_pair


def test_a_difference_is_found_and_shown_where_it_is():
    reference = np.arange(12, dtype=np.float32).reshape(2, 2, 3)
    ours = reference.copy()
    ours[1, 0, 2] += 5
    pair = tensor_pair(ours, reference)
    assert pair.ours.shape == (4, 3)
    assert pair.worst == (1, 0, 2)
    assert np.flatnonzero(pair.difference).tolist() == [2 * 3 + 2]
    assert (pair.largest, pair.largest_difference) == (13.0, 5.0)
    assert pair.counts_ours.sum() == pair.counts_reference.sum() == 12
    assert not np.array_equal(pair.counts_ours, pair.counts_reference)


def test_a_vector_is_folded_and_numbers_that_are_none_stay_visible():
    ours = np.ones(10, np.float32)
    ours[4] = np.nan
    pair = tensor_pair(ours, np.ones(10, np.float32))
    assert pair.ours.shape == (3, 4)
    assert np.isposinf(pair.difference[1, 0])
    assert np.isnan(pair.difference[2, 2:]).all()  # beyond the end of the vector
    assert pair.worst == (4,)
    assert pair.counts_ours.sum() == 9


def test_a_single_value_among_many_is_not_averaged_away():
    reference = np.zeros((2000, 3000), np.float32)
    ours = reference.copy()
    ours[1234, 2345] = -7
    pair = tensor_pair(ours, reference)
    assert max(pair.difference.shape) <= 512
    assert pair.difference.min() == -7
    row, column = np.unravel_index(pair.difference.argmin(), pair.difference.shape)
    assert (row / pair.difference.shape[0], column / pair.difference.shape[1]) == pytest.approx(
        (1234 / 2000, 2345 / 3000), abs=0.01
    )


@pytest.mark.parametrize("shape", [(0,), (0, 4), (1,), ()])
def test_small_and_empty_tensors_do_no_harm(shape):
    pair = tensor_pair(np.zeros(shape, np.int32), np.zeros(shape, np.int32))
    assert pair.largest_difference == 0.0
