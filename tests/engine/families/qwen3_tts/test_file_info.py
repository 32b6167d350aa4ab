"""What a talker file says about itself, in both dialects."""

from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFWriter
from phonoscope._native import GgufFile
from phonoscope.engine.errors import ModelError
from phonoscope.engine.families.qwen3_tts.file_info import Dialect, GenerationDefaults, read_model_info

TOKENS = [f"t{i}" for i in range(151643)] + [f"[PAD{i}]" for i in range(151643, 151936)]
TOKENS[77091], TOKENS[198] = "assistant", "Ċ"
SECOND = {
    "embedding_length": 64,
    "vocab_size": 3072,
    "text_vocab_size": 151936,
    "num_code_groups": 16,
    "code_predictor.vocab_size": 2048,
    "codec.pad_id": 2148,
    "codec.bos_id": 2149,
    "codec.eos_id": 2150,
    "language.names": ["English", "chinese"],
    "language.ids": [2050, 2055],
    "speaker.names": ["Eric", "aiden"],
    "speaker.ids": [2075, 2061],
    "speaker.dialects": ["Sichuan_Dialect", ""],
}


def written(path: Path, changes: dict[str, object] | None = None, tokens: list[str] = TOKENS) -> GgufFile:
    """Write a file with the second dialect's metadata; a change to None leaves the key out."""
    writer = GGUFWriter(path, "qwen3-tts")
    for key, value in {**SECOND, **(changes or {})}.items():
        if isinstance(value, int):
            writer.add_uint32("qwen3-tts." + key, value)
        elif isinstance(value, list):
            writer.add_array("qwen3-tts." + key, value)
        elif isinstance(value, str):
            writer.add_string("qwen3-tts." + key, value)
    writer.add_array("tokenizer.ggml.tokens", tokens)
    writer.add_tensor("talker.codec_head.weight", np.zeros((2, 2), np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return GgufFile(path)


def test_first_dialect_gives_the_ids_of_the_file(qwen3_tiny):
    info = read_model_info(GgufFile(qwen3_tiny.talker))
    assert info.dialect is Dialect.FIRST
    assert (info.width, info.n_codebooks, info.codebook_size, info.model_type) == (64, 16, 64, "base")
    assert (info.ids.im_start, info.ids.assistant, info.ids.newline, info.ids.codec_eos) == (362, 263, 10, 166)
    assert info.speakers["eric"].dialect == "sichuan_dialect"
    assert info.languages["english"] == 66
    assert info.read_tokenizer().tokens[263] == "assistant"
    assert info.read_tokenizer().special_tokens["<|im_end|>"] == 363


def test_second_dialect_takes_the_ids_of_the_released_checkpoints(tmp_path):
    info = read_model_info(written(tmp_path / "talker.gguf"))
    assert info.dialect is Dialect.SECOND
    assert (info.ids.im_start, info.ids.assistant, info.ids.newline, info.ids.tts_eos) == (151644, 77091, 198, 151673)
    assert (info.ids.codec_think, info.ids.codec_think_eos) == (2154, 2157)
    assert dict(info.languages) == {"english": 2050, "chinese": 2055}
    assert (info.speakers["eric"].dialect, info.speakers["aiden"].dialect) == ("sichuan_dialect", None)
    assert info.generation == GenerationDefaults()
    assert info.read_tokenizer().special_tokens["<tts_text_eod>"] == 151673
    assert not any(token.startswith("[PAD") for token in info.read_tokenizer().special_tokens)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"embedding_length": None}, "embedding_length is missing"),
        ({"embedding_length": 0}, "embedding_length must be an integer in 1.."),
        ({"embedding_length": "64"}, "embedding_length must be an integer"),
        ({"num_code_groups": 1}, "num_code_groups must be an integer in 2..64"),
        ({"vocab_size": 2152}, "outside its vocabulary of 2152"),
        ({"text_vocab_size": 151_640}, "outside its vocabulary of 151640"),
        ({"codec.eos_id": 3072}, "codec.eos_id must be an integer in 0..3071"),
        ({"language.ids": [1]}, "lists 2 language names but 1 ids"),
        ({"language.ids": [1, 3072]}, "language 'chinese' has id 3072"),
        ({"language.names": [1, 2]}, "must be a list of strings"),
        ({"speaker.names": ["Eric", "eric"]}, "lists a speaker twice"),
        ({"speaker.dialects": ["a"]}, "2 speakers but 1 speaker dialects"),
    ],
)
def test_metadata_that_contradicts_itself_is_refused(tmp_path, changes, expected):
    with pytest.raises(ModelError) as caught:
        read_model_info(written(tmp_path / "talker.gguf", changes))
    assert expected in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path / "talker.gguf"))


def test_a_token_list_longer_than_the_embedding_is_refused(tmp_path):
    info = read_model_info(written(tmp_path / "talker.gguf", tokens=[*TOKENS, "one too many"]))
    with pytest.raises(ModelError, match="151937 tokens for a text embedding of 151936 rows"):
        info.read_tokenizer()


def test_a_token_list_without_the_prompts_own_words_is_refused(tmp_path):
    with pytest.raises(ModelError, match="the token list lacks 'assistant'"):
        read_model_info(written(tmp_path / "talker.gguf", tokens=["Ċ"]))
