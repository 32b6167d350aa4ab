"""GGUF files in 32 or 16 bits become others: the same that the published checkpoint becomes."""

import numpy as np
import pytest
from phonoscope import _native
from phonoscope.engine.errors import ModelError, OutputError
from phonoscope.engine.models.convert import ConversionProgress, convert
from phonoscope.engine.models.quantisation import QuantisationPolicy
from phonoscope.engine.models.store import check_quantisable, quantised, resolve
from phonoscope.engine.models.verify import verify


@pytest.fixture(autouse=True)
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def contents(path):
    file = _native.GgufFile(path)
    tensors = [(t.name, t.type, t.ne, file.tensor_bytes(t.name).tobytes()) for t in file.tensors]
    return list(file.metadata.items()), tensors


@pytest.mark.parametrize("type_name", ["f16", "q8_0", "q4_K"])
@pytest.mark.parametrize("folder", ["qwen3_tiny/model", "audio8_ship", "echo_tiny"])
def test_a_file_in_32_bits_becomes_what_its_checkpoint_becomes(data, tmp_path, folder, type_name):
    exact = convert(data / folder, tmp_path / "exact.gguf", QuantisationPolicy("f32"))
    expected = convert(data / folder, tmp_path / "expected.gguf", QuantisationPolicy(type_name))
    again = convert(exact.model, tmp_path / "again.gguf", QuantisationPolicy(type_name))
    for ours, theirs in ((again.model, expected.model), (again.codec, expected.codec)):
        assert contents(ours) == contents(theirs)
    assert again.tensors_by_type == expected.tensors_by_type
    assert again.fallbacks == expected.fallbacks


def test_model_and_codec_in_one_file_stay_in_one(qwen3_tiny, tmp_path):
    single = convert(qwen3_tiny.folder, tmp_path / "single.gguf", QuantisationPolicy("bf16"), single=True).model
    again = convert(single, tmp_path / "again.gguf", QuantisationPolicy("q8_0"))
    assert again.model == again.codec
    assert verify(again.model).ok
    types = {tensor.name: tensor.type for tensor in _native.GgufFile(again.model).tensors}
    assert types["talker.blk.0.attn_q.weight"] == "q8_0"
    assert types["tok_dec.pre_conv.weight"] == "f16"


def test_a_quantised_file_is_refused_with_what_to_do(qwen3_tiny, tmp_path):
    eight = convert(qwen3_tiny.folder, tmp_path / "eight.gguf", QuantisationPolicy("q8_0")).model
    for refused in (
        lambda: convert(eight, tmp_path / "four.gguf", QuantisationPolicy("q4_K")),
        lambda: quantised(str(eight), "q4_K"),
        lambda: check_quantisable(str(eight)),
    ):
        with pytest.raises(ModelError, match=r"quantised already .*; give a file in 32 or 16 bits"):
            refused()
    assert not (tmp_path / "four.gguf").exists()


def test_a_file_is_not_converted_into_itself_nor_pruned(qwen3_tiny, tmp_path):
    with pytest.raises(OutputError, match="is what is converted"):
        convert(qwen3_tiny.talker, qwen3_tiny.talker, QuantisationPolicy("q8_0"))
    with pytest.raises(ModelError, match="only a published checkpoint"):
        convert(qwen3_tiny.talker, tmp_path / "out.gguf", QuantisationPolicy("q8_0", pruned=True))


@pytest.mark.parametrize("source", ["folder", "talker"])
def test_every_storage_type_is_made_once(qwen3_tiny, source):
    model = str(getattr(qwen3_tiny, source))
    check_quantisable(model)
    steps: list[ConversionProgress] = []
    first = quantised(model, "q8_0", steps.append)
    assert steps
    steps.clear()
    assert quantised(model, "q8_0", steps.append) == first == resolve(str(first.model))
    assert steps == []
    assert quantised(model, "f16") != first


def test_rows_come_some_at_a_time_and_all_of_them(qwen3_tiny, tmp_path, monkeypatch):
    whole = convert(qwen3_tiny.talker, tmp_path / "whole.gguf", QuantisationPolicy("f32")).model
    monkeypatch.setattr("phonoscope.engine.models.requantise._CHUNK_VALUES", 100)
    parts = convert(qwen3_tiny.talker, tmp_path / "parts.gguf", QuantisationPolicy("f32")).model
    np.testing.assert_array_equal(np.fromfile(whole, np.uint8), np.fromfile(parts, np.uint8))
