"""The map keeps neighbours together, and every place of it is a mixture."""

import numpy as np
import pytest
from phonoscope.engine.voices.projection import MANY_VOICES, main_axes, neighbour_map, shares_at, voice_map


@pytest.fixture(scope="module")
def clusters():
    """Four groups of unlike voices, 15 each."""
    rng = np.random.default_rng(3)
    centres = rng.standard_normal((4, 64))
    labels = np.repeat(np.arange(4), 15)
    return centres[labels] + 0.35 * rng.standard_normal((60, 64)), labels


def test_neighbours_stay_neighbours(clusters):
    vectors, labels = clusters
    positions = neighbour_map(vectors)
    distances = np.linalg.norm(positions[:, None] - positions[None], axis=2)
    np.fill_diagonal(distances, np.inf)
    nearest = np.argsort(distances, axis=1)[:, :5]
    assert (labels[nearest] == labels[:, None]).mean() > 0.95
    assert np.array_equal(positions, neighbour_map(vectors))


def test_many_voices_are_drawn_by_neighbours_and_few_by_axes(clusters):
    vectors, _ = clusters
    assert len(vectors) >= MANY_VOICES
    assert np.array_equal(voice_map(vectors), neighbour_map(vectors))
    assert np.array_equal(voice_map(vectors[:20]), main_axes(vectors[:20]))


@pytest.mark.parametrize("n", [0, 1, 2, 3])
def test_hardly_any_voices(n):
    positions = voice_map(np.random.default_rng(0).standard_normal((n, 8)))
    assert positions.shape == (n, 2)
    assert np.isfinite(positions).all()


def test_places_are_mixtures():
    positions = np.array([[0.0, 0.0], [10.0, 0.0], [0.0, 10.0], [50.0, 50.0]])
    assert shares_at((0.1, 0.1), positions) == [(0, 1.0)]
    shares = dict(shares_at((5.0, 0.0), positions))
    assert shares[0] == pytest.approx(shares[1], abs=1e-3)
    assert sum(shares.values()) == pytest.approx(1, abs=0.01)
    assert 3 not in shares
    assert shares_at((100, 100), positions[:1]) == [(0, 1.0)]
