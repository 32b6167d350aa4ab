import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonoscope.engine.audio.buffering import Pace, measure_pace, needed_s
from phonoscope.engine.take_figures import FrameColumn

FRAME_S = 0.08


def frames(published_ms):
    table = np.zeros((len(published_ms), 8))
    table[:, FrameColumn.PUBLISHED_MS] = published_ms
    return table


def test_the_pace_is_that_between_chunks_and_leaves_the_first_sound_out():
    pace = measure_pace(frames([900] * 4 + [1220] * 4 + [1700] * 4), FRAME_S)
    assert pace.rtf == pytest.approx(0.8 / (8 * FRAME_S))
    assert pace.chunk_s == pytest.approx(4 * FRAME_S)
    assert pace.longest_wait_s == pytest.approx(0.48)


def test_before_two_chunks_nothing_is_known():
    assert math.isnan(measure_pace(frames([]), FRAME_S).rtf)
    assert math.isnan(measure_pace(frames([500, 500]), FRAME_S).rtf)
    assert needed_s(measure_pace(frames([500, 500]), FRAME_S), 10.0) == math.inf


def test_a_fast_engine_needs_two_chunks_and_a_slow_one_a_lead():
    assert needed_s(Pace(0.5, 0.32, 0.16), 60.0) == pytest.approx(0.64)
    assert needed_s(Pace(0.5, 0.32, 0.9), 60.0) == pytest.approx(1.08)
    assert needed_s(Pace(2.0, 0.08, 0.16), 60.0) > 30.0
    assert needed_s(Pace(0.8, 0.08, 0.07), 60.0, speed=2.0) > needed_s(Pace(0.8, 0.08, 0.07), 60.0)


@given(rtf=st.floats(0.1, 5.0), duration_s=st.floats(1.0, 60.0), speed=st.floats(0.5, 2.0))
def test_what_is_held_back_is_enough_for_an_engine_of_even_pace(rtf, duration_s, speed):
    chunk_s = 4 * FRAME_S
    pace = Pace(rtf, chunk_s, rtf * chunk_s)
    lead_s = min(needed_s(pace, duration_s, speed), duration_s)
    # Sound comes in chunks; playing begins at the first one that gives the lead.
    n_first = math.ceil(lead_s / chunk_s)
    for n in range(n_first, math.ceil(duration_s / chunk_s)):
        made_at_s = (n + 1 - n_first) * rtf * chunk_s
        needed_at_s = n * chunk_s / speed
        assert made_at_s <= needed_at_s + 1e-9
