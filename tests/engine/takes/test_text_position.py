from types import SimpleNamespace

import numpy as np
import pytest
from phonoscope.engine.take_figures import FrameColumn
from phonoscope.engine.takes.text_position import text_position
from phonoscope.engine.text.segments import SegmentLimits


def take(segments, *, finished=True):
    frames = np.zeros((len(segments), 8))
    frames[:, FrameColumn.SEGMENT] = segments
    request = SimpleNamespace(text="One two three four. Five six.", segments=SegmentLimits(5, 20))
    return SimpleNamespace(frames=frames, finished=finished, request=request, sample_rate_hz=24_000, hop_samples=1920)


@pytest.mark.parametrize(
    ("frame", "segment", "word"), [(0, 0, "One"), (3, 0, "three"), (7, 0, "four."), (9, 1, "Five"), (12, 1, "six.")]
)
def test_frames_are_spread_over_the_words_of_their_segment(frame, segment, word):
    found = text_position(take([0] * 8 + [-1] + [1] * 4), frame)
    assert found is not None
    assert (found.segment, found.word) == (segment, word)


def test_the_pause_and_what_was_not_spoken_have_no_place():
    assert text_position(take([0, -1]), 1) is None
    assert text_position(take([0]), 5) is None


def test_a_segment_in_the_making_is_not_thought_to_be_over():
    found = text_position(take([0, 0, 0], finished=False), 2)
    assert found is not None
    assert found.word != "four."
