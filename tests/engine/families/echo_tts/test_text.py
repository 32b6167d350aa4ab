# Punctuation that looks like other punctuation is the very subject here.
# ruff: noqa: RUF001
from phonoscope.engine.families.echo_tts.text import MAX_IDS, encode, normalise


def test_replacements_happen_in_the_order_of_the_reference():
    assert normalise("[S1] a…b’c”d\ne:f;g—h") == "[S1] a...b'c\"d e,f,g, h"


def test_left_quotes_dashes_and_tabs_stay():
    assert normalise("“a ‘b – c\t") == "[S1] “a ‘b – c\t"


def test_a_tag_is_added_unless_there_is_one_or_a_note_begins():
    assert normalise("") == "[S1] "
    assert normalise("plain") == "[S1] plain"
    assert normalise("(laughs) hm") == "(laughs) hm"
    assert normalise("[S2] hm") == "[S2] hm"
    assert normalise("the MS12 part") == "the MS12 part"
    assert normalise("the S1 part") == "the S1 part"


def test_ids_are_a_beginning_and_bytes():
    text = encode("(é)")
    assert text.ids.tolist() == [0, 40, 0xC3, 0xA9, 41]
    assert text.n_dropped == 0


def test_what_the_model_cannot_take_is_counted():
    text = encode("[" + "a" * 1000)
    assert len(text.ids) == MAX_IDS
    assert text.n_dropped == 1001 - (MAX_IDS - 1)
