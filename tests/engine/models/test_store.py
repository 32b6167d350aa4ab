"""What a person calls a model becomes its files."""

import shutil
import sys
from pathlib import Path

import pytest
from phonoscope.engine.errors import ModelError
from phonoscope.engine.models import fetch as fetching
from phonoscope.engine.models.convert import ConversionProgress
from phonoscope.engine.models.fetch import fetch
from phonoscope.engine.models.store import (
    bundled_models,
    cache_path,
    content_hash,
    list_models,
    resolve,
    store_path,
)
from phonoscope.engine.models.verify import verify


@pytest.fixture(autouse=True)
def empty_folders(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_a_gguf_file_and_its_folder_lead_to_the_pair(qwen3_tiny):
    pair = resolve(str(qwen3_tiny.talker))
    assert (pair.model, pair.codec) == (qwen3_tiny.talker, qwen3_tiny.codec)
    assert resolve(str(qwen3_tiny.talker.parent)) == pair


def test_a_name_from_the_store(qwen3_tiny):
    shutil.copytree(qwen3_tiny.talker.parent, store_path() / "tiny")
    assert [(m.name, m.path.name) for m in list_models()][:1] == [("tiny", "talker.gguf")]
    assert resolve("tiny").model == store_path() / "tiny" / "talker.gguf"


def test_no_folder_hides_a_name_from_the_store(qwen3_tiny, tmp_path, monkeypatch):
    shutil.copytree(qwen3_tiny.talker.parent, store_path() / "tiny")
    shutil.copytree(qwen3_tiny.talker.parent, tmp_path / "tiny")
    shutil.copytree(qwen3_tiny.talker.parent, tmp_path / "other")
    monkeypatch.chdir(tmp_path)
    assert resolve("tiny").model == store_path() / "tiny" / "talker.gguf"
    assert resolve("./tiny").model == Path("tiny/talker.gguf")
    assert resolve("other").model == Path("other/talker.gguf")


def test_the_model_that_comes_with_the_program_has_a_name_and_is_sound():
    bundled = bundled_models()
    assert [m.name for m in bundled] == ["phonoscope-voice"]
    assert bundled[0] in list_models()
    pair = resolve("phonoscope-voice")
    assert pair.model == bundled[0].path
    assert verify(pair.model).ok
    assert verify(pair.codec).ok


def test_an_unknown_name_lists_what_there_is(qwen3_tiny):
    shutil.copytree(qwen3_tiny.talker.parent, store_path() / "tiny")
    with pytest.raises(ModelError, match=r"huge: is no file, no folder and no name in the store \(.*tiny\)"):
        resolve("huge")


def test_a_hugging_face_folder_is_converted_once_for_each_content_and_type(checkpoint):
    steps: list[ConversionProgress] = []
    first = resolve(str(checkpoint.folder), progress=steps.append)
    assert steps
    assert verify(first.model).ok
    assert first.model.is_relative_to(cache_path())
    steps.clear()
    assert resolve(str(checkpoint.folder), progress=steps.append) == first
    assert steps == []
    assert resolve(str(checkpoint.folder), type_name="f32").model != first.model
    checkpoint.edit_json("config.json", lambda c: c.update(tts_model_type="custom_voice"))
    assert resolve(str(checkpoint.folder)).model.parent != first.model.parent


def test_the_codec_that_is_given_goes_before_the_converted_one(checkpoint, qwen3_tiny, tmp_path):
    pair = resolve(str(checkpoint.folder), codec=qwen3_tiny.codec)
    assert pair.model.is_relative_to(cache_path())
    assert pair.codec == qwen3_tiny.codec
    with pytest.raises(ModelError, match=r"none\.gguf"):
        resolve(str(checkpoint.folder), codec=tmp_path / "none.gguf")


def test_the_key_is_the_content_not_the_place(checkpoint, tmp_path):
    before = content_hash(checkpoint.folder)
    moved = checkpoint.folder.rename(tmp_path / "moved")
    assert content_hash(moved) == before
    with (moved / "model.safetensors").open("r+b") as file:
        file.seek(-1, 2)
        file.write(b"\x01")
    assert content_hash(moved) != before


def test_a_folder_of_several_models_asks_which(qwen3_tiny, tmp_path):
    for name in ("a.gguf", "b.gguf"):
        shutil.copy(qwen3_tiny.talker, tmp_path / name)
    shutil.copy(qwen3_tiny.codec, tmp_path / "c.gguf")
    with pytest.raises(ModelError, match="holds 2 models; give one of the files, such as"):
        resolve(str(tmp_path))
    (tmp_path / "none").mkdir()
    with pytest.raises(ModelError, match="holds no readable GGUF file"):
        resolve(str(tmp_path / "none"))


def test_a_folder_of_one_talker_and_several_tokenizers_is_one_model(qwen3_tiny, tmp_path):
    talker = shutil.copy(qwen3_tiny.talker, tmp_path / "a.gguf")
    for name in ("b.gguf", "c.gguf"):
        shutil.copy(qwen3_tiny.codec, tmp_path / name)
    assert resolve(str(tmp_path)).model == talker


def test_fetch_refuses_what_is_no_name():
    with pytest.raises(ModelError, match="OWNER/REPOSITORY"):
        fetch("../../etc")


def test_fetch_without_the_optional_package_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(ModelError, match=r"pip install phonoscope\[fetch\]"):
        fetch("owner/model")


def test_fetch_offline_is_one_line_and_leaves_nothing(monkeypatch):
    hub = pytest.importorskip("huggingface_hub")

    def unreachable(*_args, **_kwargs):
        raise ConnectionError("no route")

    monkeypatch.setattr(hub, "snapshot_download", unreachable)
    with pytest.raises(
        ModelError,
        match=r"owner/model: cannot be fetched \(the Hugging Face Hub cannot be reached\); check the network",
    ):
        fetching.fetch("owner/model")
    assert list(store_path().iterdir()) == []
