"""What is left of a text for a model that stumbles over line breaks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonoscope.engine.families.audio8.cleaning import clean


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("\0 你好\n世界 ", "你好世界"),
        ("你好\nworld", "你好 world"),
        ("hello\nworld", "hello world"),
        ("你好 世界", "你好 世界"),
        ("你好 \r\n\t 世界", "你好世界"),
        ("ab\u200bc\ufeff", "abc"),
        ("a\u2028b", "a b"),
        ("一。\n二", "一。二"),
        (" \n ", ""),
        ("", ""),
    ],
)
def test_vectors(text, cleaned):
    assert clean(text) == cleaned


@given(st.text())
def test_cleaning_twice_changes_nothing_and_leaves_no_line_break(text):
    once = clean(text)
    assert clean(once) == once
    assert "\n" not in once
    assert "  " not in once
