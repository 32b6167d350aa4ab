"""The tokenizer that a Qwen3-TTS talker file holds, as tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from phonoscope._native import GgufFile
from phonoscope.engine.models.metadata_reader import MetadataReader

_MAX_TOKENS = 1 << 20
# Kinds in ``tokenizer.ggml.token_type`` that matter here; the second dialect's special tokens are 3, the first's 4.
_NORMAL, _SPECIAL = 1, (3, 4)

# Special tokens of the released tokenizer; the second dialect's token list has placeholders in their place.
RELEASED_SPECIAL_TOKENS: Mapping[str, int] = MappingProxyType(
    {
        "<|endoftext|>": 151643,
        "<|im_start|>": 151644,
        "<|im_end|>": 151645,
        "<|object_ref_start|>": 151646,
        "<|object_ref_end|>": 151647,
        "<|box_start|>": 151648,
        "<|box_end|>": 151649,
        "<|quad_start|>": 151650,
        "<|quad_end|>": 151651,
        "<|vision_start|>": 151652,
        "<|vision_end|>": 151653,
        "<|vision_pad|>": 151654,
        "<|image_pad|>": 151655,
        "<|video_pad|>": 151656,
        "<tool_call>": 151657,
        "</tool_call>": 151658,
        "<|fim_prefix|>": 151659,
        "<|fim_middle|>": 151660,
        "<|fim_suffix|>": 151661,
        "<|fim_pad|>": 151662,
        "<|repo_name|>": 151663,
        "<|file_sep|>": 151664,
        "<tool_response>": 151665,
        "</tool_response>": 151666,
        "<think>": 151667,
        "</think>": 151668,
        "<|audio_start|>": 151669,
        "<|audio_end|>": 151670,
        "<tts_pad>": 151671,
        "<tts_text_bos>": 151672,
        "<tts_text_eod>": 151673,
        "<tts_text_bos_single>": 151674,
        "<|audio_pad|>": 151675,
    }
)


@dataclass(frozen=True)
class TokenizerTables:
    """Byte-level BPE tables, index = id.

    ``special_tokens`` maps the literals that are matched before BPE to their ids, for both dialects.
    """

    tokens: tuple[str, ...]
    merges: tuple[str, ...]
    special_tokens: Mapping[str, int]


def read_tokenizer(file: GgufFile, text_vocab: int, *, has_placeholders: bool) -> TokenizerTables:
    """Read the tables of a file.

    Parameters
    ----------
    file
        The talker's file.
    text_vocab
        Rows of its text embedding.
    has_placeholders
        Whether its token list has placeholders where the released tokenizer has special tokens.

    Raises
    ------
    ModelError
        When a table is missing, or disagrees with another or with the text embedding.
    """
    keys = MetadataReader(file)
    tokens = keys.strings("tokenizer.ggml.tokens")
    types = keys.integers("tokenizer.ggml.token_type")
    merges = keys.strings("tokenizer.ggml.merges")
    if not tokens or len(tokens) > min(text_vocab, _MAX_TOKENS):
        keys.refuse(
            "has {n_tokens} tokens for a text embedding of {text_vocab} rows",
            n_tokens=len(tokens),
            text_vocab=text_vocab,
        )
    if not types:
        types = [_NORMAL] * len(tokens)
    if len(types) != len(tokens):
        keys.refuse("has {n_tokens} tokens but {n_types} token types", n_tokens=len(tokens), n_types=len(types))
    special = {token: i for i, (token, kind) in enumerate(zip(tokens, types, strict=True)) if kind in _SPECIAL}
    if has_placeholders:
        special = {token: i for token, i in special.items() if not token.startswith("[PAD")}
        special.update({token: i for token, i in RELEASED_SPECIAL_TOKENS.items() if i < text_vocab})
    return TokenizerTables(tuple(tokens), tuple(merges), MappingProxyType(special))
