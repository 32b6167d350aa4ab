"""Noise: the streams of torch against published values and numpy's own generator, and this program's stream."""

import numpy as np
import pytest
from phonoscope import _native
from phonoscope._native import NoiseKind
from phonoscope.engine.errors import RequestError, native_errors

# The first values of torch.randn on a CUDA device after manual_seed(0), as published by several authors.
SEED_0 = [-0.92466259, -0.42534414, -2.64384580, 0.14518388, -0.12086648, -0.57972562, -0.62285119, -0.32838708]
WINDOW = 640 * 80


def test_the_cuda_stream_is_the_published_one():
    drawn = _native.draw_noise(NoiseKind.torch_cuda, 0, [WINDOW])
    assert drawn[: len(SEED_0)] == pytest.approx(SEED_0, abs=1e-6)


def test_a_shorter_window_draws_the_beginning_of_a_longer_one():
    long = _native.draw_noise(NoiseKind.torch_cuda, 3, [WINDOW])
    assert np.array_equal(_native.draw_noise(NoiseKind.torch_cuda, 3, [8000]), long[:8000])


def test_small_devices_use_each_thread_again():
    large = _native.draw_noise(NoiseKind.torch_cuda, 0, [WINDOW])
    small = _native.draw_noise(NoiseKind.torch_cuda, 0, [WINDOW], 168)
    assert np.array_equal(small[: 256 * 168], large[: 256 * 168])
    assert not np.isclose(small[256 * 168 :], large[256 * 168 :]).any()
    # A device of 200 blocks or more gives every value a thread of its own.
    assert np.array_equal(_native.draw_noise(NoiseKind.torch_cuda, 0, [WINDOW], 200), large)


def test_the_cpu_stream_is_that_of_the_mersenne_twister_in_blocks_of_sixteen():
    words = np.random.RandomState(7).randint(0, 2**32, size=16, dtype=np.uint32)
    uniform = (words & 0xFFFFFF).astype(np.float32) / np.float32(1 << 24)
    radius, angle = np.sqrt(-2 * np.log(1 - uniform[:8])), 2 * np.pi * uniform[8:]
    expected = np.concatenate([radius * np.cos(angle), radius * np.sin(angle)])
    assert _native.draw_noise(NoiseKind.torch_cpu, 7, [64])[:16] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("kind", list(NoiseKind))
def test_it_is_normal_and_goes_on_behind_the_draw_before(kind):
    drawn = _native.draw_noise(kind, 11, [WINDOW, 4000, 4000])
    assert drawn.mean() == pytest.approx(0, abs=0.02)
    assert drawn.std() == pytest.approx(1, abs=0.02)
    assert not np.isclose(drawn[WINDOW : WINDOW + 4000], drawn[WINDOW + 4000 :]).mean() > 0.01
    assert np.array_equal(drawn, _native.draw_noise(kind, 11, [WINDOW, 4000, 4000]))
    assert not np.array_equal(drawn, _native.draw_noise(kind, 12, [WINDOW, 4000, 4000]))


def test_impossible_draws_are_refused():
    with pytest.raises(RequestError, match="at least 16"), native_errors():
        _native.draw_noise(NoiseKind.torch_cpu, 0, [8])
    with pytest.raises(RequestError, match="blocks at once"), native_errors():
        _native.draw_noise(NoiseKind.torch_cuda, 0, [WINDOW], 0)
