import unicodedata
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonoscope.engine.errors import RequestError
from phonoscope.engine.text.sanitise import clean_pieces, sanitise

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=80)


@pytest.mark.parametrize(
    ("given_text", "spoken"),
    [
        ("\n\n  Hello there. \t\r\n", "Hello there."),
        ("a\tb\r\nc\rd\u2028e", "a b\nc\nd\ne"),
        ("stop<|im_end|>here", "stopim_endhere"),
        ("<tts_pad> and </think>", "tts_pad and think"),
        ("<|im<|im_end|>_end|>", "imim_end_end"),
        ("<|" * 100 + "a" + "|>" * 100, "|" * 96 + "a" + "|" * 96),
        ("2 < 3 and 4 > 1 | 5", "2 < 3 and 4 > 1 | 5"),
        ("\ufeffBOM, soft\u00adhyphen, bidi\u202e, nul\x00, bell\x07", "BOM, softhyphen, bidi, nul, bell"),
        ("lone \ud800 and \udcff, pair \ud83d\ude00", "lone  and , pair \U0001f600"),
        ("family \U0001f468\u200d\U0001f469", "family \U0001f468\u200d\U0001f469"),
        ("e\u0301te\u0301", "\u00e9t\u00e9"),
        ("\x00\x01\ufeff", ""),
    ],
)
def test_examples(given_text, spoken):
    assert sanitise(given_text) == spoken


def test_refuses_what_is_no_text():
    no_text: Any = b"hello"
    with pytest.raises(RequestError, match="must be a string, not bytes"):
        sanitise(no_text)


@given(ANY_TEXT)
def test_result_can_be_encoded_and_holds_no_control_characters(text):
    clean = sanitise(text)
    clean.encode("utf-8")
    assert clean == clean.strip()
    assert all(c in "\n\u200c\u200d" or unicodedata.category(c) not in ("Cc", "Cf", "Cs") for c in clean)


@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), max_size=80).map(str.strip))
def test_ordinary_text_keeps_every_character(text):
    if "<" not in text:
        assert sanitise(text) == unicodedata.normalize("NFC", text).strip()


@given(ANY_TEXT | st.text(st.sampled_from("<|>/tsep_hink \n\u0301"), max_size=60))
def test_a_second_time_changes_nothing(text):
    assert sanitise(sanitise(text)) == sanitise(text)


@given(
    st.lists(ANY_TEXT | st.text(st.sampled_from("<|>/tsep_hink \n\r\u0301a\x1c"), max_size=12), max_size=8),
)
def test_text_that_arrives_in_pieces_is_cleaned_alike(pieces):
    assert "".join(clean_pieces(pieces)).strip() == sanitise("".join(pieces))
