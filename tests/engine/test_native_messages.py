import re
from pathlib import Path

import pytest
from phonoscope import _native
from phonoscope.engine.errors import ModelError, native_errors
from phonoscope.engine.message import Message
from phonoscope.engine.native_messages import FORMS, HINTS, OPERATIONS, PHRASES, native_message

SOURCES = Path(__file__).resolve().parents[2] / "native" / "src"
KNOWN = re.sub(r"\{\w+\}", "", "\n".join((*FORMS, *(f" ({hint})" for hint in HINTS), *PHRASES)))
SAYING = re.compile(r"\b(?:refuse|ModelFileError|ArgumentError|Error)\(")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')


def said_texts():
    """Every text that native code says, except where Python calls it wrongly (the binding)."""
    for path in sorted(SOURCES.rglob("*.cpp")):
        if "bind" in path.parts:
            continue
        source = re.sub(r"//[^\n]*", "", path.read_text("utf-8"))
        source = re.sub(r'"\s*\n\s*"', "", source)  # one literal over two lines
        for call in SAYING.finditer(source):
            statement = source[call.end() : source.index(";\n", call.end())]
            for literal in LITERAL.findall(statement):
                if re.search("[a-z]{3}", literal):
                    yield pytest.param(literal, id=f"{path.name}-{literal[:40]}")


@pytest.mark.parametrize("text", list(said_texts()))
def test_every_text_of_the_native_module_is_part_of_a_form(text):
    for hint in HINTS:
        text = text.removesuffix(f" ({hint})")
    is_whole = native_message(text).template != text
    assert is_whole or text.removeprefix(": ") in KNOWN


def test_every_operation_that_an_alarm_can_name_is_known():
    sources = "\n".join(path.read_text("utf-8") for path in SOURCES.rglob("*.cpp"))
    named = re.findall(r'\.operation = "([^"]+)"', sources)
    named += re.findall(r'\.name = "([^"]+)"', (SOURCES / "lm" / "stack.cpp").read_text("utf-8"))
    assert set(named) == set(OPERATIONS)


def field(message, name):
    value = message.fields[name]
    assert isinstance(value, Message)
    return value


def test_a_path_a_form_and_a_hint_are_told_apart():
    text = "/a: b/model.gguf: ends inside a tensor name (damaged or cut short? fetch or convert it again)"
    message = native_message(text)
    assert message == text
    assert message.template == "{problem} ({hint})"
    assert field(message, "hint").template == "damaged or cut short? fetch or convert it again"
    named = field(message, "problem")
    assert named.fields["path"] == "/a: b/model.gguf"
    problem = field(named, "problem")
    assert problem.template == "ends inside {what}"
    assert field(problem, "what").template == "a tensor name"


def test_a_text_of_no_form_stays_as_it_is():
    assert native_message("something {else}") == "something {else}"


GIVE = "give the right file, or fetch or convert it again"


@pytest.mark.parametrize(
    ("content", "form", "next_step"),
    [
        (None, "cannot be opened ({error})", GIVE),
        (b"", "is empty", GIVE),
        (b"no model", "is not a GGUF file", GIVE),
        (b"GGUF\x09\0\0\0", "has GGUF version {version}; versions 2 and 3 (little-endian) can be read", GIVE),
        (b"GGUF\x03\0\0\0\x01", "ends inside {what}", "damaged or cut short? fetch or convert it again"),
    ],
)
def test_what_is_said_of_a_damaged_file_has_a_form_and_says_what_to_do(tmp_path, content, form, next_step):
    path = tmp_path / "model.gguf"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(ModelError) as caught, native_errors():
        _native.GgufFile(path)
    cause = caught.value.cause
    assert cause.template == "{path}: {problem}"
    assert (cause.fields["path"], field(cause, "problem").template) == (str(path), form)
    assert caught.value.next_step.template == next_step
