"""Every tensor that an Echo-TTS file must hold, with the shape that its metadata declares."""

from __future__ import annotations

from phonoscope._native import GgufFile
from phonoscope.engine.models.metadata_reader import DimensionReader
from phonoscope.engine.models.shapes import Shapes, linear

_PARTS = ("shift", "scale", "gate")


def has_transformer(file: GgufFile) -> bool:
    """Whether the file holds the diffusion transformer."""
    return file.has_tensor("cond_module.0.weight")


def continues(file: GgufFile) -> bool:
    """Whether it holds what blockwise generation and continuation need."""
    return file.has_tensor("latent_norm.weight")


def transformer_shapes(file: GgufFile) -> Shapes:
    """Yield the tensors of transformer, encoders and principal components.

    Raises
    ------
    ModelError
        When a dimension is missing from the metadata or makes no sense.
    """
    d = DimensionReader(file, "echo-tts.")
    width, latent, rank = d("embedding_length"), d("latent_length"), d("adaln_rank")
    speaker, patch = d("speaker.embedding_length"), d("speaker.patch_frames") * latent
    yield "text_encoder.text_embedding.weight", (d("text.embedding_length"), d("text.vocab_size"))
    yield from _encoder(d, "text_encoder", "text.")
    yield "text_norm.weight", (d("text.embedding_length"),)
    for name in ("speaker", "latent") if continues(file) else ("speaker",):
        yield from linear(f"{name}_encoder.in_proj", patch, speaker)
        yield from _encoder(d, f"{name}_encoder", "speaker.")
        yield f"{name}_norm.weight", (speaker,)
    yield "cond_module.0.weight", (d("timestep_length"), width)
    yield "cond_module.2.weight", (width, width)
    yield "cond_module.4.weight", (width, 3 * width)
    yield from linear("in_proj", latent, width)
    yield "out_norm.weight", (width,)
    yield from linear("out_proj", width, latent)
    sources = {"text": d("text.embedding_length"), "speaker": speaker}
    if continues(file):
        sources["latent"] = speaker
    for i in range(d.n_layers("block_count")):
        block = f"blocks.{i}"
        yield from _attention(d, f"{block}.attention", "")
        yield from _feed_forward(d, f"{block}.mlp", "")
        for source, source_width in sources.items():
            yield f"{block}.attention.wk_{source}.weight", (source_width, width)
            yield f"{block}.attention.wv_{source}.weight", (source_width, width)
        for norm in ("attention_adaln", "mlp_adaln"):
            for part in _PARTS:
                yield f"{block}.{norm}.{part}_down.weight", (width, rank)
                yield from linear(f"{block}.{norm}.{part}_up", rank, width)
    yield "pca.components", (d("codec_length"), latent)
    yield "pca.mean", (d("codec_length"),)


def _encoder(d: DimensionReader, name: str, prefix: str) -> Shapes:
    width = d(prefix + "embedding_length")
    for i in range(d.n_layers(prefix + "block_count")):
        block = f"{name}.blocks.{i}"
        yield from _attention(d, f"{block}.attention", prefix)
        yield from _feed_forward(d, f"{block}.mlp", prefix)
        yield f"{block}.attention_norm.weight", (width,)
        yield f"{block}.mlp_norm.weight", (width,)


def _attention(d: DimensionReader, name: str, prefix: str) -> Shapes:
    width, n_heads = d(prefix + "embedding_length"), d(prefix + "attention.head_count")
    for matrix in ("wq", "wk", "wv", "gate", "wo"):
        yield f"{name}.{matrix}.weight", (width, width)
    for norm in ("q_norm", "k_norm"):
        yield f"{name}.{norm}.weight", (width // n_heads, n_heads)


def _feed_forward(d: DimensionReader, name: str, prefix: str) -> Shapes:
    width, ffn = d(prefix + "embedding_length"), d(prefix + "feed_forward_length")
    yield f"{name}.w1.weight", (width, ffn)
    yield f"{name}.w3.weight", (width, ffn)
    yield f"{name}.w2.weight", (ffn, width)
