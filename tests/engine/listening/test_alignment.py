import numpy as np
import pytest
from phonoscope.engine.listening.alignment import Alignment, align_sounds, align_starts

RATE_HZ = 16_000


def tones(*parts):
    """Tones one after the other: (frequency in Hz, length in seconds); 0 Hz is a pause."""
    pieces = []
    for hz, seconds in parts:
        t = np.arange(int(seconds * RATE_HZ)) / RATE_HZ
        pieces.append((0.3 * np.sin(2 * np.pi * hz * t) if hz else 0 * t).astype(np.float32))
    return np.concatenate(pieces)


def test_equal_starts_map_times_to_themselves():
    alignment = align_starts()
    times = np.array([-1.0, 0.0, 0.4, 7.5])
    np.testing.assert_allclose(alignment.to_b(times), times)
    np.testing.assert_allclose(alignment.to_a(times), times)


def test_a_sound_is_in_step_with_itself():
    sound = tones((300, 0.3), (0, 0.1), (900, 0.4), (2500, 0.2))
    alignment = align_sounds(sound, RATE_HZ, sound, RATE_HZ)
    times = np.linspace(0.0, 0.95, 30)
    np.testing.assert_allclose(alignment.to_b(times), times, atol=0.021)


def test_equal_sounds_meet_although_one_take_pauses_and_speaks_more_slowly():
    a = tones((0, 0.1), (300, 0.4), (900, 0.4), (2500, 0.4))
    b = tones((0, 0.5), (300, 0.8), (900, 0.3), (2500, 0.9))
    alignment = align_sounds(a, RATE_HZ, b, RATE_HZ)
    # Where one tone gives way to the next.
    for time_a, time_b in ((0.1, 0.5), (0.5, 1.3), (0.9, 1.6)):
        assert float(alignment.to_b(time_a)) == pytest.approx(time_b, abs=0.08)
        assert float(alignment.to_a(time_b)) == pytest.approx(time_a, abs=0.08)
    # And within every tone of A the same tone of B.
    for time_a, tone in ((0.3, (0.5, 1.3)), (0.7, (1.3, 1.6)), (1.1, (1.6, 2.5))):
        assert tone[0] < float(alignment.to_b(time_a)) < tone[1]


def test_sounds_of_different_rates_and_loudness_meet():
    a = tones((300, 0.4), (900, 0.4))
    b = 0.1 * np.repeat(tones((300, 0.6), (900, 0.3)), 2)
    alignment = align_sounds(a, RATE_HZ, b.astype(np.float32), 2 * RATE_HZ)
    assert float(alignment.to_b(0.4)) == pytest.approx(0.6, abs=0.06)


def test_nothing_is_aligned_by_its_start():
    empty = np.zeros(0, np.float32)
    assert float(align_sounds(empty, RATE_HZ, tones((300, 0.2)), RATE_HZ).to_b(0.1)) == pytest.approx(0.1)


def test_frames_are_mapped_by_their_middles_and_end_with_the_other_take():
    slower = Alignment(np.array([0.0, 1.0]), np.array([0.0, 2.0]))
    assert slower.frames_of_b(5, 7, 0.1).tolist() == [1, 3, 5, -1, -1]
    assert align_starts().frames_of_b(3, 2, 0.08).tolist() == [0, 1, -1]
