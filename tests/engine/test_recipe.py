import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from phonoscope.engine.errors import OutputError, RequestError
from phonoscope.engine.recipe import Recipe, audio_digest, codes_digest, read_recipe
from phonoscope.engine.request import ModelReference, SynthesisRequest

RECIPE = Recipe(SynthesisRequest("Grüße.", ModelReference("a.gguf")), "0a" * 32, "0b" * 32)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "take.json"
    RECIPE.write(path)
    return path


def test_round_trip(path):
    assert read_recipe(path) == RECIPE
    assert "Grüße" in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda r: r.pop("result"), "is no recipe of Phonoscope"),
        (lambda r: r.update(more=1), "is no recipe of Phonoscope"),
        (lambda r: r.update(version=9), "version 9 is unknown; update Phonoscope"),
        (lambda r: r["result"].update(audio_sha256="xyz"), "the digests are damaged"),
        (lambda r: r["result"].update(audio_sha256=5), "the digests are damaged"),
        (lambda r: r.update(result=[]), "the digests are damaged"),
        (lambda r: r["request"].update(seed=-1), "seed is -1, out of range"),
        (lambda r: r.update(request=None), "is no request of Phonoscope"),
    ],
)
def test_damaged_recipes(path, change, problem):
    plain = json.loads(path.read_text("utf-8"))
    change(plain)
    path.write_text(json.dumps(plain), "utf-8")
    with pytest.raises(RequestError, match=problem) as caught:
        read_recipe(path)
    assert str(caught.value).startswith(str(path))


@given(st.integers(0, 1500), st.binary(max_size=20))
def test_any_bytes_are_refused_or_read(tmp_path_factory, place, data):
    path = tmp_path_factory.getbasetemp() / "any.json"
    RECIPE.write(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:place] + data + whole[place + len(data) :])
    try:
        read_recipe(path)
    except RequestError as error:
        assert "\n" not in str(error)


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(RequestError, match="No such file"):
        read_recipe(tmp_path / "none.json")
    with pytest.raises(OutputError, match="give a writable folder"):
        RECIPE.write(tmp_path / "none" / "take.json")


def test_digests_depend_on_every_bit():
    audio = np.zeros(4, np.float32)
    nearly = np.array([0, 0, 0, 1e-45], np.float32)
    assert audio_digest(audio) != audio_digest(nearly)
    assert audio_digest(audio[::2]) == audio_digest(np.zeros(2, np.float32))
    assert codes_digest(np.array([[1, 2], [3, 4]], np.int32)) != codes_digest(np.array([[1, 3], [2, 4]], np.int32))
