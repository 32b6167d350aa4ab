import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonoscope.engine.text.script import ScriptPart, marks_voice, names_in_marks, script_parts

CAST = ("af_heart", "/voices/Clara.spk")


def test_a_mark_holds_until_the_next_and_the_empty_one_goes_back():
    text = "Once.\n[af_heart] Good evening!\nAnd welcome.\n  [clara]  Thank you.\n[] They talked."
    assert script_parts(text, CAST) == [
        ScriptPart(None, "Once.\n"),
        ScriptPart(0, "Good evening!\nAnd welcome.\n"),
        ScriptPart(1, "Thank you.\n"),
        ScriptPart(None, "They talked."),
    ]


def test_brackets_that_name_nobody_are_text():
    text = "[1] See [af_heart] below.\n[laughs] Ha!"
    assert script_parts(text, CAST) == [ScriptPart(None, text)]
    assert script_parts("[af_heart] Hello.", ()) == [ScriptPart(None, "[af_heart] Hello.")]


def test_neighbours_of_one_voice_are_one_part_and_blank_ones_none():
    assert script_parts("[af_heart] One.\n[AF_HEART] Two.\n[clara]\n \n", CAST) == [ScriptPart(0, "One.\nTwo.\n")]
    assert script_parts("[af_heart]", CAST) == []
    assert script_parts("  \n", ()) == []


@pytest.mark.parametrize(
    ("name", "meant"),
    [("Clara", True), ("clara.spk", True), ("/voices/Clara.spk", True), ("voices", False), ("", False)],
)
def test_a_file_is_named_with_or_without_folder_and_suffix(name, meant):
    assert marks_voice(name, "/voices/Clara.spk") is meant


def test_names_are_listed_once_in_their_order():
    assert names_in_marks("[b] x [c]\n[a] y\n[b] z\n[] w") == ["b", "a"]


@given(st.lists(st.sampled_from(["[a] One.", "[b] Two.", "[c] Three.", "Four.", "[] Five.", " "]), max_size=8))
def test_every_line_is_spoken_by_the_voice_named_last(lines):
    said: list[tuple[int | None, str]] = []
    voice: int | None = None
    for line in lines:
        name, _, rest = line.partition("] ")
        if name in ("[a", "[b", "["):
            voice, line = {"[a": 0, "[b": 1, "[": None}[name], rest
        said += [(voice, line)] if line.strip() else []
    parts = script_parts("\n".join(lines), ("a", "b"))
    spoken = [(part.voice, line) for part in parts for line in part.text.splitlines() if line.strip()]
    assert spoken == said
    assert all(one.voice != other.voice for one, other in itertools.pairwise(parts))
