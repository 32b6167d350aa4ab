# Signs that look like other signs are part of what is written.
# ruff: noqa: RUF001
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonoscope.engine.text.spoken import spoken

_ACCENTED = "ÀÂÄÇÈÉÊËÎÏÔÖÙÛÜŒÆàâäçèéêëîïôöùûüÿœæ"
_LEARNT = re.compile(rf"[A-Za-z{_ACCENTED} ,.?!;:'\"()\-]*")
_PARTS = (
    "0 1 2 3 4 7 00 12 30 365 1999 2024 1.234 1.000.000 1.234,56 1,5 - – — . , : ; / \\ ° °C % ‰ $ € £ k M Md er re e "
    "ème nd h min km s kWh ² ^ x × * + = ~ # @ & | < > ( ) [ ] { } ' \" « » _ \n ! ? … M. Mme Me St p. etc. n° J.-C. "
    "I IV XX XIVe Louis mars nov. le la les http:// www. .fr foo SNCF é à ç œ ß Я 北 ٣ １ ½ 😀 Ω µ π ∞ ©"
).split(" ")
_written = st.one_of(
    st.text(max_size=40),
    st.text(st.characters(max_codepoint=383), max_size=40),
    st.lists(st.sampled_from([*_PARTS, *[" "] * 30]), max_size=16).map("".join),
)


@given(_written)
def test_whatever_is_written_comes_out_in_characters_that_were_learnt(text):
    assert _LEARNT.fullmatch(spoken(text, "french"))


@given(st.integers(0, 10**18))
def test_every_whole_number_is_said_in_words_that_stay(number):
    said = spoken(f"Il faut {number} ou {number:,}.".replace(",", " "), "french")
    assert re.fullmatch(r"Il faut [a-zé -]+ ou [a-zé -]+\.", said)
    assert spoken(said, "french") == said


@pytest.mark.parametrize(
    "written",
    [*"1 1. 1/ 1- -1 1: 1.111 1× €1 1,1 a. a@ I M. 1h α « ' 😀".split(), "1 ", "1 111 ", "bd. "],
)
def test_no_length_is_too_long(written):
    assert _LEARNT.fullmatch(spoken(written * 5000, "french"))
