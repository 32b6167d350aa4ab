"""Speak many texts at once: draws the codes of a batch, on a GPU as one captured graph a frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from phonoscope.engine.training import tokens
from phonoscope.engine.training.prompts import Prompts
from phonoscope.engine.training.sample import MINIMUM
from phonoscope.engine.training.talker import Block, Cache, Talker
from torch import Tensor
from torch.nn import functional

LOOK_EVERY = 8  # frames between two looks whether all have ended


@dataclass(frozen=True)
class Drawn:
    """What a batch said.

    Attributes
    ----------
    codes : Tensor
        [B, F, quantizers]; frames from `frames` on mean nothing.
    frames : Tensor
        Frames before the end [B]; F where it did not come.
    ended : Tensor
        Whether it came [B].
    """

    codes: Tensor
    frames: Tensor
    ended: Tensor


def sample(logits: Tensor, temperature: float) -> Tensor:
    """Draw one id from each row of logits; captured graphs draw anew at every replay."""
    race = torch.empty_like(logits).exponential_()
    return ((logits / temperature).softmax(-1) / race).argmax(-1)


def step(
    layer: Block, x: Tensor, place: tuple[Tensor, Tensor], kept: tuple[Tensor, Tensor], at: Tensor, mask: Tensor
) -> Tensor:
    """Apply a block to one position [B, 1, hidden]; its keys and values are put into column `at` of `kept`.

    The query heads that share a key head stand in a row: to attention they are positions that see the same.
    """
    attention = layer.self_attn
    q, k, v = attention.project(layer.input_layernorm(x), *place)
    keys, values = kept
    keys.index_copy_(2, at, k)
    values.index_copy_(2, at, v)
    rows = q.view(len(q), attention.kv_heads, -1, attention.head_dim)
    y = functional.scaled_dot_product_attention(rows, keys, values, attn_mask=mask)
    x = x + attention.o_proj(y.reshape(len(q), 1, -1))
    out: Tensor = x + layer.mlp(layer.post_attention_layernorm(x))
    return out


class Drawer:
    """Draws the codes of batches of one shape.

    Parameters
    ----------
    model : Talker
        The language model; its present weights are used at every call.
    rows, columns, frames : int
        Texts of a batch, positions of a prompt, most frames of an utterance.
    temperature : float
        Of talker and code predictor, above 0.
    """

    def __init__(self, model: Talker, rows: int, columns: int, frames: int, temperature: float) -> None:
        self.model, self.columns, self.frames, self.temperature = model, columns, frames, temperature
        device = next(model.parameters()).device
        self.on_gpu = device.type == "cuda"
        precise = torch.bfloat16 if self.on_gpu else torch.float32
        talker, predictor = model.dims.talker, model.dims.predictor
        quantizers = model.codec_dims.quantizers
        total = -(-(columns + frames) // 8) * 8  # whole eights: attention's kernels want masks aligned

        def columns_of(heads: int, width: int, size: int, layers: int) -> list[tuple[Tensor, Tensor]]:
            shape = rows, heads, width, size
            made = [torch.zeros(shape, dtype=precise, device=device) for _ in range(2 * layers)]
            return list(zip(made[::2], made[1::2], strict=True))

        self.kept = columns_of(talker.kv_heads, total, talker.head_dim, talker.layers)
        self.short = columns_of(predictor.kv_heads, quantizers, predictor.head_dim, predictor.layers)
        self.table = model.tables(total, device)
        self.short_table = model.predictor_tables(device)
        self.at = torch.arange(quantizers, device=device)
        self.visible = torch.zeros(rows, 1, 1, total, dtype=torch.bool, device=device)
        self.state = torch.zeros(rows, talker.hidden, dtype=precise, device=device)
        self.frame = torch.zeros(1, dtype=torch.long, device=device)
        self.codes = torch.zeros(rows, frames, quantizers, dtype=torch.long, device=device)
        self.said = torch.zeros(rows, dtype=torch.long, device=device)
        self.ended = torch.zeros(rows, dtype=torch.bool, device=device)
        self.end = model.ids["eos"]
        self.allowed = torch.zeros(model.codec_head.out_features, dtype=torch.bool, device=device)
        self.allowed[: model.codec_dims.codebook_size] = True
        self.pad = torch.tensor([tokens.TTS_PAD], device=device)
        self._advance: Callable[[], None] | None = None

    def autocast(self) -> torch.autocast:
        """Give the precision context."""
        return torch.autocast("cuda" if self.on_gpu else "cpu", torch.bfloat16, enabled=self.on_gpu)

    @torch.no_grad()
    def __call__(self, prompts: Prompts, group: int) -> Drawn:
        """Speak every prompt `group` times.

        Parameters
        ----------
        prompts : Prompts
            ``rows / group`` of them, ``columns`` wide.
        group : int
            Drawings of each; they stand one after the other.
        """
        with self.autocast():
            self._read(prompts, group)
        if self._advance is None:
            self._advance = self._captured() if self.on_gpu else self._step
            if self.on_gpu:  # capturing has gone on from the prompts
                with self.autocast():
                    self._read(prompts, group)
        for i in range(self.frames):
            self._advance()
            if i % LOOK_EVERY == LOOK_EVERY - 1 and bool(self.ended.all()):
                break
        used = int(self.said.max())
        return Drawn(self.codes[:, :used].clone(), self.said.clone(), self.ended.clone())

    def _read(self, prompts: Prompts, group: int) -> None:
        """Take the prompts in: all of their positions at once."""
        m = self.model
        present = prompts.present
        below = torch.ones(self.columns, self.columns, dtype=torch.bool, device=present.device).tril()
        mask = (present[:, None, :] & below | torch.eye(len(below), dtype=torch.bool, device=below.device))[:, None]
        x = prompts.embedded(m)
        cos, sin = (t[: self.columns] for t in self.table)
        for layer, kept in zip(m.model.layers, self.kept, strict=True):
            cache: Cache = []
            x = layer(x, cos, sin, mask, cache)[0]
            for buffer, value in zip(kept, cache[0], strict=True):
                buffer[:, :, : self.columns] = value.repeat_interleave(group, 0)
        self.state.copy_(m.model.norm(x[:, -1]).repeat_interleave(group, 0))
        self.visible.zero_()
        self.visible[:, 0, 0, : self.columns] = present.repeat_interleave(group, 0)
        self.frame.zero_()
        self.said.fill_(self.frames)
        self.ended.zero_()

    def _captured(self) -> Callable[[], None]:
        with torch.random.fork_rng([torch.cuda.current_device()]):  # warming up must not change what is drawn
            stream = torch.cuda.Stream()
            stream.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(stream):
                for _ in range(2):
                    self._step()
            torch.cuda.current_stream().wait_stream(stream)
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                self._step()
        return graph.replay

    def _step(self) -> None:
        """Draw a frame of every row and take it in."""
        with self.autocast():
            m = self.model
            first = self._first()
            codes = self._rest(first)
            self.codes.index_copy_(1, self.frame, codes[:, None])
            x = (m.frame(codes) + m.text(self.pad))[:, None]
            at = self.frame + self.columns
            self.visible.index_fill_(3, at, True)
            place = self.table[0].index_select(0, at), self.table[1].index_select(0, at)
            for layer, kept in zip(m.model.layers, self.kept, strict=True):
                x = step(layer, x, place, kept, at, self.visible)
            self.state.copy_(m.model.norm(x[:, 0]))
            self.frame += 1

    def _first(self) -> Tensor:
        """Draw the first code, or the end, and note where the end comes."""
        logits = self.model.codec_head(self.state).float()
        end = logits[:, self.end].masked_fill(self.frame < MINIMUM, -torch.inf)
        logits = logits.masked_fill(~self.allowed, -torch.inf)
        logits[:, self.end] = end
        first = sample(logits, self.temperature)
        ends = first == self.end
        self.said.copy_(torch.where(ends & ~self.ended, self.frame, self.said))
        self.ended |= ends
        return torch.where(self.ended, 0, first)

    def _rest(self, first: Tensor) -> Tensor:
        """Draw the residual codes of a frame [B, quantizers]."""
        m = self.model
        p = m.code_predictor
        codes, inputs = [first], [self.state, m.codec(first)]
        for g in range(p.groups):
            x = p.small_to_mtp_projection(inputs[g])[:, None]
            place = self.short_table[0][g : g + 1], self.short_table[1][g : g + 1]
            mask = (self.at <= g)[None, None, None]
            for layer, kept in zip(p.model.layers, self.short, strict=True):
                x = step(layer, x, place, kept, self.at[g : g + 1], mask)
            if g:
                logits = p.lm_head[g - 1](p.model.norm(x[:, 0])).float()
                codes.append(sample(logits, self.temperature))
                inputs.append(p.table(g)(codes[-1]))
        return torch.stack(codes, 1)
