import pytest
from phonoscope.gui.live.time_axis import TimeAxis


@pytest.fixture
def axis(qapp):
    """The axis of a take of 5 s that has ended."""
    made = TimeAxis()
    made.begin(4.5)
    made.set_duration(5.0, finished=True)
    assert made.span_s == (0.0, 5.0)
    return made


@pytest.mark.parametrize(
    ("expected_s", "end_s"), [(4.5, 5.0), (5.5, 5.0), (2.4, 4.0), (5.6, 6.0), (0.0, 2.0), (100.0, 125.0)]
)
def test_the_next_take_has_room_and_the_axis_stays_where_it_fits(axis, expected_s, end_s):
    axis.begin(expected_s)
    axis.set_duration(0.0, finished=False)
    assert axis.span_s == (0.0, end_s)


def test_a_take_that_outgrows_the_axis_moves_its_end_in_steps(axis):
    axis.begin(4.5)
    ends = []
    for duration_s in (1.0, 5.0, 5.1, 6.0, 6.1):
        axis.set_duration(duration_s, finished=False)
        ends.append(axis.span_s[1])
    assert ends == [5.0, 5.0, 6.0, 6.0, 8.0]


def test_what_someone_has_zoomed_to_stays_until_the_next_take(axis):
    axis.show(1.0, 2.0)
    axis.set_duration(6.0, finished=False)
    assert axis.span_s == (1.0, 2.0)
    axis.begin(4.5)
    axis.set_duration(0.0, finished=False)
    assert axis.span_s == (0.0, 6.0)
