import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phonoscope.engine.pictures.envelope import Envelope


def sound(n_samples, seed=0):
    return np.random.default_rng(seed).uniform(-1, 1, n_samples).astype(np.float32)


def test_few_samples_are_shown_as_they_are():
    audio = sound(1000)
    envelope = Envelope()
    envelope.update(audio)
    positions, values = envelope.outline(audio, 100, 200, 0.1)
    np.testing.assert_array_equal(positions, np.arange(100, 200))
    np.testing.assert_array_equal(values, audio[100:200])


def test_an_outline_holds_every_peak_and_stays_small():
    audio = np.zeros(720_000, np.float32)
    audio[[123_456, 500_001]] = 0.9, -0.8
    envelope = Envelope()
    envelope.update(audio)
    positions, values = envelope.outline(audio, 0, len(audio), 720)
    assert len(values) <= 10 * 1000
    assert (values.max(), values.min()) == (np.float32(0.9), np.float32(-0.8))
    assert abs(positions[values.argmax()] - 123_456) < 720
    assert abs(positions[values.argmin()] - 500_001) < 720


@given(st.lists(st.integers(0, 3000), max_size=8), st.integers(0, 2**32 - 1))
@settings(max_examples=30, deadline=None)
def test_growing_piece_by_piece_gives_the_same_outline(pieces, seed):
    audio = sound(sum(pieces) + 1, seed)
    grown = Envelope()
    for end in np.cumsum(pieces):
        grown.update(audio[:end])
    grown.update(audio)
    at_once = Envelope()
    at_once.update(audio)
    outlines = [envelope.outline(audio, 0, len(audio), len(audio) / 20) for envelope in (grown, at_once)]
    for a, b in zip(*outlines, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("span", [(50, 50), (2000, 3000), (-10, 0)])
def test_nothing_is_drawn_outside_the_sound(span):
    audio = sound(1000)
    envelope = Envelope()
    envelope.update(audio)
    positions, values = envelope.outline(audio, span[0], span[1], 10)
    assert len(positions) == len(values) == 0
