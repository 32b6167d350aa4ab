# ruff: noqa: RUF001
import itertools
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonoscope.engine.errors import RequestError
from phonoscope.engine.text.segments import SegmentLimits, first_segment, split_pieces, split_text

SENTENCES = SegmentLimits(target=1, maximum=200)
# Text that is rich in the characters on which decisions hang.
TRICKY = st.text(st.sampled_from('aB3 .!?,;:"”)\n\u3002\uff01\u3001\u6f22\u00e9\u0301\u200d\U0001f468'), max_size=200)
LIMITS = st.tuples(st.integers(1, 40), st.integers(3, 60)).map(lambda t: SegmentLimits(min(t), max(t)))


def letters(text: str) -> int:
    return sum(3 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text.rstrip())


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("Hello there. How are you? Fine!", ["Hello there. ", "How are you? ", "Fine!"]),
        ("Dr. Smith met Mrs. Jones at 3.14 p.m. sharp.", None),
        ("J. R. R. Tolkien lived in the U.S. Army barracks, e.g. No. 5 there.", None),
        ("I said no. She left.", ["I said no. ", "She left."]),
        ('"Stop!" he said. "Why?" She ran.', ['"Stop!" he said. ', '"Why?" ', "She ran."]),
        ("Well... maybe. Wait... What?", ["Well... maybe. ", "Wait... ", "What?"]),
        ("It was he and I. Then it rained.", ["It was he and I. ", "Then it rained."]),
        ("1. Open the box. 2. Close it.", ["1. Open the box. ", "2. Close it."]),
        ("In 1999. Then 2000.", ["In 1999. ", "Then 2000."]),
        ("你好。今天天气很好！是吗？」他说", ["你好。", "今天天气很好！", "是吗？」", "他说"]),
        ("A wrapped\nline goes on. Next.", ["A wrapped\nline goes on. ", "Next."]),
        ("First paragraph\n\nSecond one", ["First paragraph\n\n", "Second one"]),
        ("Ends here.\nNew line.", ["Ends here.\n", "New line."]),
        ("يا سلام؟ نعم.", ["يا سلام؟ ", "نعم."]),
        ("नमस्ते। आप कैसे हैं।", ["नमस्ते। ", "आप कैसे हैं।"]),
    ],
)
def test_sentence_ends(text, sentences):
    assert split_text(text, SENTENCES) == (sentences or [text])


def test_short_sentences_share_a_segment():
    text = "One two three. " * 30
    segments = split_text(text, SegmentLimits(target=100, maximum=150))
    assert [len(s) for s in segments] == [105, 105, 105, 105, 30]


def test_a_long_sentence_is_cut_at_a_clause_else_at_a_blank_else_anywhere():
    limits = SegmentLimits(target=20, maximum=40)
    assert split_text("the first clause of this, and the second part of it", limits) == [
        "the first clause of this, ",
        "and the second part of it",
    ]
    assert split_text("word " * 12, limits) == ["word " * 8, "word " * 4]
    assert split_text("x" * 100, limits) == ["x" * 40, "x" * 40, "x" * 20]
    assert split_text("漢" * 20, limits) == ["漢" * 13, "漢" * 7]


def test_marks_and_joined_emoji_stay_together():
    limits = SegmentLimits(target=3, maximum=3)
    assert split_text("xyz\u0301w", limits) == ["xy", "z\u0301w"]


@given(TRICKY, LIMITS)
def test_no_character_is_lost_and_no_segment_is_too_long(text, limits):
    segments = split_text(text, limits)
    assert "".join(segments) == text
    assert all(segments)
    assert all(letters(s) <= limits.maximum for s in segments)


@given(TRICKY, LIMITS, st.lists(st.integers(0, 200), max_size=8))
def test_the_pieces_in_which_text_arrives_make_no_difference(text, limits, cuts):
    places = sorted({0, len(text), *(min(c, len(text)) for c in cuts)})
    pieces = [text[a:b] for a, b in itertools.pairwise(places)]
    whole = split_text(text, limits)
    assert list(split_pieces(pieces, limits)) == whole
    assert list(split_pieces(text, limits)) == whole


@given(TRICKY, LIMITS, st.integers(1, 50))
def test_the_first_segment_and_the_rest_are_the_whole(text, limits, piece):
    pieces = [text[i : i + piece] for i in range(0, len(text), piece)]
    first, rest = first_segment(pieces, limits)
    assert [first, *split_pieces(rest, limits)] == (split_text(text, limits) or [""])


def test_a_segment_is_given_out_before_the_text_ends():
    def pieces() -> Iterator[str]:
        yield "The first sentence is complete. "
        yield "Now"
        pytest.fail("the first segment should have been given out by now")

    assert next(split_pieces(pieces(), SENTENCES)) == "The first sentence is complete. "


@pytest.mark.parametrize("unit", ["x", " ", ".", "\n", ". ", '."', "x" * 300 + " " * 300])
def test_any_length_of_text_is_split(unit):
    text = unit * (300_000 // len(unit))  # with work that grows with the square of it this would take minutes
    segments = split_text(text)
    assert "".join(segments) == text
    assert max(map(letters, segments)) <= SegmentLimits().maximum


@pytest.mark.parametrize(("target", "maximum"), [(0, 10), (20, 10), (1, 2), (1, 1_000_000)])
def test_limits_are_checked(target, maximum):
    with pytest.raises(RequestError, match="segment limits"):
        SegmentLimits(target, maximum)
