import numpy as np
from phonoscope.engine.pictures.magnitudes import FrameMagnitudes, Metric
from phonoscope.engine.take_figures import FrameColumn


def frames_at(column, rows):
    frames = np.zeros((len(rows), 8))
    frames[:, column] = rows
    return frames


def taps(n_rows, n_layers=2):
    values = np.arange(n_rows * n_layers * 3, dtype=np.float32).reshape(n_rows, n_layers, 3)
    values[..., 2] = 0
    return values


def test_each_frame_shows_its_own_row_and_a_pause_nothing():
    rows = taps(10)
    magnitudes = FrameMagnitudes("position", 2)
    # Rows 0 to 3 belong to the prompt of the first segment; 6 and 7 to that of the second, after a pause.
    magnitudes.update(rows, frames_at(FrameColumn.POSITION_ROW, [4, 5, -1, 8, 9]), finished=True)
    shown = magnitudes.values(Metric.RMS)
    np.testing.assert_array_equal(shown[[0, 1, 3, 4]], rows[[4, 5, 8, 9], :, 0])
    assert np.isnan(shown[2]).all()


def test_the_passes_of_a_frame_are_joined():
    rows = taps(4)
    rows[3, 1] = np.inf, np.inf, 7
    magnitudes = FrameMagnitudes("pass", 2)
    magnitudes.update(rows, frames_at(FrameColumn.PASS_ROW, [0, 2]), finished=True)
    np.testing.assert_allclose(magnitudes.values(Metric.RMS)[0], np.sqrt((rows[:2, :, 0] ** 2).mean(axis=0)))
    np.testing.assert_array_equal(magnitudes.values(Metric.ABSMAX)[0], rows[:2, :, 1].max(axis=0))
    np.testing.assert_array_equal(magnitudes.values(Metric.NON_FINITE), [[0, 0], [0, 7]])


def test_a_frame_of_several_passes_waits_until_they_are_known():
    rows = taps(3)
    magnitudes = FrameMagnitudes("pass", 2)
    magnitudes.update(rows[:2], frames_at(FrameColumn.PASS_ROW, [0]), finished=False)
    assert len(magnitudes) == 0
    magnitudes.update(rows, frames_at(FrameColumn.PASS_ROW, [0, 2]), finished=False)
    assert len(magnitudes) == 1  # the second has one of its two rows
    single = FrameMagnitudes("pass", 2)
    single.update(rows, frames_at(FrameColumn.PASS_ROW, [0]), finished=True)
    assert len(single) == 1


def test_growing_frame_by_frame_gives_the_same():
    rows, frames = taps(600), frames_at(FrameColumn.CODEC_ROW, np.arange(600))
    grown, at_once = FrameMagnitudes("frame", 2), FrameMagnitudes("frame", 2)
    for n in (0, 1, 2, 255, 256, 257, 600):
        grown.update(rows[:n], frames[:n], finished=n == 600)
    at_once.update(rows, frames, finished=True)
    np.testing.assert_array_equal(grown.values(Metric.ABSMAX), at_once.values(Metric.ABSMAX))
    assert len(grown) == 600


def test_attempts_that_were_given_up_lie_between_frames():
    rows = taps(12)
    frames = frames_at(FrameColumn.PASS_ROW, [0, 6, -1, 8, 10])  # rows 2 to 5 were spoken in vain
    grown, at_once = FrameMagnitudes("pass", 2), FrameMagnitudes("pass", 2)
    for n, n_rows in ((1, 6), (2, 7), (4, 10), (5, 12)):
        grown.update(rows[:n_rows], frames[:n], finished=n == 5)
    at_once.update(rows, frames, finished=True)
    shown = at_once.values(Metric.ABSMAX)
    np.testing.assert_array_equal(shown[[0, 1, 3, 4]], rows[[1, 7, 9, 11], :, 1])
    assert np.isnan(shown[2]).all()
    np.testing.assert_array_equal(grown.values(Metric.ABSMAX)[1:], shown[1:])


def test_a_take_without_recorded_states_has_nothing_to_show():
    magnitudes = FrameMagnitudes("position", 2)
    magnitudes.update(taps(0), frames_at(FrameColumn.POSITION_ROW, [4, 5]), finished=True)
    assert len(magnitudes) == 0
