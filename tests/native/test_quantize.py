"""Storage types against the reference implementation in the gguf package."""

import gguf
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonoscope import _native

TYPES = ("f32", "f16", "bf16", "q8_0", "q4_0", "q4_K", "q5_K", "q6_K")
# Largest error, relative to the largest value of the row: half a step of the type's grid.
TOLERANCE = {"f32": 0, "f16": 5e-4, "bf16": 4e-3, "q8_0": 5e-3, "q4_0": 0.13, "q4_K": 0.1, "q5_K": 0.05, "q6_K": 0.04}


def rows(n_rows: int = 6, n_per_row: int = 512) -> np.ndarray:
    return np.random.default_rng(1).standard_normal((n_rows, n_per_row)).astype(np.float32)


@pytest.mark.parametrize("kind", TYPES)
def test_values_survive_within_the_grid_of_their_type(kind):
    values = rows()
    stored = _native.quantize(values, kind)
    assert stored.shape == (6, _native.row_bytes(kind, 512))
    back = _native.dequantize(stored.reshape(-1), kind, 512)
    assert np.abs(back - values).max() <= TOLERANCE[kind] * np.abs(values).max()


@pytest.mark.parametrize("kind", TYPES)
def test_decoding_agrees_with_the_reference(kind):
    stored = _native.quantize(rows(), kind)
    reference = gguf.quants.dequantize(stored, gguf.GGMLQuantizationType[kind.upper()])
    np.testing.assert_allclose(_native.dequantize(stored.reshape(-1), kind, 512), reference, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("kind", ["f16", "bf16", "q8_0", "q4_0"])
def test_encoding_agrees_with_the_reference(kind):
    reference = gguf.quants.quantize(rows(), gguf.GGMLQuantizationType[kind.upper()])
    assert np.array_equal(_native.quantize(rows(), kind), reference.view(np.uint8))


@given(kind=st.sampled_from(TYPES), n_rows=st.integers(0, 9), n_threads=st.integers(1, 9))
def test_bits_do_not_depend_on_the_number_of_threads(kind, n_rows, n_threads):
    values = rows(n_rows, 256)
    assert np.array_equal(_native.quantize(values, kind, n_threads), _native.quantize(values, kind))


@pytest.mark.parametrize(("kind", "n_per_row"), [("q8_0", 31), ("q4_K", 128), ("q6_K", 0)])
def test_rows_that_are_no_whole_number_of_blocks_are_refused(kind, n_per_row):
    with pytest.raises(_native.ArgumentError, match="cannot be stored"):
        _native.quantize(np.zeros((2, n_per_row), np.float32), kind)


def test_wrong_arguments_are_refused():
    with pytest.raises(_native.ArgumentError, match="not one of"):
        _native.quantize(rows(), "q3_K")
    with pytest.raises(_native.ArgumentError, match="threads"):
        _native.quantize(rows(), "q8_0", 0)
    with pytest.raises(_native.ArgumentError, match="do not take 35 bytes"):
        _native.dequantize(np.zeros(35, np.uint8), "q8_0", 32)
