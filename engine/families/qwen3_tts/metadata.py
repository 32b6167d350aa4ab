"""The metadata of the first GGUF dialect, from the configuration files of a Hugging Face folder.

Every dimension and id comes from ``config.json``. Three keys are written that this dialect's other converter does
not know or writes as a constant: the ids of ``assistant`` and newline (every prompt starts with them), the true
width of a codeword, and the tokenizer's own end-of-text id.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from pathlib import Path

from phonoscope.engine.errors import ModelError
from phonoscope.engine.models.checkpoint import read_json
from phonoscope.engine.models.config_file import Config, Value

_TOKEN_NORMAL, _TOKEN_SPECIAL, _TOKEN_GAP = 1, 4, 5
# Of the speech tokenizer; they keep their names behind a prefix.
_DECODER_DIMENSIONS = (
    "latent_dim",
    "codebook_dim",
    "codebook_size",
    "decoder_dim",
    "hidden_size",
    "intermediate_size",
    "head_dim",
    "num_attention_heads",
    "num_key_value_heads",
    "num_hidden_layers",
    "num_quantizers",
    "num_semantic_quantizers",
    "sliding_window",
)
_ENCODER_DIMENSIONS = (
    "num_filters",
    "kernel_size",
    "last_kernel_size",
    "residual_kernel_size",
    "num_residual_layers",
    "dilation_growth_rate",
    "compress",
    "hidden_size",
    "intermediate_size",
    "head_dim",
    "num_attention_heads",
    "num_key_value_heads",
    "num_hidden_layers",
    "codebook_dim",
    "codebook_size",
    "num_quantizers",
    "num_semantic_quantizers",
)


def talker_metadata(folder: Path) -> Iterator[tuple[str, Value]]:
    """Yield the metadata of the talker file.

    Raises
    ------
    ModelError
        When a configuration file is missing, or a value in it has the wrong type or range.
    """
    config = Config.read(folder / "config.json")
    talker = config.part("talker_config")
    size, kind = config.string("tts_model_size", ""), config.string("tts_model_type", "base")
    yield "general.name", f"Qwen3-TTS-12Hz-{_size_text(size)}-{kind}"
    yield "qwen3-tts.tokenizer_type", config.string("tokenizer_type", "qwen3_tts_tokenizer_12hz")
    yield "qwen3-tts.model_size", size
    yield "qwen3-tts.model_type", kind
    yield "qwen3-tts.num_code_groups", talker.integer("num_code_groups", low=2, high=64)
    yield from _transformer("qwen3-tts.talker.", talker)
    yield "qwen3-tts.talker.text_vocab_size", talker.integer("text_vocab_size", low=1)
    yield "qwen3-tts.talker.text_hidden_size", talker.integer("text_hidden_size", low=1)
    yield "qwen3-tts.talker.position_id_per_seconds", talker.integer("position_id_per_seconds", 13)
    rope = talker.part("rope_scaling") if talker.has("rope_scaling") else None
    if rope is not None and rope.has("mrope_section"):
        yield "qwen3-tts.talker.rope.mrope_section", rope.integers("mrope_section")
        yield "qwen3-tts.talker.mrope_interleaved", rope.boolean("interleaved", False)
    yield from _transformer("qwen3-tts.code_pred.", talker.part("code_predictor_config"))
    if config.has("speaker_encoder_config"):
        speaker = config.part("speaker_encoder_config")
        yield "qwen3-tts.spk_enc.embedding_length", speaker.integer("enc_dim", low=1)
        yield "qwen3-tts.spk_enc.sample_rate", speaker.integer("sample_rate", 24000, low=1)
    for name in ("pad", "bos", "eos", "think", "nothink", "think_bos", "think_eos"):
        key = "codec_eos_token_id" if name == "eos" else f"codec_{name}_id"
        yield f"qwen3-tts.codec.{name}_id", talker.integer(key)
    yield from _languages_and_speakers(talker)
    for name in ("im_start", "im_end", "tts_pad", "tts_bos", "tts_eos"):
        yield f"qwen3-tts.text.{name}_id", config.integer(f"{name}_token_id")
    yield from _generation(folder)
    yield from _tokenizer(folder, config, talker.integer("text_vocab_size", low=1))


def codec_metadata(folder: Path) -> Iterator[tuple[str, Value]]:
    """Yield the metadata of the speech tokenizer file, from ``folder`` (the one with the tokenizer's own config).

    Raises
    ------
    ModelError
        When the configuration file is missing, or a value in it has the wrong type or range.
    """
    config = Config.read(folder / "config.json")
    p = "qwen3-tts-tokenizer."
    for key in (
        "input_sample_rate",
        "output_sample_rate",
        "decode_upsample_rate",
        "encode_downsample_rate",
        "encoder_valid_num_quantizers",
    ):
        yield p + key, config.integer(key, low=1)
    decoder = config.part("decoder_config")
    for key in _DECODER_DIMENSIONS:
        yield p + "decoder." + key, decoder.integer(key, low=1)
    for key in ("rms_norm_eps", "rope_theta", "layer_scale_initial_scale"):
        yield p + "decoder." + key, decoder.number(key)
    for key in ("upsample_rates", "upsampling_ratios"):
        yield p + "decoder." + key, decoder.integers(key)
    dimension = decoder.integer("codebook_dim", low=2)
    yield (
        p + "decoder.vector_quantization_hidden_dim",
        decoder.integer("vector_quantization_hidden_dimension", dimension),
    )
    yield p + "decoder.codebook_dim_internal", dimension // 2
    encoder = config.part("encoder_config")
    for key in _ENCODER_DIMENSIONS:
        yield p + "encoder." + key, encoder.integer(key, low=1)
    for key in ("norm_eps", "rope_theta", "layer_scale_initial_scale"):
        yield p + "encoder." + key, encoder.number(key)
    yield p + "encoder.upsampling_ratios", encoder.integers("upsampling_ratios")
    yield (
        p + "encoder.vector_quantization_hidden_dim",
        encoder.integer("vector_quantization_hidden_dimension", encoder.integer("codebook_dim")),
    )


def _size_text(size: str) -> str:
    """Return "1.7B" for "1b7"."""
    whole, separator, part = size.partition("b")
    return f"{whole}.{part}B" if separator and whole.isdigit() and part.isdigit() else size


def _transformer(prefix: str, c: Config) -> Iterator[tuple[str, Value]]:
    yield prefix + "embedding_length", c.integer("hidden_size", low=1)
    yield prefix + "feed_forward_length", c.integer("intermediate_size", low=1)
    yield prefix + "block_count", c.integer("num_hidden_layers", low=1)
    yield prefix + "attention.head_count", c.integer("num_attention_heads", low=1)
    yield prefix + "attention.head_count_kv", c.integer("num_key_value_heads", low=1)
    yield prefix + "attention.key_length", c.integer("head_dim", low=1)
    yield prefix + "vocab_size", c.integer("vocab_size", low=1)
    yield prefix + "context_length", c.integer("max_position_embeddings", low=1)
    yield prefix + "rope.freq_base", c.number("rope_theta")
    yield prefix + "attention.layer_norm_rms_epsilon", c.number("rms_norm_eps")


def _languages_and_speakers(talker: Config) -> Iterator[tuple[str, Value]]:
    languages = talker.ids("codec_language_id")
    if languages:
        yield "qwen3-tts.codec.language_names", list(languages)
        yield "qwen3-tts.codec.language_ids", list(languages.values())
    speakers = talker.ids("spk_id")
    if speakers:
        dialects = talker.table("spk_is_dialect")
        yield "qwen3-tts.codec.speaker_names", list(speakers)
        yield "qwen3-tts.codec.speaker_ids", list(speakers.values())
        yield (
            "qwen3-tts.codec.speaker_dialects",
            [d if isinstance(d := dialects.get(name), str) else "" for name in speakers],
        )


def _generation(folder: Path) -> Iterator[tuple[str, Value]]:
    path = folder / "generation_config.json"
    c = Config.read(path) if path.exists() else Config(path, {})
    yield "generation.do_sample", c.boolean("do_sample", True)
    yield "generation.top_k", c.integer("top_k", 50)
    yield "generation.top_p", c.number("top_p", 1.0)
    yield "generation.temperature", c.number("temperature", 0.9)
    yield "generation.repetition_penalty", c.number("repetition_penalty", 1.05)
    yield "generation.subtalker_do_sample", c.boolean("subtalker_dosample", True)
    yield "generation.subtalker_top_k", c.integer("subtalker_top_k", 50)
    yield "generation.subtalker_top_p", c.number("subtalker_top_p", 1.0)
    yield "generation.subtalker_temperature", c.number("subtalker_temperature", 0.9)
    yield "generation.max_new_tokens", c.integer("max_new_tokens", 8192)


def _tokenizer(folder: Path, config: Config, text_vocab: int) -> Iterator[tuple[str, Value]]:
    vocab_path = folder / "vocab.json"
    vocab = Config(vocab_path, read_json(vocab_path))
    by_id: dict[int, tuple[str, int]] = {}
    for token in read_json(vocab_path):
        by_id[vocab.integer(token, high=text_vocab - 1)] = (token, _TOKEN_NORMAL)
    settings_path = folder / "tokenizer_config.json"
    settings = Config.read(settings_path)
    added = settings.table("added_tokens_decoder")
    for key, entry in added.items():
        content = entry.get("content") if isinstance(entry, dict) else None
        if not key.isdigit() or int(key) >= text_vocab or not isinstance(content, str):
            raise ModelError(
                "{path}: added token {key!r} does not fit the vocabulary",
                "fetch the model again",
                path=settings_path,
                key=key,
            )
        by_id[int(key)] = (content, _TOKEN_SPECIAL)
    if not by_id:
        raise ModelError("{path}: is empty", "fetch the model again", path=vocab_path)
    table = [by_id.get(i, (f"[PAD{i}]", _TOKEN_GAP)) for i in range(max(by_id) + 1)]
    ids = {token: i for i, (token, _) in by_id.items()}
    yield "tokenizer.ggml.model", "gpt2"
    yield "tokenizer.ggml.tokens", [token for token, _ in table]
    yield "tokenizer.ggml.token_type", [kind for _, kind in table]
    yield "tokenizer.ggml.merges", _merges(folder / "merges.txt", ids)
    yield "tokenizer.ggml.eos_token_id", ids.get(settings.string("eos_token", "<|endoftext|>"), 0)
    # What tokenising a prompt gives wins over the configuration's constant, which small checkpoints leave alone.
    yield (
        "qwen3-tts.text.assistant_id",
        ids["assistant"] if "assistant" in ids else config.integer("assistant_token_id", high=text_vocab - 1),
    )
    if "Ċ" not in ids:
        raise ModelError("{path}: has no newline token", "fetch the model again", path=vocab_path)
    yield "qwen3-tts.text.newline_id", ids["Ċ"]


def _merges(path: Path, tokens: Container[str]) -> list[str]:
    try:
        lines = path.read_text("utf-8").split("\n")
    except OSError as error:
        raise ModelError(
            "{path}: cannot be read ({error})", "give a complete Hugging Face folder", path=path, error=error.strerror
        ) from error
    except UnicodeDecodeError as error:
        raise ModelError("{path}: is not UTF-8 text", "fetch the model again", path=path) from error
    merges = [line for line in (line.rstrip("\r") for line in lines) if line and not line.startswith("#version")]
    if not merges or any(len(line.split(" ")) != 2 for line in merges):
        raise ModelError("{path}: is not a list of merges", "fetch the model again", path=path)
    for merge in merges:
        if not all(token in tokens for token in (*merge.split(" "), merge.replace(" ", ""))):
            raise ModelError(
                "{path}: the merge {merge!r} does not fit the vocabulary",
                "fetch the model again",
                path=path,
                merge=merge,
            )
    return merges
