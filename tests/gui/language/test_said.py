import re

import numpy as np
import pytest
import soundfile
from phonoscope import _native
from phonoscope.engine.audio.quality import assess
from phonoscope.engine.audio.recordings import read_recording
from phonoscope.engine.errors import ModelError, PhonoscopeError, native_errors
from phonoscope.engine.message import Message
from phonoscope.engine.models.store import resolve
from phonoscope.gui.language.engine_templates import engine_templates
from phonoscope.gui.language.said import said

from ..steps import LONG_MS


def test_without_a_translation_a_message_is_english(qapp):
    assert (
        said(PhonoscopeError("{path}: is a folder", "give another name", path="a"))
        == "a: is a folder; give another name"
    )
    assert said("what is no message") == "what is no message"


def test_errors_are_said_in_french(in_french):
    with pytest.raises(ModelError) as caught:
        resolve("no such model")
    assert str(caught.value).startswith("no such model: is no file, no folder")
    assert re.match(r"no such model : n.est ni un fichier, .* ; voyez phonoscope models list", said(caught.value))


def test_messages_within_messages_are_translated_too(in_french):
    inner = Message("{key} must be {wanted}", key="x", wanted=Message("a whole number"))
    outer = ModelError("{what}: {problem}", "check the file", what="a.json", problem=inner)
    assert said(outer) == "a.json : x must be un nombre entier ; vérifiez le fichier"


def test_fixed_words_of_the_engine_are_translated_within_messages(in_french):
    error = PhonoscopeError("{stage}: {operation} {name}", stage="talker", operation="feed-forward", name="talker")
    assert said(error) == "parleur: réseau à propagation avant talker"


def test_what_the_native_module_says_of_a_file_is_said_in_french(in_french, tmp_path):
    path = tmp_path / "cut.gguf"
    path.write_bytes(b"GGUF\x03\0\0\0\x01")
    with pytest.raises(ModelError) as caught, native_errors():
        _native.GgufFile(path)
    problem = "se termine dans le nombre de tenseurs"
    assert said(caught.value) == f"{path} : {problem} ; abîmé ou tronqué ? récupérez-le ou convertissez-le de nouveau"


def test_values_with_braces_are_said_as_they_are(in_french):
    assert said(ModelError("{path}: is missing", path="{n}.gguf")) == "{n}.gguf : manque"


def test_advice_on_a_recording_is_said_in_french(in_french, tmp_path):
    soundfile.write(tmp_path / "quiet.wav", np.full(24_000, 1e-3, np.float32), 24_000)
    advice = assess(read_recording(tmp_path / "quiet.wav", 24_000)).advice
    assert advice[0].startswith("Short:")
    assert said(advice[0]).startswith("Court :")


def test_the_window_says_in_french_what_a_model_lacks(in_french, qtbot, window, tmp_path):
    damaged = tmp_path / "empty"
    damaged.mkdir()
    window.panel.engine_card.set_model(str(damaged))
    window.panel.engine_card.load_button.click()
    qtbot.waitUntil(lambda: bool(window.panel.message.text()), timeout=LONG_MS)
    assert "ne contient pas de fichier GGUF lisible" in window.panel.message.text()


def test_templates_are_found_wherever_messages_are_made(tmp_path):
    (tmp_path / "some.py").write_text(
        "raise VoiceError('{a}: one' if a else 'two', _NEXT, a=a)\n"
        "_NEXT = Message('three')\n"
        "keys.refuse('four {n}', 'five', n=n)\n"
        "raise ValueError(f'{a} is a fault of the program')\n"
    )
    assert set(engine_templates(tmp_path)) == {"{a}: one", "two", "three", "four {n}", "five"}


@pytest.mark.parametrize("made", ["f'{path}: one'", "'a' + path", "str(error)", "', '.join(names)"])
def test_a_message_that_nobody_could_translate_is_found(tmp_path, made):
    (tmp_path / "some.py").write_text(f"raise ModelError({made}, 'two')\n")
    with pytest.raises(ValueError, match=r"some\.py:1: give a template"):
        engine_templates(tmp_path)
