"""Every unit is done exactly once, whoever comes to help, also when there are more threads than cores."""

import numpy as np
import pytest
from phonoscope import _native


@pytest.mark.parametrize("n_threads", [1, 2, 3, 16])
@pytest.mark.parametrize("n_units", [0, 1, 2, 3, 64])
def test_every_unit_is_done_once_in_every_job(n_threads: int, n_units: int) -> None:
    assert np.array_equal(_native.count_calls(n_threads, n_units, 500), np.full(n_units, 500))
