import hashlib
import json
from pathlib import Path

import pytest
from gguf import GGUFReader

DATA = Path(__file__).parents[2] / "data"
# What this converter writes differently, on purpose: the true width of a codeword and the true end-of-text id.
CORRECTED = {"qwen3-tts-tokenizer.decoder.codebook_dim_internal": 16, "tokenizer.ggml.eos_token_id": 361}
ADDED = {"qwen3-tts.text.assistant_id", "qwen3-tts.text.newline_id"}


@pytest.mark.parametrize("part", ["talker", "codec"])
def test_f32_file_equals_the_one_of_an_independent_converter(qwen3_tiny, part):
    expected = json.loads((DATA / "qwen3_tiny" / "first_dialect.json").read_text())[part]
    reader = GGUFReader(getattr(qwen3_tiny, part))
    keys = {
        name: [[t.name for t in field.types], field.contents()]
        for name, field in reader.fields.items()
        if not name.startswith("GGUF.")
    }
    for name in ADDED & keys.keys():
        del keys[name]
    for name, value in CORRECTED.items():
        if name in keys:
            assert keys[name][1] == value
            keys[name] = expected["keys"][name]
    assert keys == expected["keys"]
    tensors = {
        t.name: [t.tensor_type.name, [int(n) for n in t.shape], hashlib.sha256(t.data.tobytes()).hexdigest()]
        for t in reader.tensors
    }
    assert tensors == expected["tensors"]
