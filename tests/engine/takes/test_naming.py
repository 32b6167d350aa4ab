import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonoscope.engine.errors import RequestError
from phonoscope.engine.takes.naming import DEFAULT_PATTERN, FIELDS, file_stems
from phonoscope.engine.takes.summary import TakeSummary


def summary(**changes):
    values = {
        "id": "20260102-030405-006-abcd",
        "created": "2026-01-02T12:04:05+00:00",
        "text": "Good evening, everyone.",
        "model": "/models/small.gguf",
        "voice": "/voices/anna.spk",
        "seed": 7,
        "n_frames": 10,
        "duration_s": 0.8,
        "ttfa_ms": math.nan,
        "rtf": 0.5,
        "stop_reason": "end_of_speech",
    }
    return TakeSummary(**{**values, **changes})


def test_every_field_is_filled_in():
    (stem,) = file_stems([summary(rating=4, tags="warm")], " ".join(f"{{{name}}}" for name in FIELDS))
    assert stem.startswith("1 2026-01-02 ")
    assert stem.endswith("Good evening, everyone anna small 7 4 warm 20260102-030405-006-abcd")


def test_numbers_are_as_wide_as_the_last_and_names_are_unique():
    stems = file_stems([summary() for _ in range(12)], "{n}")
    assert (stems[0], stems[-1]) == ("01", "12")
    assert file_stems([summary(), summary(), summary(voice="ANNA")], "{voice}") == ["anna", "anna (2)", "ANNA (3)"]


def test_long_text_is_cut_between_words_and_no_voice_has_a_name():
    (stem,) = file_stems([summary(text="word " * 30, voice="")], "{voice} {text}")
    assert stem == "no voice " + " ".join(["word"] * 8)


@pytest.mark.parametrize("pattern", ["{wrong}", "{n", "n}", "{}"])
def test_a_pattern_that_makes_no_sense_is_refused_with_what_would(pattern):
    with pytest.raises(RequestError, match=r"the fields are \{n\}, \{date\}"):
        file_stems([summary()], pattern)


@given(st.text(max_size=300), st.text(max_size=30))
def test_no_text_leaves_the_folder_or_breaks_a_file_system(text, tags):
    (stem,) = file_stems([summary(text=text, tags=tags)], "{text}{tags}")
    assert stem
    assert stem not in (".", "..")
    assert not set(stem) & set('/\\:*?"<>|\0')
    assert len(stem.encode()) <= 200
    assert not stem.startswith(".")


def test_names_that_windows_keeps_for_itself_are_changed():
    assert file_stems([summary(text="CON")], "{text}") == ["CON_"]


def test_the_default_pattern_fits():
    assert file_stems([summary()], DEFAULT_PATTERN) == ["1 anna Good evening, everyone"]
