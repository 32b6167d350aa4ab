"""Which positions belong to prompts and which to frames."""

import numpy as np
from phonoscope.engine.pictures.positions import Positions
from phonoscope.engine.take_figures import FrameColumn


def positions(rows):
    frames = np.zeros((len(rows), 8))
    frames[:, FrameColumn.POSITION_ROW] = rows
    return Positions(frames)


def test_speech_begins_behind_a_prompt_and_ends_before_the_next():
    of_two_segments = positions([9, 10, 11, -1, 30, 31])
    assert of_two_segments.edges == [9, 12, 30]
    assert [of_two_segments.frame_at(row) for row in (0, 9, 11, 12, 31, 32, -1)] == [None, 0, 2, None, 5, None, None]
    assert [of_two_segments.row_of(frame) for frame in (0, 3, 4, 5, 6, -1)] == [9, None, 30, 31, None, None]


def test_before_there_are_frames_there_is_no_edge():
    none = positions([])
    assert none.edges == []
    assert none.frame_at(0) is None
    assert none.row_of(0) is None
