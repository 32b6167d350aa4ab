"""The language model: talker and code predictor, with the published parameter names."""

from __future__ import annotations

import torch
from phonoscope.engine.training.dims import CONTROL_IDS, ROPE_THETA, BlockDims, CodecDims, CodecIds, VoiceDims
from phonoscope.engine.training.layers import RMSNorm, SwiGLU, rotary, rotate
from torch import Tensor, nn
from torch.nn import functional

EPS = 1e-6
Cache = list[tuple[Tensor, Tensor]]


class GroupedAttention(nn.Module):
    """Grouped-query attention with per-head norms of queries and keys."""

    def __init__(self, d: BlockDims) -> None:
        super().__init__()
        self.heads, self.kv_heads, self.head_dim = d.heads, d.kv_heads, d.head_dim
        self.q_proj = nn.Linear(d.hidden, d.heads * d.head_dim, bias=False)
        self.k_proj = nn.Linear(d.hidden, d.kv_heads * d.head_dim, bias=False)
        self.v_proj = nn.Linear(d.hidden, d.kv_heads * d.head_dim, bias=False)
        self.o_proj = nn.Linear(d.heads * d.head_dim, d.hidden, bias=False)
        self.q_norm, self.k_norm = RMSNorm(d.head_dim, EPS), RMSNorm(d.head_dim, EPS)

    def project(self, x: Tensor, cos: Tensor, sin: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Give rotated queries, rotated keys and values [B, heads, T, head_dim]."""
        batch, steps, _ = x.shape
        q = self.q_norm(self.q_proj(x).view(batch, steps, self.heads, self.head_dim))
        k = self.k_norm(self.k_proj(x).view(batch, steps, self.kv_heads, self.head_dim))
        v = self.v_proj(x).view(batch, steps, self.kv_heads, self.head_dim).transpose(1, 2)
        cos, sin = cos[..., None, :], sin[..., None, :]
        q, k = (rotate(t, cos, sin).to(v.dtype).transpose(1, 2) for t in (q, k))
        return q, k, v

    def forward(
        self, x: Tensor, cos: Tensor, sin: Tensor, mask: Tensor | None, cache: Cache | None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Attend; also gives queries and keys for the guide loss."""
        q, k, v = self.project(x, cos, sin)
        if cache is not None:
            if cache:
                k, v = torch.cat([cache[0][0], k], 2), torch.cat([cache[0][1], v], 2)
            cache[:] = [(k, v)]
        group = self.heads // self.kv_heads
        k, v = k.repeat_interleave(group, 1), v.repeat_interleave(group, 1)
        causal = mask is None and q.shape[2] > 1
        y = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=causal)
        out: Tensor = self.o_proj(y.transpose(1, 2).reshape(*x.shape[:2], -1))
        return out, q, k


class Block(nn.Module):
    """Pre-norm transformer block."""

    def __init__(self, d: BlockDims, dropout: float) -> None:
        super().__init__()
        self.self_attn = GroupedAttention(d)
        self.mlp = SwiGLU(d.hidden, d.feed_forward)
        self.input_layernorm = RMSNorm(d.hidden, EPS)
        self.post_attention_layernorm = RMSNorm(d.hidden, EPS)
        self.dropout = dropout

    def forward(
        self,
        x: Tensor,
        cos: Tensor,
        sin: Tensor,
        mask: Tensor | None = None,
        cache: Cache | None = None,
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Apply the block."""
        y, q, k = self.self_attn(self.input_layernorm(x), cos, sin, mask, cache)
        x = x + functional.dropout(y, self.dropout, self.training)
        y = self.mlp(self.post_attention_layernorm(x))
        return x + functional.dropout(y, self.dropout, self.training), q, k


class Stack(nn.Module):
    """Blocks and a final norm; embedding tables are attached by the owner."""

    def __init__(self, d: BlockDims, dropout: float) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Block(d, dropout) for _ in range(d.layers))
        self.norm = RMSNorm(d.hidden, EPS)


class TextProjection(nn.Module):
    """Text embedding width to talker width."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.linear_fc1 = nn.Linear(inputs, inputs)
        self.linear_fc2 = nn.Linear(inputs, outputs)

    def forward(self, x: Tensor) -> Tensor:
        """Project."""
        y: Tensor = self.linear_fc2(functional.silu(self.linear_fc1(x)))
        return y


class CodePredictor(nn.Module):
    """Predicts the residual codes of one frame from the talker state."""

    def __init__(self, codec: CodecDims, voice: VoiceDims, dropout: float) -> None:
        super().__init__()
        d, wide = voice.predictor, voice.talker.hidden
        self.groups = codec.quantizers
        self.model = Stack(d, dropout)
        self.model.codec_embedding = nn.ModuleList(
            nn.Embedding(codec.codebook_size, wide) for _ in range(codec.quantizers - 1)
        )
        self.lm_head = nn.ModuleList(
            nn.Linear(d.hidden, codec.codebook_size, bias=False) for _ in range(codec.quantizers - 1)
        )
        self.small_to_mtp_projection = nn.Linear(wide, d.hidden)

    def table(self, group: int) -> nn.Embedding:
        """Give the embedding of codes of group 1, 2, ..."""
        tables = self.model.codec_embedding
        assert isinstance(tables, nn.ModuleList)
        table = tables[group - 1]
        assert isinstance(table, nn.Embedding)
        return table

    def run(self, x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
        """Give the final states of talker-width inputs [N, positions, wide]."""
        h = self.small_to_mtp_projection(x)
        for layer in self.model.layers:
            h = layer(h, cos, sin)[0]
        y: Tensor = self.model.norm(h)
        return y


class Talker(nn.Module):
    """Talker with its code predictor.

    Parameters
    ----------
    codec : CodecDims
        Codebooks.
    voice : VoiceDims
        Sizes.
    dropout : float
        Dropout of residual branches in training.
    """

    def __init__(self, codec: CodecDims, voice: VoiceDims, dropout: float = 0.0) -> None:
        super().__init__()
        self.codec_dims, self.dims = codec, voice
        self.ids = CodecIds(codec.codebook_size)
        d = voice.talker
        vocabulary = codec.codebook_size + CONTROL_IDS
        self.model = Stack(d, dropout)
        self.model.codec_embedding = nn.Embedding(vocabulary, d.hidden)
        self.model.text_embedding = nn.Embedding(voice.text_vocabulary, voice.text_hidden)
        self.text_projection = TextProjection(voice.text_hidden, d.hidden)
        self.codec_head = nn.Linear(d.hidden, vocabulary, bias=False)
        self.code_predictor = CodePredictor(codec, voice, dropout)
        self._initialise()

    def _initialise(self) -> None:
        for name, p in self.named_parameters():
            if p.dim() == 2:
                nn.init.normal_(p, 0, 0.04 if "embedding" in name else 0.02)
        for stack in (self.model, self.code_predictor.model):
            for layer in stack.layers:
                assert isinstance(layer, Block)
                for linear in (layer.self_attn.o_proj, layer.mlp.down_proj):
                    linear.weight.data.mul_((2 * len(stack.layers)) ** -0.5)

    def text(self, ids: Tensor) -> Tensor:
        """Embed text ids."""
        table = self.model.text_embedding
        assert isinstance(table, nn.Embedding)
        y: Tensor = self.text_projection(table(ids))
        return y

    def codec(self, ids: Tensor) -> Tensor:
        """Embed ids of the codec vocabulary."""
        table = self.model.codec_embedding
        assert isinstance(table, nn.Embedding)
        y: Tensor = table(ids)
        return y

    def frame(self, codes: Tensor) -> Tensor:
        """Embed frames [..., quantizers] as the sum over codebooks."""
        x = self.codec(codes[..., 0])
        for g in range(1, codes.shape[-1]):
            x = x + self.code_predictor.table(g)(codes[..., g])
        return x

    def tables(self, steps: int, device: torch.device) -> tuple[Tensor, Tensor]:
        """Give rotary tables of the talker."""
        return rotary(steps, self.dims.talker.head_dim, ROPE_THETA, device)

    def predictor_tables(self, device: torch.device) -> tuple[Tensor, Tensor]:
        """Give rotary tables of the predictor."""
        head_dim = self.dims.predictor.head_dim
        return rotary(self.codec_dims.quantizers, head_dim, ROPE_THETA, device)
