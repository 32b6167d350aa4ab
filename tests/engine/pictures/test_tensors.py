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
    assert pair.difference is not None
    assert np.flatnonzero(pair.difference).tolist() == [2 * 3 + 2]
    assert (pair.largest, pair.largest_difference) == (13.0, 5.0)
    assert pair.counts_ours.sum() == pair.counts_reference.sum() == 12
    assert not np.array_equal(pair.counts_ours, pair.counts_reference)


def test_a_vector_is_folded_and_numbers_that_are_none_stay_visible():
    ours = np.ones(10, np.float32)
    ours[4] = np.nan
    pair = tensor_pair(ours, np.ones(10, np.float32))
    assert pair.ours.shape == (3, 4)
    assert pair.difference is not None
    assert np.isposinf(pair.difference[1, 0])
    assert np.isnan(pair.difference[2, 2:]).all()  # beyond the end of the vector
    assert pair.worst == (4,)
    assert pair.counts_ours.sum() == 9


def test_a_single_value_among_many_is_not_averaged_away():
    reference = np.zeros((2000, 3000), np.float32)
    ours = reference.copy()
    ours[1234, 2345] = -7
    pair = tensor_pair(ours, reference)
    assert pair.difference is not None
    assert max(pair.difference.shape) <= 512
    assert pair.difference.min() == -7
    row, column = np.unravel_index(pair.difference.argmin(), pair.difference.shape)
    assert (row / pair.difference.shape[0], column / pair.difference.shape[1]) == pytest.approx(
        (1234 / 2000, 2345 / 3000), abs=0.01
    )


def test_tensors_of_different_shapes_are_pictures_without_a_difference():
    ours, reference = np.full((2, 3), 4.0, np.float32), np.full(5, -1.0, np.float32)
    pair = tensor_pair(ours, reference)
    assert (pair.shape_ours, pair.shape_reference) == ((2, 3), (5,))
    assert (pair.ours == 4).all()
    assert np.nanmax(pair.reference) == -1
    assert pair.difference is None
    assert pair.worst is None
    assert (pair.counts_ours.sum(), pair.counts_reference.sum()) == (6, 5)
    assert (pair.edges[0], pair.edges[-1]) == (-1, 4)  # one axis for both


@pytest.mark.parametrize("shape", [(0,), (0, 4), (1,), ()])
def test_small_and_empty_tensors_do_no_harm(shape):
    pair = tensor_pair(np.zeros(shape, np.int32), np.zeros(shape, np.int32))
    assert pair.largest_difference == 0.0
