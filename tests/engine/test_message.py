import pickle

from phonoscope.engine.errors import ModelError
from phonoscope.engine.message import Message


def test_a_message_is_its_text_and_remembers_what_it_was_made_from():
    message = Message("{path}: holds {n:.1f}\nvalues", path="a.spk", n=2)
    assert message == "a.spk: holds 2.0 values"
    assert (message.template, message.fields) == ("{path}: holds {n:.1f}\nvalues", {"path": "a.spk", "n": 2})


def test_a_text_without_fields_may_hold_braces():
    assert Message("a{b}: is missing") == "a{b}: is missing"
    assert str(ModelError("a{b}: is missing", "rename {it}")) == "a{b}: is missing; rename {it}"


def test_both_parts_of_an_error_share_its_fields():
    error = ModelError("{path}: holds no model", "put it beside {path}", path="a.gguf")
    assert str(error) == "a.gguf: holds no model; put it beside a.gguf"
    assert error.message.fields == {"cause": error.cause, "next_step": error.next_step}


def test_what_fills_it_in_is_never_taken_as_a_template():
    assert Message("{path}: is missing", path="{0.__class__}") == "{0.__class__}: is missing"


def test_a_message_survives_pickling():
    again = pickle.loads(pickle.dumps(Message("{n} takes", n=3)))
    assert (again, again.template, dict(again.fields)) == ("3 takes", "{n} takes", {"n": 3})
