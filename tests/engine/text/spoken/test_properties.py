# Signs that look like other signs are part of what is written.
# ruff: noqa: RUF001

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonoscope.engine.text.spoken import spoken

# What models of characters learnt to read; see `phonoscope.engine.training.corpus`.
_LEARNT = re.compile(r"[A-Za-z ,.?!;:'\"()\-]*")
_PARTS = (
    "0 1 2 3 4 7 00 12 30 365 1066 1999 2024 1,234 1.000.000 .5 - – — . , : ; / \\ ° °C % $ € £ k m bn am p.m. st nd "
    "th km h s in A kWh ² ^ x × * + = ~ # @ & | < > ( ) [ ] { } ' \" ` _ \n ! ? … Dr. St. No. p. vs. etc. U.S. I IV XX "
    "Henry Chapter March Nov. Mon May the The a 's http:// www. .com foo STOP é ß Я 北 ٣ １ ½ 😀 ❤️ Ω µ π ∞ ©"
).split(" ")
_written = st.one_of(
    st.text(max_size=40),
    st.text(st.characters(max_codepoint=126), max_size=40),
    st.lists(st.sampled_from([*_PARTS, *[" "] * 30]), max_size=16).map("".join),
)
_words = st.lists(
    st.from_regex(r"[b-df-hj-np-tv-z][aeiou][b-df-hj-np-tv-z]{0,2}[aeiou]", fullmatch=True), min_size=1, max_size=8
)


@given(_written)
def test_whatever_is_written_comes_out_in_characters_that_were_learnt(text):
    assert _LEARNT.fullmatch(spoken(text))


@given(_words, st.sampled_from([" ", ", ", "; ", ": ", ". ", "? ", "! ", "-"]), st.sampled_from([".", "?", "!", ""]))
def test_words_stay_as_they_are(words, joint, end):
    text = joint.join(words) + end
    assert spoken(text) == text


@given(st.integers(0, 10**18))
def test_every_whole_number_is_said_in_words_that_stay(number):
    said = spoken(f"It took {number} of {number:,}.")
    assert re.fullmatch(r"It took [a-z -]+ of [a-z -]+\.", said)
    assert spoken(said) == said


@pytest.mark.parametrize(
    "written", [*"1 1. 1/ 1- -1 1: $1 1,111 1.111 1× lbs α ² a. a@ ../ |- ' 😀".split(), " ", "in 1066 "]
)
def test_no_length_is_too_long(written):
    assert _LEARNT.fullmatch(spoken(written * 5000))
