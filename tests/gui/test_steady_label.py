import pytest
from phonoscope.gui.steady_label import SteadyLabel


@pytest.fixture
def label(qtbot):
    made = SteadyLabel(separator="  ·  ")
    qtbot.addWidget(made)
    made.setText("first audio 102 ms  ·  RTF 0.17  ·  72 frames")
    return made


def width_px(label, text):
    return label.fontMetrics().horizontalAdvance(text)


def test_with_room_enough_all_figures_are_shown(label):
    assert label.shown_text(width_px(label, label.text())) == label.text()


def test_a_figure_that_does_not_fit_is_left_out_as_a_whole(label):
    too_narrow = width_px(label, label.text()) - 1
    assert label.shown_text(too_narrow) == "first audio 102 ms  ·  RTF 0.17"


def test_where_not_even_two_figures_fit_the_first_is_cut_off(label):
    shown = label.shown_text(width_px(label, "first audio 1"))
    assert shown.startswith("first")
    assert shown.endswith("…")
