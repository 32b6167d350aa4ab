"""The metadata of an Audio8 GGUF file, from the configuration files of a published folder.

Keys are ``audio8.slow.*`` and ``audio8.fast.*`` for the two models, ``audio8.*`` for what they share, ``generation.*``
for sampling defaults; the tokenizer is stored whole, as ``tokenizer.huggingface.json``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from phonoscope.engine.families.audio8.file_info import TOKENIZER_KEY
from phonoscope.engine.families.audio8.published import Published
from phonoscope.engine.models.config_file import Config, Value

# Of the published weights: the hybrid size's are free below a yearly revenue of 2 million US dollars.
_LICENCES = {
    True: (("", "other"), (".name", "Audio8 Community License v1.0")),
    False: (("", "apache-2.0"), (".name", "Apache License 2.0")),
}


@dataclass(frozen=True)
class Multipliers:
    """Factors of the hybrid size's linear layers; they are folded into the weights."""

    attention_in: float
    attention_out: float
    key: float
    ssm_in: float
    ssm_out: float
    ssm: tuple[float, ...]
    """Of the rows of the mixer's input projection: gate, x, B, C, step size."""
    gate: float
    down: float


def is_hybrid(config: Config) -> bool:
    """Whether the slow model is a Falcon-H1 (0.1B), or a plain transformer (0.6B)."""
    return config.string("slow_backbone", "") == "falcon_h1"


def read_multipliers(config: Config) -> Multipliers:
    """Return the multipliers of a hybrid checkpoint."""
    mlp = config.numbers("mlp_multipliers", 2) if config.has("mlp_multipliers") else [1.0, 1.0]
    return Multipliers(
        attention_in=config.number("attention_in_multiplier", 1.0),
        attention_out=config.number("attention_out_multiplier", 1.0),
        key=config.number("key_multiplier", 1.0),
        ssm_in=config.number("ssm_in_multiplier", 1.0),
        ssm_out=config.number("ssm_out_multiplier", 1.0),
        ssm=tuple(config.numbers("ssm_multipliers", 5)) if config.has("ssm_multipliers") else (1.0,) * 5,
        gate=mlp[0],
        down=mlp[1],
    )


def model_metadata(published: Published) -> Iterator[tuple[str, Value]]:
    """Yield the metadata of the model file.

    Raises
    ------
    ModelError
        When a value of the configuration has the wrong type or range.
    """
    config = published.config
    hybrid = is_hybrid(config)
    config.only("rope_scaling", None)
    if hybrid:
        config.only("hidden_act", "silu")
    else:
        config.only("norm_fastlayer_input", True)
    yield "general.name", f"Audio8-TTS-{'0.1B' if hybrid else '0.6B'}"
    for key, value in _LICENCES[hybrid]:
        yield f"general.license{key}", value
    yield from _stack("audio8.slow.", config, "", fast=False)
    yield "audio8.slow.rope.pairs", not hybrid
    if hybrid:
        yield from _mixer("audio8.slow.ssm.", config)
    yield from _stack("audio8.fast.", config, "fast_", fast=True)
    yield "audio8.fast.rope.pairs", True
    yield "audio8.embedding_scale", config.number("embedding_multiplier", 1.0) if hybrid else 1.0
    yield "audio8.vocab_size", config.integer("vocab_size", low=1)
    yield "audio8.codebook_count", config.integer("num_codebooks", low=2, high=64)
    yield "audio8.codebook_size", config.integer("codebook_size", low=1)
    yield "audio8.semantic_begin_id", config.integer("semantic_begin_id", low=1)
    yield "audio8.eos_token_id", config.integer("eos_token_id")
    yield "audio8.context_length", config.integer("max_seq_len", low=1)
    yield from _generation(published.generation, config)
    if published.tokenizer is not None:
        yield TOKENIZER_KEY, published.tokenizer


def _stack(prefix: str, c: Config, p: str, *, fast: bool) -> Iterator[tuple[str, Value]]:
    yield prefix + "embedding_length", c.integer(f"{p}dim", low=1)
    yield prefix + "block_count", c.integer("n_fast_layer" if fast else "n_layer", low=1)
    yield prefix + "feed_forward_length", c.integer(f"{p}intermediate_size", low=1)
    yield prefix + "attention.head_count", c.integer(f"{p}n_head", low=1)
    yield prefix + "attention.head_count_kv", c.integer(f"{p}n_local_heads", low=1)
    yield prefix + "attention.key_length", c.integer(f"{p}head_dim", low=2)
    yield prefix + "attention.layer_norm_rms_epsilon", c.number("norm_eps")
    yield prefix + "rope.freq_base", c.number("rope_base")


def _mixer(prefix: str, c: Config) -> Iterator[tuple[str, Value]]:
    c.only("time_step_limit", [0.0, math.inf])  # step sizes are as they come
    yield prefix + "head_count", c.integer("mamba_n_heads", low=1)
    yield prefix + "head_length", c.integer("mamba_d_head", low=1)
    yield prefix + "state_size", c.integer("mamba_d_state", low=1)
    yield prefix + "group_count", c.integer("mamba_n_groups", low=1)
    yield prefix + "conv_kernel", c.integer("mamba_d_conv", low=1, high=64)
    yield prefix + "norm", c.boolean("mamba_rms_norm", False)
    yield prefix + "norm_before_gate", c.boolean("mamba_norm_before_gate", False)


def _generation(c: Config, config: Config) -> Iterator[tuple[str, Value]]:
    yield "generation.do_sample", c.boolean("do_sample", True)
    yield "generation.temperature", c.number("temperature", 0.7)
    yield "generation.top_k", c.integer("top_k", 50)
    yield "generation.top_p", c.number("top_p", 0.9)
    yield "generation.ras_window_size", config.integer("ras_window_size", 10, high=1000)
    yield "generation.ras_temperature", config.number("ras_temperature", 1.0)
    yield "generation.ras_top_p", config.number("ras_top_p", 0.9)
