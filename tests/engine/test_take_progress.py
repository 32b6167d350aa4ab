"""How long a take still computes, from what its stages have taken so far."""

import pytest
from phonoscope.engine.take_progress import ExpectedWork, StageProgress, TakeClock

# Ten encodings of 1 s, a hundred evaluations of 4 s, fifty frames of 2 s.
EXPECTED = ExpectedWork(510.0, (1.0, 4.0, 2.0))


def stages(*done, pace=(1.0, 4.0, 2.0), totals=(10, 100, 50)):
    return [StageProgress(n, total, n * s) for n, total, s in zip(done, totals, pace, strict=True)]


def test_before_anything_is_done_it_is_what_was_expected():
    assert EXPECTED.remaining_s([]) == 510.0
    assert EXPECTED.remaining_s(stages(0, 0, 0)) == pytest.approx(510.0)


def test_decoding_counts_until_it_is_done():
    assert EXPECTED.remaining_s(stages(10, 100, 0)) == pytest.approx(100.0)
    assert EXPECTED.remaining_s(stages(10, 100, 49)) == pytest.approx(2.0)
    assert EXPECTED.remaining_s(stages(10, 100, 50)) == 0.0


def test_a_stage_goes_on_at_its_own_pace():
    assert EXPECTED.remaining_s(stages(10, 50, 50, pace=(1.0, 12.0, 2.0))) == pytest.approx(50 * 12.0)


def test_a_stage_that_has_not_begun_follows_the_others_pace_once_much_of_them_is_done():
    slow = (3.0, 12.0, 0.0)
    early, late = stages(10, 0, 0, pace=slow), stages(10, 100, 0, pace=slow)
    assert EXPECTED.remaining_s(late) == pytest.approx(3 * 100.0, rel=0.1)
    assert 500.0 < EXPECTED.remaining_s(early) < 1000.0  # not 1500: ten seconds of encoding tell little


def test_what_turns_out_to_be_shorter_takes_less():
    assert EXPECTED.remaining_s(stages(10, 50, 0, totals=(10, 100, 5))) == pytest.approx(50 * 4.0 + 5 * 2.0)


def test_time_goes_on_within_a_piece_of_work():
    clock = TakeClock(EXPECTED)
    assert clock.look(stages(10, 50, 0), 300.0, held=False) == pytest.approx((210.0, 300.0))
    assert clock.look(stages(10, 50, 0), 302.5, held=False) == pytest.approx((212.5, 297.5))
    assert clock.look(stages(10, 50, 0), 303.0, held=False) == pytest.approx((213.0, 297.0))
    assert clock.look(stages(10, 51, 0), 304.0, held=False) == pytest.approx((214.0, 296.0))  # as it is told again


def test_time_stands_still_while_a_take_is_held_and_never_passes_its_end():
    clock = TakeClock(EXPECTED)
    for now_s in (300.0, 900.0):
        assert clock.look(stages(10, 50, 0), now_s, held=True) == pytest.approx((210.0, 300.0))
    assert clock.look(stages(10, 50, 0), 5000.0, held=False) == pytest.approx((510.0, 0.0))
