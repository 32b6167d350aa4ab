"""What an Audio8 file says about itself: dimensions, ids, sampling defaults, the tokenizer."""

from __future__ import annotations

from dataclasses import dataclass

from phonoscope._native import GgufFile
from phonoscope.engine.models.metadata_reader import MetadataReader

ARCHITECTURE = "audio8"
TOKENIZER_KEY = "tokenizer.huggingface.json"


@dataclass(frozen=True)
class GenerationDefaults:
    """Sampling defaults stored with the checkpoint."""

    do_sample: bool
    temperature: float
    top_k: int
    top_p: float
    rescue_window: int
    rescue_temperature: float
    rescue_top_p: float


@dataclass(frozen=True)
class Audio8ModelInfo:
    """Everything that Python needs to know of a model file."""

    name: str
    is_hybrid: bool
    """Whether a Mamba-2 mixer runs beside the attention of every slow layer (0.1B), or not (0.6B)."""
    width: int
    n_slow_layers: int
    n_fast_layers: int
    vocab_size: int
    n_codebooks: int
    codebook_size: int
    semantic_begin: int
    """Text id of the first code of codebook 0; the others follow."""
    eos: int
    """Text id that ends the speech."""
    max_positions: int
    licence: str
    """Name of the licence of the published weights; empty where the file does not say."""
    generation: GenerationDefaults
    file: GgufFile


def is_audio8(file: GgufFile) -> bool:
    """Whether a file holds the slow and the fast model."""
    return file.get("general.architecture") == ARCHITECTURE


def read_model_info(file: GgufFile) -> Audio8ModelInfo:
    """Read and check what a model file declares.

    Raises
    ------
    ModelError
        When this is no Audio8 model, or a declared value makes no sense.
    """
    keys = MetadataReader(file)
    if not is_audio8(file):
        keys.refuse("is no Audio8 model", "convert its published folder")
    vocab_size = keys.integer("audio8.vocab_size", low=1)
    codebook_size = keys.integer("audio8.codebook_size", low=1)
    semantic_begin = keys.integer("audio8.semantic_begin_id", low=1)
    if semantic_begin + codebook_size > vocab_size:
        keys.refuse(
            "places codebook 0 at {semantic_begin}, outside the vocabulary of {vocab_size}",
            semantic_begin=semantic_begin,
            vocab_size=vocab_size,
        )
    p = "generation."
    return Audio8ModelInfo(
        name=keys.string("general.name", otherwise="Audio8"),
        is_hybrid=keys.has("audio8.slow.ssm.head_count"),
        width=keys.integer("audio8.slow.embedding_length", low=1),
        n_slow_layers=keys.integer("audio8.slow.block_count", low=1),
        n_fast_layers=keys.integer("audio8.fast.block_count", low=1),
        vocab_size=vocab_size,
        n_codebooks=keys.integer("audio8.codebook_count", low=2, high=64),
        codebook_size=codebook_size,
        semantic_begin=semantic_begin,
        eos=keys.integer("audio8.eos_token_id", high=vocab_size - 1),
        max_positions=keys.integer("audio8.context_length", low=1),
        licence=keys.string("general.license.name", otherwise=""),
        generation=GenerationDefaults(
            do_sample=keys.boolean(p + "do_sample", otherwise=True),
            temperature=keys.number(p + "temperature", low=1e-3, high=100.0, otherwise=0.7),
            top_k=keys.integer(p + "top_k", otherwise=50),
            top_p=keys.number(p + "top_p", low=0.0, high=1.0, otherwise=0.9),
            rescue_window=keys.integer(p + "ras_window_size", high=1000, otherwise=10),
            rescue_temperature=keys.number(p + "ras_temperature", low=1e-3, high=100.0, otherwise=1.0),
            rescue_top_p=keys.number(p + "ras_top_p", low=1e-3, high=1.0, otherwise=0.9),
        ),
        file=file,
    )
