"""Makes Audio8 models of the published sizes with random weights: as fast and as large as the real ones, and as mute.

    python tests/benchmarks/random_audio8.py OUT.gguf [--size 0.1b|0.6b] [--type q8_0]

The codec is made by random_dac.py. What they say is noise; the time it takes and the memory are those of the real one.
"""

from __future__ import annotations

import argparse
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import tokenizers
from numpy.typing import NDArray
from phonoscope import _native
from phonoscope.engine.families.audio8.conversion import role_of
from phonoscope.engine.families.audio8.file_info import TOKENIZER_KEY
from phonoscope.engine.families.audio8.tensor_shapes import model_shapes
from phonoscope.engine.models.config_file import Value
from phonoscope.engine.models.conversion_plan import PlannedFile, PlannedTensor, planned
from phonoscope.engine.models.convert import write_file
from phonoscope.engine.models.quantisation import TYPES, QuantisationPolicy

_ROWS_AT_ONCE = 1 << 12


def stack(prefix: str, *sizes: int, theta: float, pairs: bool, eps: float) -> dict[str, Value]:
    """Return the metadata of a stack: width, layers, heads, key heads, feed-forward width."""
    width, layers, heads, kv_heads, ffn = sizes
    return {
        prefix + "embedding_length": width,
        prefix + "block_count": layers,
        prefix + "attention.head_count": heads,
        prefix + "attention.head_count_kv": kv_heads,
        prefix + "attention.key_length": 64,
        prefix + "feed_forward_length": ffn,
        prefix + "attention.layer_norm_rms_epsilon": eps,
        prefix + "rope.freq_base": theta,
        prefix + "rope.pairs": pairs,
    }


def metadata(size: str) -> dict[str, Value]:
    """Return the metadata of a published size."""
    shared: dict[str, Value] = {
        "audio8.codebook_count": 10,
        "audio8.codebook_size": 4096,
        "audio8.context_length": 2048,
    }
    if size == "0.6b":
        return {
            "general.name": "Audio8-TTS-0.6B (random)",
            **stack("audio8.slow.", 896, 24, 14, 2, 4864, theta=1e6, pairs=True, eps=1e-6),
            **stack("audio8.fast.", 896, 4, 14, 2, 4864, theta=1e6, pairs=True, eps=1e-6),
            "audio8.embedding_scale": 1.0,
            "audio8.vocab_size": 155776,
            "audio8.semantic_begin_id": 151678,
            "audio8.eos_token_id": 151645,
            **shared,
        }
    mixer = {"head_count": 24, "head_length": 32, "state_size": 64, "group_count": 1, "conv_kernel": 4}
    return {
        "general.name": "Audio8-TTS-0.1B (random)",
        **stack("audio8.slow.", 512, 24, 8, 2, 768, theta=1e11, pairs=False, eps=1e-5),
        **{f"audio8.slow.ssm.{name}": value for name, value in mixer.items()},
        **stack("audio8.fast.", 512, 4, 8, 2, 4864, theta=1e11, pairs=True, eps=1e-5),
        "audio8.embedding_scale": 0.10888671875,
        "audio8.vocab_size": 69633,
        "audio8.semantic_begin_id": 65537,
        "audio8.eos_token_id": 228,
        **shared,
    }


def tokenizer_json() -> str:
    """Return a tokenizer of bytes: what it makes of a text does not matter here."""
    alphabet = {c: i for i, c in enumerate(tokenizers.pre_tokenizers.ByteLevel.alphabet())}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(alphabet, []))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    return str(tokenizer.to_str())


def random_tensor(name: str, shape: tuple[int, ...], policy: QuantisationPolicy) -> PlannedTensor:
    """Return a tensor, its shape fastest dimension first, with values of a plausible size."""
    generator = np.random.default_rng(zlib.crc32(name.encode()))
    n_rows, n_per_row = int(np.prod(shape[1:], dtype=np.int64)), shape[0]

    def rows() -> Iterator[NDArray[np.float32]]:
        for at in range(0, n_rows, _ROWS_AT_ONCE):
            values: Any = generator.standard_normal((min(_ROWS_AT_ONCE, n_rows - at), n_per_row), np.float32)
            if name.endswith("norm.weight"):
                values = 1 + 0.1 * values
            elif name.endswith("ssm_a"):
                values = -np.exp(values)
            elif name.endswith("ssm_dt.bias"):
                values = values - 3
            elif not name.endswith("embd.weight"):
                values *= 0.6 * n_per_row**-0.5
            yield np.asarray(values, np.float32)

    return planned(name, policy.wanted(role_of(name)), tuple(reversed(shape)), rows, name)


def make(out: Path, size: str, type_name: str) -> None:
    """Write a model."""
    keys = [*metadata(size).items(), (TOKENIZER_KEY, tokenizer_json())]
    with tempfile.TemporaryDirectory() as folder:
        empty = Path(folder) / "empty.gguf"
        write_file(empty, PlannedFile("audio8", "f32", keys, []))
        shapes = {name: [n or 1 for n in shape] for name, shape in model_shapes(_native.GgufFile(empty))}
    policy = QuantisationPolicy(type_name)
    tensors = [random_tensor(name, tuple(shape), policy) for name, shape in shapes.items()]
    write_file(out, PlannedFile("audio8", type_name, keys, tensors))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--size", choices=("0.1b", "0.6b"), default="0.1b")
    parser.add_argument("--type", choices=TYPES, default="q8_0")
    arguments = parser.parse_args()
    make(arguments.out, arguments.size, arguments.type)
