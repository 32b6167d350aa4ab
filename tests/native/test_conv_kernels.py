"""Convolution and layer kernels of every instruction set against plain double-precision references."""

import math

import numpy as np
import pytest
from phonoscope import _native

BEST = _native.cpu_level()


@pytest.fixture(params=[_native.CpuLevel.portable, _native.CpuLevel.avx2, _native.CpuLevel.avx512], autouse=True)
def level(request):
    if _native.limit_cpu_level(request.param) != request.param:
        pytest.skip("this processor does not have it")
    yield request.param
    _native.limit_cpu_level(BEST)


@pytest.fixture
def rng():
    return np.random.default_rng(7)


def floats(rng, *shape):
    return rng.standard_normal(shape).astype(np.float32)


def naive_conv(x, weight, dilation=1):
    """Plain causal convolution: x [time, in], weight [out, in, tap]."""
    n_taps = weight.shape[2]
    padded = np.vstack([np.zeros(((n_taps - 1) * dilation, x.shape[1])), x.astype(np.float64)])
    return sum(
        padded[tap * dilation : tap * dilation + len(x)] @ weight[:, :, tap].astype(np.float64).T
        for tap in range(n_taps)
    )


def close(actual, expected, n_terms):
    """Agreement to float32 rounding of ``n_terms`` products of unit variance."""
    np.testing.assert_allclose(actual, expected, rtol=2e-6, atol=4e-7 * n_terms)


# Odd sizes, sizes below one vector, and exact multiples of every panel and tile.
SHAPES = [
    (1, 1, 1, 1, 1),
    (3, 5, 2, 1, 1),
    (4, 4, 7, 9, 30),
    (17, 33, 7, 3, 13),
    (64, 32, 1, 1, 12),
    (48, 96, 3, 2, 25),
]


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize(("n_in", "n_out", "n_taps", "dilation", "n_rows"), SHAPES)
def test_causal_conv(rng, n_in, n_out, n_taps, dilation, n_rows, half):
    x, bias = floats(rng, n_rows, n_in), floats(rng, n_out)
    weight = floats(rng, n_out, n_in, n_taps)
    if half:
        weight = weight.astype(np.float16).astype(np.float32)
    out, activated = _native.causal_conv(x, weight, bias, dilation=dilation, half=half)
    assert activated.size == 0
    close(out, naive_conv(x, weight, dilation) + bias, n_in * n_taps)


@pytest.mark.parametrize("rows_per_call", [1, 2, 3, 5, 12, 17])
@pytest.mark.parametrize("half", [False, True])
def test_a_row_does_not_depend_on_the_rows_computed_with_it(rng, rows_per_call, half):
    x, weight = floats(rng, 41, 50), floats(rng, 37, 50, 7)
    whole, _ = _native.causal_conv(x, weight, dilation=3, half=half)
    parts, _ = _native.causal_conv(x, weight, dilation=3, half=half, rows_per_call=rows_per_call)
    assert parts.tobytes() == whole.tobytes()


FRAMES = [
    (1, 1, 1, 4, 1),
    (3, 5, 1, 7, 2),
    (17, 33, 3, 32, 3),
    (64, 32, 9, 32, 2),
    (150, 20, 9, 100, 1),
    (96, 48, 1, 1300, 1),
]


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize(("n_in", "n_out", "dilation", "frame_rows", "n_frames"), FRAMES)
def test_minimal_filtering_is_a_convolution_of_seven_taps(rng, n_in, n_out, dilation, frame_rows, n_frames, half):
    x, weight = floats(rng, frame_rows * n_frames, n_in), floats(rng, n_out, n_in, 7)
    if half:
        weight = weight.astype(np.float16).astype(np.float32)
    expected = naive_conv(x, weight, dilation)
    error = np.abs(_native.filtered_conv(x, weight, dilation, frame_rows, half=half) - expected)
    size = np.sqrt(np.mean(expected**2))
    assert error.max() < 2e-4 * size
    assert np.sqrt(np.mean(error**2)) < 1.5e-5 * size


@pytest.mark.parametrize(("dilation", "frame_rows"), [(1, 32), (3, 32), (9, 32), (9, 40), (5, 3)])
def test_a_frame_is_filtered_without_a_look_at_the_next(rng, dilation, frame_rows):
    x, weight = floats(rng, 3 * frame_rows, 20), floats(rng, 9, 20, 7)
    two = _native.filtered_conv(x[: 2 * frame_rows], weight, dilation, frame_rows)
    x[2 * frame_rows :] = np.nan
    three = _native.filtered_conv(x, weight, dilation, frame_rows)
    assert three[: 2 * frame_rows].tobytes() == two.tobytes()
    assert np.isnan(three[2 * frame_rows :]).all()


def test_half_weights_keep_subnormals_signs_and_the_largest_value():
    weight = np.array([6e-8, -5.96e-8, 3e-5, -6.1e-5, 65504, -65504, 0.0, 1.5], np.float16).astype(np.float32)
    out, _ = _native.causal_conv(np.ones((1, 1), np.float32), weight.reshape(-1, 1, 1), half=True)
    assert out[0].tobytes() == weight.tobytes()


@pytest.mark.parametrize("n_out", [1, 7, 32, 45])
def test_epilogue_follows_its_order(rng, n_out):
    x, weight, bias = floats(rng, 9, 6), floats(rng, n_out, 6, 3), floats(rng, n_out)
    scale, residual = floats(rng, n_out), floats(rng, 9, n_out)
    frequency, amount = np.exp(floats(rng, n_out) * 0.3), np.exp(floats(rng, n_out) * 0.3)
    out, activated = _native.causal_conv(
        x, weight, bias, scale=scale, residual=residual, gelu=True, snake_frequency=frequency, snake_scale=amount
    )
    v = (naive_conv(x, weight) + bias) * scale + residual
    v = 0.5 * v * (1 + np.vectorize(math.erf)(v / math.sqrt(2)))
    close(out, v, 18)
    close(activated, v + amount * np.sin(frequency * v) ** 2, 36)


def test_gelu_is_exact_to_its_stated_error(rng):
    x = np.concatenate([np.linspace(-12, 12, 4801), [0.0, -0.0, 1e-30, 50, -50]]).astype(np.float32)
    out, _ = _native.causal_conv(x[:, None], np.ones((1, 1, 1), np.float32), gelu=True)
    exact = np.array([0.5 * v * math.erfc(-v / math.sqrt(2)) for v in x.astype(np.float64)])
    assert (np.abs(out[:, 0] - exact) <= 3e-7 * np.abs(x) + 1e-30).all()


def test_snake_over_many_periods_and_for_bad_values():
    x = np.concatenate([np.linspace(-3000, 3000, 60001), [np.nan, np.inf, 1e30]]).astype(np.float32)
    one = np.ones(1, np.float32)
    _, out = _native.causal_conv(
        x[:, None], np.ones((1, 1, 1), np.float32), snake_frequency=2 * one, snake_scale=0.5 * one
    )
    exact = x[:-3] + 0.5 * np.sin(2 * x[:-3].astype(np.float64)) ** 2
    np.testing.assert_allclose(out[:-3, 0], exact, rtol=1.2e-7, atol=1e-6)
    assert not np.isfinite(out[-3:-1]).any()
    assert out[-1, 0] == np.float32(1e30)


def test_the_sine_of_a_snake_is_exact_to_the_last_bits_and_leans_to_no_side():
    x = np.linspace(-np.pi / 2, np.pi / 2, 100_001).astype(np.float32)
    one = np.ones(1, np.float32)
    _, out = _native.causal_conv(x[:, None], np.ones((1, 1, 1), np.float32), snake_frequency=one, snake_scale=one)
    exact = x.astype(np.float64) + np.sin(x.astype(np.float64)) ** 2
    error = out[:, 0] - exact
    assert np.abs(error).max() < 3.5e-7  # of which rounding 2.6 takes up to 1.2e-7
    assert abs(error.mean()) < 1.5e-8


def test_long_sums_of_single_precision_lose_less_than_one_chain_would(rng):
    x, weight = floats(rng, 8, 768), floats(rng, 16, 768, 7)
    chain = np.zeros((8, 16), np.float32)
    padded = np.vstack([np.zeros((6, 768), np.float32), x])
    for tap in range(7):
        for i in range(768):
            products = padded[tap : tap + 8, i, None].astype(np.float64) * weight[None, :, i, tap]
            chain = (chain + products).astype(np.float32)
    exact = naive_conv(x, weight)
    out = _native.causal_conv(x, weight)[0]
    assert np.std(out - exact) < 0.5 * np.std(chain - exact)


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize(
    ("n_in", "n_out", "stride", "taps"), [(5, 3, 2, 1), (8, 12, 5, 2), (19, 21, 3, 2), (6, 4, 8, 2)]
)
def test_transposed_conv(rng, n_in, n_out, stride, taps, half):
    x, weight = floats(rng, 11, n_in), floats(rng, n_in, n_out, taps * stride)
    if half:
        weight = weight.astype(np.float16).astype(np.float32)
    expected = np.zeros((12 * stride, n_out))
    for t in range(11):
        for j in range(taps * stride):
            expected[t * stride + j] += x[t].astype(np.float64) @ weight[:, :, j]
    close(_native.transposed_conv(x, weight, stride, half=half), expected[: 11 * stride], 2 * n_in)


@pytest.mark.parametrize("n_in", [1, 4, 16, 37, 96])
def test_conv_to_mono(rng, n_in):
    x, weight = floats(rng, 23, n_in), floats(rng, 7, n_in)
    expected = naive_conv(x, weight.T[None])[:, 0] + 0.25
    close(_native.conv_to_mono(x, weight, 0.25), expected, 7 * n_in)


@pytest.mark.parametrize("width", [1, 5, 16, 48, 99])
def test_depthwise_norm(rng, width):
    x, weight = floats(rng, 9, width), floats(rng, 7, width)
    bias, norm_weight, norm_bias = floats(rng, width), floats(rng, width), floats(rng, width)
    padded = np.vstack([np.zeros((6, width)), x.astype(np.float64)])
    y = sum(padded[tap : tap + 9] * weight[tap] for tap in range(7)) + bias
    y = (y - y.mean(1, keepdims=True)) / np.sqrt(y.var(1, keepdims=True) + 1e-6)
    out = _native.depthwise_norm(x, weight, bias, norm_weight, norm_bias, 1e-6)
    np.testing.assert_allclose(out, y * norm_weight + norm_bias, rtol=0, atol=2e-5)


@pytest.mark.parametrize("width", [1, 5, 16, 99])
def test_layer_norm(rng, width):
    x, weight, bias = floats(rng, 9, width), floats(rng, width), floats(rng, width)
    y = x.astype(np.float64)
    y = (y - y.mean(1, keepdims=True)) / np.sqrt(y.var(1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(_native.layer_norm(x, weight, bias, 1e-5), y * weight + bias, rtol=0, atol=2e-5)


def test_elu_keeps_small_values_exact(rng):
    x = np.concatenate([floats(rng, 101) * 5, -np.logspace(-9, 2, 200), [0, 90, 1e30]]).astype(np.float32)
    exact = np.where(x > 0, x, np.expm1(np.minimum(x, 0).astype(np.float64)))
    np.testing.assert_allclose(_native.elu(x), exact, rtol=5e-7, atol=0)
    assert np.isnan(_native.elu(np.full(3, np.nan, np.float32))).all()


@pytest.mark.parametrize("width", [1, 7, 32, 45])
def test_rms_norm_and_swiglu(rng, width):
    x, weight = floats(rng, 3, width), floats(rng, width)
    exact = x.astype(np.float64)
    exact = exact / np.sqrt((exact**2).mean(1, keepdims=True) + 1e-5) * weight
    np.testing.assert_allclose(_native.rms_norm(x, weight, 1e-5), exact, rtol=1e-5, atol=1e-6)
    gate = np.concatenate([floats(rng, width) * 10, np.array([-100, 100, 0], np.float32)])
    up = floats(rng, width + 3)
    exact = gate / (1 + np.exp(-gate.astype(np.float64))) * up
    np.testing.assert_allclose(_native.swiglu(gate, up), exact, rtol=2e-6, atol=1e-30)


@pytest.mark.parametrize(("head_dim", "first", "last"), [(4, 0, 0), (16, 0, 5), (64, 100, 171), (10, 37, 90)])
def test_window_attention_over_a_ring(rng, head_dim, first, last):
    n_rows = 79
    query, keys, values = floats(rng, head_dim), floats(rng, n_rows, head_dim), floats(rng, n_rows, head_dim)
    visible = np.arange(first, last + 1) % n_rows
    scores = keys[visible].astype(np.float64) @ query / math.sqrt(head_dim)
    weights = np.exp(scores - scores.max())
    expected = weights @ values[visible] / weights.sum()
    np.testing.assert_allclose(
        _native.window_attention(query, keys, values, first, last), expected, rtol=1e-5, atol=2e-6
    )


def test_magnitude_leaves_bad_values_out(rng):
    x = floats(rng, 1003)
    x[[0, 17, 500, 1002]] = [np.nan, np.inf, -np.inf, np.nan]
    good = x[np.isfinite(x)]
    squares, absmax, n_nonfinite = _native.magnitude(x)
    assert n_nonfinite == 4
    assert absmax == np.abs(good).max()
    assert squares == pytest.approx((good.astype(np.float64) ** 2).sum(), rel=1e-5)


def test_mismatched_shapes_are_refused(rng):
    with pytest.raises(_native.ArgumentError, match="differ in channels"):
        _native.causal_conv(floats(rng, 4, 3), floats(rng, 2, 5, 1))
    with pytest.raises(_native.ArgumentError, match="1 or 2 strides"):
        _native.transposed_conv(floats(rng, 4, 3), floats(rng, 3, 2, 7), 2)
