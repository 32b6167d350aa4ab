"""Every tensor that an Audio8 file must hold, with the shape that its metadata declares."""

from __future__ import annotations

from phonoscope._native import GgufFile
from phonoscope.engine.models.metadata_reader import DimensionReader
from phonoscope.engine.models.shapes import Shapes


def model_shapes(file: GgufFile) -> Shapes:
    """Yield the tensors of slow and fast model. Biases and the norms of queries and keys count where they are there.

    Raises
    ------
    ModelError
        When a dimension is missing from the metadata or makes no sense.
    """
    d = DimensionReader(file, "audio8.")
    slow, fast = d("slow.embedding_length"), d("fast.embedding_length")
    entries, n_books = d("codebook_size"), d("codebook_count", 64)
    yield "slow.token_embd.weight", (slow, d("vocab_size"))
    yield "slow.code_embd.weight", (slow, n_books * entries)
    yield "slow.head.weight", (slow, entries + 1)
    yield "fast.token_embd.weight", (fast, entries)
    yield "fast.head.weight", (fast, entries)
    if fast != slow:
        yield from _linear(file, "fast.proj", slow, fast)
    for stack in ("slow", "fast"):
        yield f"{stack}.output_norm.weight", (d(f"{stack}.embedding_length"),)
        for i in range(d.n_layers(f"{stack}.block_count")):
            yield from _layer(d, file, stack, f"{stack}.blk.{i}.")


def _layer(d: DimensionReader, file: GgufFile, stack: str, name: str) -> Shapes:
    width, ffn = d(f"{stack}.embedding_length"), d(f"{stack}.feed_forward_length")
    head = d(f"{stack}.attention.key_length")
    q, kv = d(f"{stack}.attention.head_count") * head, d(f"{stack}.attention.head_count_kv") * head
    yield name + "attn_norm.weight", (width,)
    yield name + "ffn_norm.weight", (width,)
    for norm in ("attn_q_norm.weight", "attn_k_norm.weight"):
        if file.has_tensor(name + norm):
            yield name + norm, (head,)
    for part, n_in, n_out in (
        ("attn_q", width, q),
        ("attn_k", width, kv),
        ("attn_v", width, kv),
        ("attn_output", q, width),
        ("ffn_gate", width, ffn),
        ("ffn_up", width, ffn),
        ("ffn_down", ffn, width),
    ):
        yield from _linear(file, name + part, n_in, n_out)
    if d.has(f"audio8.{stack}.ssm.head_count"):
        yield from _mixer(d, file, f"{stack}.ssm.", name, width)


def _mixer(d: DimensionReader, file: GgufFile, prefix: str, name: str, width: int) -> Shapes:
    heads = d(prefix + "head_count")
    inner = heads * d(prefix + "head_length")
    channels = inner + 2 * d(prefix + "group_count") * d(prefix + "state_size")
    yield from _linear(file, name + "ssm_in", width, inner + channels + heads)
    yield from _linear(file, name + "ssm_out", inner, width)
    yield name + "ssm_conv1d.weight", (d(prefix + "conv_kernel", 64), channels)
    yield name + "ssm_conv1d.bias", (channels,)
    for part in ("ssm_a", "ssm_d", "ssm_dt.bias"):
        yield name + part, (heads,)
    if d.boolean(f"audio8.{prefix}norm", otherwise=False):
        yield name + "ssm_norm.weight", (inner,)


def _linear(file: GgufFile, name: str, n_in: int, n_out: int) -> Shapes:
    yield name + ".weight", (n_in, n_out)
    if file.has_tensor(name + ".bias"):
        yield name + ".bias", (n_out,)
