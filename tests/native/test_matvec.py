"""Our matrix-vector kernels against dequantised weights in float64, and their bits against each other."""

from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray
from phonoscope import _native

BLOCK = {"f32": 1, "f16": 1, "bf16": 1, "q8_0": 32, "q4_0": 32, "q4_K": 256, "q5_K": 256, "q6_K": 256}
LEVELS = [level for level in _native.CpuLevel if level.value <= _native.cpu_level().value]
SHAPES = [(1, 32), (5, 64), (7, 96), (33, 256), (6, 1024), (3, 3072), (9, 41), (2, 1000)]
IN_PANELS = ("q8_0", "q4_0", "q4_K")
KINDS = [(t, False) for t in BLOCK] + [(t, True) for t in IN_PANELS]  # the type, and whether in panels
CASES = [(*kind, n, k) for kind in KINDS for n, k in SHAPES if k % BLOCK[kind[0]] == 0]


@pytest.fixture(autouse=True)
def restored_level() -> Iterator[None]:
    before = _native.cpu_level()
    yield
    _native.limit_cpu_level(before)


def weights(type_name: str, n: int, k: int, seed: int = 0) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Random rows as stored bytes, and the values they stand for."""
    values = np.random.default_rng(seed).standard_normal((n, k), dtype=np.float32)
    stored = _native.quantize(values, type_name)
    return stored, _native.dequantize(stored.reshape(-1), type_name, k).astype(np.float64)


def columns(n_cols: int, k: int, seed: int = 1) -> NDArray[np.float32]:
    return np.random.default_rng(seed).standard_normal((n_cols, k), dtype=np.float32)


def on_the_grid(n_cols: int, k: int) -> NDArray[np.float32]:
    """Whole numbers with 127 in every block of 32: their 8-bit form is exact."""
    x = np.random.default_rng(2).integers(-127, 128, (n_cols, k)).astype(np.float32)
    x[:, ::32] = 127
    return x


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
@pytest.mark.parametrize(("type_name", "in_panels", "n", "k"), CASES)
def test_equals_float64_product_of_dequantised_weights(
    type_name: str, in_panels: bool, n: int, k: int, level: _native.CpuLevel
) -> None:
    _native.limit_cpu_level(level)
    stored, w = weights(type_name, n, k)
    x = on_the_grid(5, k)
    got = _native.linear(stored, type_name, x, in_panels=in_panels)
    tolerance = 2e-6 * (np.abs(x) @ np.abs(w).T) + 1e-6 * np.sqrt(k)
    assert (np.abs(got - x.astype(np.float64) @ w.T) <= tolerance).all()


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
@pytest.mark.parametrize(("type_name", "in_panels"), KINDS)
def test_the_largest_products_do_not_overflow(type_name: str, in_panels: bool, level: _native.CpuLevel) -> None:
    _native.limit_cpu_level(level)
    values = np.full((3, 512), 7, np.float32)  # in 4 bits 15, the most there is, but for one in each block
    values[:, ::32] = -8
    stored = _native.quantize(values, type_name)
    w = _native.dequantize(stored.reshape(-1), type_name, 512).astype(np.float64)
    x = np.full((2, 512), 127, np.float32)
    x[1] = -127
    got = _native.linear(stored, type_name, x, in_panels=in_panels)
    np.testing.assert_allclose(got, x.astype(np.float64) @ w.T, rtol=1e-5)


@pytest.mark.parametrize(("type_name", "in_panels", "n", "k"), CASES)
def test_loses_at_most_half_a_step_of_the_activations(type_name: str, in_panels: bool, n: int, k: int) -> None:
    stored, w = weights(type_name, n, k)
    x = columns(3, k)
    step: np.ndarray = np.zeros_like(x)
    if BLOCK[type_name] > 1:
        step = np.repeat(np.abs(x).reshape(3, -1, 32).max(axis=2), 32, axis=1) / 127
    got = _native.linear(stored, type_name, x, in_panels=in_panels)
    tolerance = (step * 0.501) @ np.abs(w).T + 2e-6 * (np.abs(x) @ np.abs(w).T)
    assert (np.abs(got - x.astype(np.float64) @ w.T) <= tolerance).all()


@pytest.mark.parametrize(("type_name", "in_panels", "n", "k"), CASES)
def test_same_bits_at_every_level_thread_count_and_column_count(
    type_name: str, in_panels: bool, n: int, k: int
) -> None:
    stored, _ = weights(type_name, n, k)
    x = columns(70, k)  # more than one batch of columns
    expected = _native.linear(stored, type_name, x, in_panels=in_panels)
    assert np.isfinite(expected).all()
    for n_threads in (2, 3):
        np.testing.assert_array_equal(
            _native.linear(stored, type_name, x, n_threads=n_threads, in_panels=in_panels), expected
        )
    for first, last in ((0, 1), (69, 70), (3, 8), (11, 17)):
        np.testing.assert_array_equal(
            _native.linear(stored, type_name, x[first:last], in_panels=in_panels), expected[first:last]
        )
    for level in LEVELS:
        _native.limit_cpu_level(level)
        np.testing.assert_array_equal(_native.linear(stored, type_name, x[:6], in_panels=in_panels), expected[:6])
        np.testing.assert_array_equal(_native.linear(stored, type_name, x[5:6], in_panels=in_panels), expected[5:6])


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
@pytest.mark.parametrize("n_threads", [1, 2])
@pytest.mark.parametrize(("type_name", "in_panels"), KINDS)
def test_fused_forms_equal_their_parts(
    type_name: str, in_panels: bool, n_threads: int, level: _native.CpuLevel
) -> None:
    _native.limit_cpu_level(level)
    stored, _ = weights(type_name, 37, 256)
    x = columns(3, 256)
    y = _native.linear(stored, type_name, x, in_panels=in_panels)
    np.testing.assert_array_equal(_native.linear(stored, type_name, x, "add", n_threads, in_panels), y + y)
    np.testing.assert_array_equal(_native.linear(stored, type_name, x, "concat", n_threads, in_panels), np.tile(y, 3))
    gate = y.astype(np.float64)
    np.testing.assert_allclose(
        _native.linear(stored, type_name, x, "swiglu", n_threads, in_panels),
        gate / (1 + np.exp(-gate)) * gate,
        rtol=2e-6,
    )


def test_swiglu_saturates_without_overflow() -> None:
    identity = np.eye(8, dtype=np.float32).view(np.uint8)
    x = np.array([[-1e30, -200, -88, -0.0, 1e-30, 88, 200, 1e19]], dtype=np.float32)
    got = _native.linear(identity, "f32", x, "swiglu")
    gate = x.astype(np.float64)
    expected = gate * gate / (1 + np.exp(np.minimum(-gate, 87)))
    np.testing.assert_allclose(got, expected.astype(np.float32), rtol=1e-5)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize(("type_name", "in_panels"), KINDS)
def test_non_finite_inputs_are_not_hidden(type_name: str, in_panels: bool, bad: float, level: _native.CpuLevel) -> None:
    _native.limit_cpu_level(level)
    stored, _ = weights(type_name, 5, 256)
    x = columns(2, 256)
    x[1, 77] = bad
    got = _native.linear(stored, type_name, x, in_panels=in_panels)
    assert np.isfinite(got[0]).all()
    assert not np.isfinite(got[1]).any()


def test_extreme_magnitudes_stay_finite_and_zero_stays_zero() -> None:
    stored, w = weights("q8_0", 5, 64)
    for magnitude in (0.0, 1e-40, 1e-20, 1e30):
        x = columns(1, 64) * np.float32(magnitude)
        got = _native.linear(stored, "q8_0", x)
        assert np.isfinite(got).all()
        np.testing.assert_allclose(got, x @ w.T, atol=0.1 * magnitude + 1e-28)  # below 1e-30 counts as zero


def test_a_weight_of_the_wrong_width_is_refused() -> None:
    stored, _ = weights("q8_0", 4, 64)
    with pytest.raises(_native.ArgumentError, match="68 bytes do not hold 96"):
        _native.linear(stored, "q8_0", columns(1, 96))
