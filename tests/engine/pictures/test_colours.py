import numpy as np
from phonoscope.engine.pictures.colours import (
    ALARM,
    BLANK,
    N_SHADES,
    Scale,
    SteadyRange,
    shade,
    shade_magnitudes,
)


def floats(*values):
    return np.array(values, np.float32)


def test_shades_run_from_the_low_to_the_high_end():
    assert shade(floats(-1, 0, 5, 10, 99), 0, 10).tolist() == [0, 0, 127, N_SHADES - 1, N_SHADES - 1]
    assert shade(floats(0.01, 1, 100), 0.01, 100, Scale.LOG).tolist() == [0, 127, N_SHADES - 1]


def test_nothing_measured_is_blank_and_infinity_an_alarm():
    for scale in Scale:
        assert shade(floats(np.nan, np.inf, 0.0), 0.1, 1, scale).tolist() == [BLANK, ALARM, 0]


def test_non_finite_states_are_alarms_whatever_their_magnitude():
    steady = SteadyRange()
    steady.widen(floats(1, 2))
    for scale in Scale:
        entries = shade_magnitudes(floats(1, 2, np.nan), floats(0, 3, 1), steady, scale)
        assert entries.tolist()[1:] == [ALARM, ALARM]
        assert entries[0] < N_SHADES


def test_the_range_widens_in_round_steps_and_never_narrows():
    steady = SteadyRange()
    assert not steady.widen(floats(0, np.nan, np.inf, -1))
    assert steady.widen(floats(0.03, 3))
    assert (steady.low, steady.high) == (0.01, 5.0)
    assert not steady.widen(floats(0.5, 4.9))
    assert steady.widen(floats(6))
    assert (steady.low, steady.high) == (0.01, 10.0)


def test_before_anything_was_measured_all_is_dark():
    for scale in Scale:
        assert shade_magnitudes(floats(0, 0), floats(0, 0), SteadyRange(), scale).tolist() == [0, 0]


def test_a_range_spans_something_even_of_one_round_value():
    steady = SteadyRange()
    assert steady.widen(np.full((5, 1), 100.0, np.float32))
    assert (steady.low, steady.high) == (100.0, 200.0)
    assert not steady.widen(np.full((5, 1), 100.0, np.float32))
