"""The two halves of a model find each other and are checked."""

import shutil

import numpy as np
import pytest
from phonoscope import _native
from phonoscope.engine.errors import ModelError
from phonoscope.engine.models.convert import convert
from phonoscope.engine.models.pair import ModelPair
from phonoscope.engine.models.pairing import find_pair
from phonoscope.engine.models.quantisation import QuantisationPolicy

F32 = QuantisationPolicy("f32")


@pytest.fixture
def pair(qwen3_tiny, tmp_path):
    return ModelPair(
        shutil.copy(qwen3_tiny.talker, tmp_path / "voice.gguf"),
        shutil.copy(qwen3_tiny.codec, tmp_path / "voice-tokenizer.gguf"),
    )


@pytest.fixture
def smaller_codec(checkpoint, tmp_path):
    """A speech tokenizer of 8 codebooks."""
    checkpoint.edit_json("config.json", lambda c: c["talker_config"].update(num_code_groups=8))
    dropped = tuple(f".{part}.{i}.weight" for part in ("codec_embedding", "lm_head") for i in range(7, 15))
    checkpoint.write_tensors({k: v for k, v in checkpoint.tensors().items() if not k.endswith(dropped)})
    checkpoint.edit_json("speech_tokenizer/config.json", lambda c: c["decoder_config"].update(num_quantizers=8))
    checkpoint.edit_json("speech_tokenizer/config.json", lambda c: c.update(encoder_valid_num_quantizers=8))
    (tmp_path / "other").mkdir()
    return convert(checkpoint.folder, tmp_path / "other" / "other.gguf", F32).codec


def test_either_file_leads_to_both(pair):
    assert find_pair(pair.model) == find_pair(pair.codec) == pair


def test_one_file_is_its_own_pair(qwen3_tiny, tmp_path):
    path = convert(qwen3_tiny.folder, tmp_path / "model.gguf", F32, single=True).model
    assert find_pair(path) == ModelPair(path, path)


def test_the_tokenizer_written_with_the_talker_comes_before_others(pair, tmp_path):
    shutil.copy(pair.codec, tmp_path / "a-tokenizer.gguf")
    assert find_pair(pair.model) == pair
    pair.codec.unlink()
    assert find_pair(pair.model).codec == tmp_path / "a-tokenizer.gguf"


def test_damaged_neighbours_do_not_matter(pair, tmp_path):
    (tmp_path / "half.gguf").write_bytes(pair.codec.read_bytes()[:5000])
    assert find_pair(pair.model) == pair


def test_no_other_codec_takes_the_place_of_a_damaged_one(pair, tmp_path):
    shutil.copy(pair.codec, tmp_path / "other.gguf")
    pair.codec.write_bytes(pair.codec.read_bytes()[:5000])
    with pytest.raises(ModelError, match=f"{pair.codec.name}.*cut short"):
        find_pair(pair.model)


def test_no_other_codec_takes_the_place_of_one_that_does_not_belong(pair, smaller_codec, tmp_path):
    pair.codec.rename(tmp_path / "other.gguf")
    assert find_pair(pair.model).codec == tmp_path / "other.gguf"
    shutil.copy(smaller_codec, pair.codec)
    with pytest.raises(ModelError, match=f"{pair.codec.name}: does not belong to voice.gguf"):
        find_pair(pair.model)


def test_a_talker_alone_says_what_is_missing(pair):
    pair.codec.unlink()
    with pytest.raises(ModelError, match=r"lies beside it; put its codec there as voice-tokenizer"):
        find_pair(pair.model)


def test_a_tokenizer_alone_or_between_talkers_says_so(pair, tmp_path):
    codec = pair.codec.rename(tmp_path / "shared.gguf")
    assert find_pair(codec).model == pair.model
    shutil.copy(pair.model, tmp_path / "second.gguf")
    with pytest.raises(ModelError, match="2 models beside it fit"):
        find_pair(codec)


def test_a_foreign_tokenizer_is_refused(pair, smaller_codec, tmp_path):
    with pytest.raises(ModelError, match=r"does not belong to voice.gguf: it has 8 codebooks, the model speaks 16"):
        find_pair(pair.model, smaller_codec)
    pair.codec.unlink()
    shutil.copy(smaller_codec, tmp_path / "other.gguf")
    with pytest.raises(ModelError, match=r"other\.gguf does not belong to it: it has 8 codebooks"):
        find_pair(pair.model)


def test_a_file_of_something_else_is_refused(tmp_path):
    from gguf import GGUFWriter

    path = tmp_path / "llm.gguf"
    writer = GGUFWriter(path, "llama")
    writer.add_tensor("token_embd.weight", np.zeros((2, 2), np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    with pytest.raises(ModelError, match="holds neither a model nor a codec"):
        find_pair(path)
    assert _native.GgufFile(path).metadata == {"general.architecture": "llama"}
