from types import SimpleNamespace

import numpy as np
import pytest
from phonoscope.engine.take_figures import FrameColumn
from phonoscope.engine.takes.text_position import text_position
from phonoscope.engine.text.segments import SegmentLimits


def take(segments, *, finished=True, text="One two three four. Five six.", cast=()):
    frames = np.zeros((len(segments), 8))
    frames[:, FrameColumn.SEGMENT] = segments
    members = tuple(SimpleNamespace(source=voice) for voice in cast)
    request = SimpleNamespace(text=text, segments=SegmentLimits(5, 20), cast=members)
    return SimpleNamespace(frames=frames, finished=finished, request=request, frame_s=0.08)


@pytest.mark.parametrize(
    ("frame", "segment", "word"), [(0, 0, "One"), (3, 0, "three"), (7, 0, "four."), (9, 1, "Five"), (12, 1, "six.")]
)
def test_frames_are_spread_over_the_words_of_their_segment(frame, segment, word):
    found = text_position(take([0] * 8 + [-1] + [1] * 4), frame)
    assert found is not None
    assert (found.segment, found.word) == (segment, word)


def test_lines_of_several_voices_are_read_without_their_marks():
    text = "[am_adam] Good day.\n[bf_emma] Same to you.\n[laughs] they said.\n[] And talked."
    numbers = [0, 0, -1, 1, 1, 1, -1, 2, 2, -1, 3, 3]
    spoken = take(numbers, text=text, cast=("voices/am_adam.pt", "bf_emma"))
    words = ["Good", "day.", None, "Same", "to", "you.", None, "[laughs]", "said.", None, "And", "talked."]
    found = [text_position(spoken, frame) for frame in range(len(numbers))]
    assert [place and place.word for place in found] == words


def test_the_pause_and_what_was_not_spoken_have_no_place():
    assert text_position(take([0, -1]), 1) is None
    assert text_position(take([0]), 5) is None


def test_a_segment_in_the_making_is_not_thought_to_be_over():
    found = text_position(take([0, 0, 0], finished=False), 2)
    assert found is not None
    assert found.word != "four."
