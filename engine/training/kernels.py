"""A fused GPU kernel of the snake activation for channels-last tensors.

The activation is the busiest element-wise operation of the waveform decoder; written by hand it
starts at once, where a compiler needs a minute for all the shapes.
"""

from __future__ import annotations

from typing import Any

import torch
import triton
import triton.language as tl
from torch import Tensor

ROWS = 32
LOOPS = 16


@triton.jit
def _forward(x, a, ib, y, rows, channels: tl.constexpr, block_rows: tl.constexpr, block: tl.constexpr):
    r = tl.program_id(0) * block_rows + tl.arange(0, block_rows)
    c = tl.arange(0, block)
    keep = (r[:, None] < rows) & (c[None] < channels)
    at = r[:, None].to(tl.int64) * channels + c[None]
    v = tl.load(x + at, keep, other=0.0).to(tl.float32)
    scale = tl.load(a + c, c < channels, other=0.0)
    gain = tl.load(ib + c, c < channels, other=0.0)
    wave = tl.sin(v * scale[None])
    tl.store(y + at, v + wave * wave * gain[None], keep)


@triton.jit
def _backward(
    x, g, a, ib, dx, da, db, rows,
    channels: tl.constexpr, block_rows: tl.constexpr, block: tl.constexpr, loops: tl.constexpr,
):  # fmt: skip
    p = tl.program_id(0)
    c = tl.arange(0, block)
    scale = tl.load(a + c, c < channels, other=0.0)
    gain = tl.load(ib + c, c < channels, other=0.0)
    sum_a = tl.zeros((block,), tl.float32)
    sum_b = tl.zeros((block,), tl.float32)
    for i in range(loops):
        r = (p * loops + i) * block_rows + tl.arange(0, block_rows)
        keep = (r[:, None] < rows) & (c[None] < channels)
        at = r[:, None].to(tl.int64) * channels + c[None]
        v = tl.load(x + at, keep, other=0.0).to(tl.float32)
        d = tl.load(g + at, keep, other=0.0).to(tl.float32)
        phase = v * scale[None]
        s = tl.sin(phase)
        twice = 2 * s * tl.cos(phase)
        tl.store(dx + at, d * (1 + twice * scale[None] * gain[None]), keep)
        sum_a += tl.sum(d * twice * phase, 0)
        sum_b += tl.sum(d * s * s, 0)
    tl.store(da + p * channels + c, sum_a * gain, c < channels)
    tl.store(db + p * channels + c, sum_b, c < channels)


class FusedSnake(torch.autograd.Function):
    """Snake of a channels-last tensor [B, C, 1, L]; alpha and beta are logarithms [C]."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, alpha: Tensor, beta: Tensor) -> Tensor:
        """Apply the activation."""
        x = x.contiguous(memory_format=torch.channels_last)
        channels = x.shape[1]
        rows = x.numel() // channels
        a, power = alpha.detach().float().exp(), beta.detach().float().exp()
        ib = 1 / (power + 1e-9)
        y = torch.empty_like(x, memory_format=torch.channels_last)
        block = triton.next_power_of_2(channels)
        grid = (triton.cdiv(rows, ROWS),)
        _forward[grid](x, a, ib, y, rows, channels, ROWS, block)
        ctx.save_for_backward(x, a, ib, power)
        return y

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Give the gradients."""
        x, a, ib, power = ctx.saved_tensors
        g = grads[0].contiguous(memory_format=torch.channels_last)
        channels = x.shape[1]
        rows = x.numel() // channels
        dx = torch.empty_like(x, memory_format=torch.channels_last)
        programs = triton.cdiv(rows, ROWS * LOOPS)
        da = torch.empty(programs, channels, device=x.device)
        db = torch.empty_like(da)
        block = triton.next_power_of_2(channels)
        _backward[(programs,)](x, g, a, ib, dx, da, db, rows, channels, ROWS, block, LOOPS)
        return dx, da.sum(0), -db.sum(0) * ib * ib * power


def fused_snake(x: Tensor, alpha: Tensor, beta: Tensor) -> Tensor:
    """Apply `FusedSnake` to parameters of any broadcast shape."""
    y: Tensor = FusedSnake.apply(x, alpha.reshape(-1), beta.reshape(-1))
    return y
