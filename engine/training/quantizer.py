"""Residual vector quantizer with moving-average codebooks; every operation is graph-safe."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

DECAY = 0.98
DEAD_SHARE = 0.08


class Codebook(nn.Module):
    """One codebook.

    Parameters
    ----------
    size : int
        Entries.
    width : int
        Vector width.
    """

    embed: Tensor
    usage: Tensor
    total: Tensor

    def __init__(self, size: int, width: int) -> None:
        super().__init__()
        self.register_buffer("embed", torch.randn(size, width))
        self.register_buffer("usage", torch.ones(size))
        self.register_buffer("total", torch.randn(size, width))

    def nearest(self, x: Tensor) -> Tensor:
        """Give the index of the nearest entry of each row of x."""
        return (self.embed.square().sum(1) - 2 * x @ self.embed.t()).argmin(1)

    def _sums(self, x: Tensor, index: Tensor) -> tuple[Tensor, Tensor]:
        count = torch.zeros_like(self.usage).index_add_(0, index, torch.ones_like(x[:, 0]))
        return count, torch.zeros_like(self.total).index_add_(0, index, x)

    def _random_rows(self, x: Tensor) -> Tensor:
        pick = (torch.rand(len(self.usage), device=x.device) * len(x)).long()
        return x[pick.clamp(max=len(x) - 1)]

    @torch.no_grad()
    def update(self, x: Tensor, index: Tensor) -> None:
        """Move the entries towards the mean of their rows; revive unused ones."""
        count, total = self._sums(x, index)
        self.usage.mul_(DECAY).add_(count, alpha=1 - DECAY)
        self.total.mul_(DECAY).add_(total, alpha=1 - DECAY)
        dead = self.usage < DEAD_SHARE * len(x) / len(self.usage)
        mean = self.usage.mean()
        self.usage.copy_(torch.where(dead, mean, self.usage))
        fresh = self._random_rows(x) * mean
        self.total.copy_(torch.where(dead[:, None], fresh, self.total))
        self.embed.copy_(self.total / self.usage.clamp(min=1e-5)[:, None])

    @torch.no_grad()
    def fit(self, x: Tensor, rounds: int = 12) -> None:
        """Start from k-means on the rows of x."""
        self.embed.copy_(self._random_rows(x))
        for _ in range(rounds):
            count, total = self._sums(x, self.nearest(x))
            mean = total / count.clamp(min=1)[:, None]
            self.embed.copy_(torch.where((count > 0)[:, None], mean, self._random_rows(x)))
        share = len(x) / len(self.usage)
        self.usage.fill_(share)
        self.total.copy_(self.embed * share)


class Quantized(NamedTuple):
    """Result of `ResidualQuantizer.forward`.

    Attributes
    ----------
    output : Tensor
        Vectors for the decoder [B, width, T].
    vectors : Tensor
        Quantized vectors before the output projection [B, vector, T].
    codes : Tensor
        Indices [B, n, T].
    commitment : Tensor
        Mean squared residual.
    """

    output: Tensor
    vectors: Tensor
    codes: Tensor
    commitment: Tensor


class ResidualQuantizer(nn.Module):
    """Several codebooks, each coding what the ones before left over.

    Parameters
    ----------
    count : int
        Codebooks.
    inputs, vector, outputs : int
        Widths of the encoder output, the codebook vectors, the decoder input.
    size : int
        Entries of a codebook.
    """

    def __init__(self, count: int, inputs: int, vector: int, outputs: int, size: int) -> None:
        super().__init__()
        self.input_proj = nn.Conv1d(inputs, vector, 1, bias=False)
        self.output_proj = nn.Conv1d(vector, outputs, 1, bias=False)
        self.layers = nn.ModuleList(Codebook(size, vector) for _ in range(count))

    @property
    def books(self) -> list[Codebook]:
        """The codebooks."""
        return [m for m in self.layers if isinstance(m, Codebook)]

    def bypass(self, embedding: Tensor) -> tuple[Tensor, Tensor]:
        """Project without quantizing (first steps of training)."""
        z = self.input_proj(embedding)
        return self.output_proj(z), z

    @torch.no_grad()
    def fit(self, rows: Tensor) -> None:
        """K-means of all codebooks on encoder outputs [N, inputs]."""
        rest = rows.float() @ self.input_proj.weight[:, :, 0].float().t()
        for book in self.books:
            book.fit(rest)
            rest = rest - book.embed[book.nearest(rest)]

    def forward(self, embedding: Tensor, train: bool = False, depth: Tensor | None = None) -> Quantized:
        """Quantize with a straight-through gradient.

        Parameters
        ----------
        embedding : Tensor
            Encoder output [B, inputs, T].
        train : bool
            Whether to move the codebooks and to pass a gradient to the input.
        depth : Tensor or None
            Codebooks to use for each batch row [B]; all when None.

        Returns
        -------
        Quantized
            Vectors, codes and commitment loss.
        """
        z = self.input_proj(embedding).float()
        if not train:
            z = z.detach()
        batch, width, steps = z.shape
        with torch.autocast(z.device.type, enabled=False):
            flat = z.transpose(1, 2).reshape(-1, width)
            rest, total = flat, torch.zeros_like(flat)
            codes, loss = [], flat.new_zeros(())
            for i, book in enumerate(self.books):
                frozen = rest.detach()
                index = book.nearest(frozen)
                value = book.embed[index]
                if train:
                    book.update(frozen, index)
                codes.append(index.view(batch, steps))
                loss = loss + (rest - value).square().mean()
                rest = rest - value
                if depth is not None:
                    used = (depth > i).to(value.dtype).repeat_interleave(steps)[:, None]
                    total = total + value * used
                else:
                    total = total + value
            vectors = (flat + (total - flat).detach()).view(batch, steps, width).transpose(1, 2)
        output = self.output_proj(vectors)
        return Quantized(output, vectors, torch.stack(codes, 1), loss / len(codes))

    def codes(self, embedding: Tensor) -> Tensor:
        """Give the codes only."""
        return self.forward(embedding).codes

    def lookup(self, codes: Tensor) -> Tensor:
        """Give the vectors for the decoder of codes [B, n, T]."""
        total = sum(book.embed[codes[:, i]] for i, book in enumerate(self.books))
        assert isinstance(total, Tensor)
        y: Tensor = self.output_proj(total.transpose(1, 2))
        return y
