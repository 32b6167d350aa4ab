from types import SimpleNamespace

import numpy as np
import pytest
from phonoscope.engine.diagnosis.profile import frame_of_row, profile


def test_magnitudes_are_joined_over_all_rows():
    taps = np.array([[[3, 5, 0], [1, 100, 0]], [[4, 9, 0], [1, 65504 / 4, 0]]], np.float32)
    layers = profile(taps)
    assert layers is not None
    np.testing.assert_allclose(layers.rms, [np.sqrt(12.5), 1.0])
    assert layers.absmax.tolist() == [9, 65504 / 4]
    assert layers.absmax_row.tolist() == [1, 1]
    assert layers.headroom_octaves[1] == pytest.approx(2.0)
    assert layers.growth.tolist() == [1.0, pytest.approx(1 / np.sqrt(12.5))]


def test_what_is_not_finite_is_counted_and_left_out_of_the_magnitudes():
    taps = np.array([[[3, 5, 0]], [[np.nan, np.inf, 7]], [[4, 6, 0]]], np.float32)
    layers = profile(taps)
    assert layers is not None
    assert (layers.absmax[0], layers.n_non_finite[0], layers.first_bad_row[0]) == (6, 7, 1)
    assert layers.rms[0] == pytest.approx(np.sqrt(12.5))
    assert profile(taps[:0]) is None


def test_rows_belong_to_frames_and_those_of_the_prompt_to_the_first():
    frames = np.zeros((4, 8))
    frames[:, 5] = [9, 10, -1, 11]  # talker rows: nine of the prompt, a pause between two segments
    frames[:, 6] = [0, 5, -1, 10]  # five passes a frame
    frames[:, 7] = [0, 1, 2, 3]
    take = SimpleNamespace(frames=frames, n_frames=4)
    assert [frame_of_row(take, "position", row) for row in (0, 9, 10, 11, 15)] == [0, 0, 1, 3, 3]
    assert [frame_of_row(take, "pass", row) for row in (4, 5, 9, 14)] == [0, 1, 1, 3]
    assert [frame_of_row(take, "frame", row) for row in (2, 3, 4)] == [2, 3, 4]
    assert frame_of_row(SimpleNamespace(frames=frames[:0], n_frames=0), "position", 7) == 0
