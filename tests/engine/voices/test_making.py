"""The arithmetic of voices keeps what it promises."""

import numpy as np
import pytest
from phonoscope.engine.errors import VoiceError
from phonoscope.engine.voices.making import (
    Distribution,
    blend,
    combine,
    cosine,
    cosines,
    learn_direction,
    mean_of_clips,
    shift,
)


@pytest.fixture
def voices():
    rng = np.random.default_rng(11)
    return (rng.standard_normal((12, 40)) * rng.uniform(0.5, 2, (12, 1))).astype(np.float32)


@pytest.mark.parametrize("spherical", [True, False])
def test_a_blend_lies_between_its_parents_and_keeps_the_norm(voices, spherical):
    a, b = voices[:2]
    mixed = blend([a, b], [0.5, 0.5], spherical=spherical)
    assert cosine(mixed, a) > cosine(a, b)
    assert cosine(mixed, b) > cosine(a, b)
    assert np.linalg.norm(mixed) == pytest.approx((np.linalg.norm(a) + np.linalg.norm(b)) / 2, rel=1e-6)


def test_two_voices_blend_by_spherical_linear_interpolation(voices):
    a, b = (v / np.linalg.norm(v) for v in voices[:2].astype(np.float64))
    angle = np.arccos(a @ b)
    for t in (0.1, 0.3, 0.5, 0.9):
        exact = (np.sin((1 - t) * angle) * a + np.sin(t * angle) * b) / np.sin(angle)
        np.testing.assert_allclose(blend([a, b], [1 - t, t]), exact, atol=1e-6)


@pytest.mark.parametrize("spherical", [True, False])
def test_shares_of_one_give_the_voice_itself(voices, spherical):
    np.testing.assert_allclose(blend(voices[:3], [0, 1, 0], spherical=spherical), voices[1], rtol=1e-5)
    np.testing.assert_allclose(blend([voices[0]] * 3, [1, 2, 3], spherical=spherical), voices[0], rtol=1e-5)


def test_the_order_of_voices_does_not_matter(voices):
    forwards = blend(voices[:5], [1, 2, 3, 4, 5])
    np.testing.assert_allclose(forwards, blend(voices[4::-1], [5, 4, 3, 2, 1]), atol=1e-6)


@pytest.mark.parametrize("weights", [[1], [0, 0], [1, -1], [1, np.nan], [np.inf, 1]])
def test_weights_that_make_no_sense(voices, weights):
    with pytest.raises(VoiceError, match="no mixture of 2 voices"):
        blend(voices[:2], weights)


def test_opposite_voices_cannot_be_averaged(voices):
    with pytest.raises(VoiceError, match="cancel each other out"):
        blend([voices[0], -voices[0]], [1, 1])


def test_arithmetic(voices):
    a, b, c = voices[:3]
    np.testing.assert_allclose(combine([a, b, c], [1, -1, 1], keep_norm=False), a - b + c, rtol=1e-5, atol=1e-6)
    kept = combine([a, b, c], [1, -1, 1])
    assert cosine(kept, a - b + c) == pytest.approx(1, abs=1e-6)
    assert np.linalg.norm(kept) == pytest.approx((np.linalg.norm(a) + np.linalg.norm(c)) / 2, rel=1e-6)
    with pytest.raises(VoiceError, match="at least one voice that is added"):
        combine([a, b], [-1, -1])


def test_a_foreign_clip_is_noticed(voices):
    rng = np.random.default_rng(5)
    clips = voices[0] + 0.05 * rng.standard_normal((5, 40))
    clips[3] = voices[1]
    mean = mean_of_clips(clips, np.ones(5))
    assert mean.outliers == (3,)
    assert mean_of_clips(np.delete(clips, 3, 0), np.ones(4)).outliers == ()
    np.testing.assert_allclose(mean.vector, clips.mean(0), rtol=1e-5, atol=1e-6)


def test_one_loud_stranger_does_not_make_the_others_strangers(voices):
    rng = np.random.default_rng(5)
    clips = voices[0] + 0.05 * rng.standard_normal((3, 40))
    clips[1] = 3 * voices[1]
    mean = mean_of_clips(clips, np.ones(3))
    assert mean.outliers == (1,)
    assert mean.agreement[0] == pytest.approx(cosine(clips[0], clips[2]))
    without = mean_of_clips(clips, [1, 0, 1])
    assert without.agreement[0] == pytest.approx(cosine(clips[0], clips[2]))
    assert mean_of_clips(clips[:2], [1, 1]).outliers == (0, 1)  # no telling who is meant


def test_weights_of_clips_count(voices):
    np.testing.assert_allclose(mean_of_clips(voices[:2], [3, 1]).vector, (3 * voices[0] + voices[1]) / 4, rtol=1e-5)


def test_random_voices_come_from_the_library_and_from_their_seed(voices):
    distribution = Distribution.of(voices)
    drawn = distribution.draw(7, 1.0)
    assert np.array_equal(drawn, distribution.draw(7, 1.0))
    assert not np.array_equal(drawn, distribution.draw(8, 1.0))
    np.testing.assert_allclose(distribution.draw(7, 0.0), voices.mean(0), rtol=1e-5, atol=1e-6)
    distances = [distribution.distance(distribution.draw(seed, 1.0)) for seed in range(50)]
    assert 0.7 < np.mean(distances) < 1.3
    assert distribution.distance(50 * voices[0]) > 10
    with pytest.raises(VoiceError, match="too few"):
        Distribution.of(voices[:2])


def test_a_direction_is_found_and_followed():
    rng = np.random.default_rng(2)
    true = rng.standard_normal(30)
    true /= np.linalg.norm(true)
    values = rng.standard_normal(200)
    library = 3 + rng.standard_normal((200, 30)) * 0.3 + values[:, None] * true
    step = learn_direction(library, values * 7 + 100)
    assert cosine(step, true) > 0.97
    assert step @ true == pytest.approx(1, abs=0.15)  # one standard deviation of the property
    moved = shift(library[0], [step], [2.0])
    assert (moved - library[0]) @ true > 1
    assert np.linalg.norm(moved) == pytest.approx(np.linalg.norm(library[0]), rel=1e-6)
    with pytest.raises(VoiceError, match="cannot be learned"):
        learn_direction(library, np.ones(200))


def test_cosine_matrix(voices):
    matrix = cosines(voices)
    np.testing.assert_allclose(np.diag(matrix), 1)
    assert matrix[2, 5] == pytest.approx(cosine(voices[2], voices[5]))
