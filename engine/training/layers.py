"""Layers shared by the codec and the language model, with the published parameter names.

Convolutions run on channels-last 4-D tensors [B, C, 1, L] when `use_channels_last` was called
(faster on GPUs) and on [B, C, L] otherwise; parameters keep their 1-D shapes either way.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional

_state = {"channels_last": False}


def use_channels_last(on: bool) -> None:
    """Choose the memory layout of the convolution stacks."""
    _state["channels_last"] = on


def enter(x: Tensor) -> Tensor:
    """Bring [B, C, L] into the layout of the convolution stacks."""
    if _state["channels_last"]:
        return x[:, :, None].contiguous(memory_format=torch.channels_last)
    return x


def leave(x: Tensor) -> Tensor:
    """Bring a tensor of the convolution stacks back to [B, C, L]."""
    return x[:, :, 0] if x.dim() == 4 else x


def to_rows(x: Tensor) -> Tensor:
    """Give [B, L, C]."""
    return leave(x).transpose(1, 2)


def from_rows(x: Tensor) -> Tensor:
    """Undo `to_rows`."""
    return enter(x.transpose(1, 2))


def _snake(x: Tensor, alpha: Tensor, beta: Tensor) -> Tensor:
    y = x.float()
    wave = torch.sin(y * alpha.exp())
    return (y + wave * wave / (beta.exp() + 1e-9)).to(x.dtype)


class Snake(nn.Module):
    """Snake activation; the two parameters are logarithms."""

    kernel: Callable[[Tensor, Tensor, Tensor], Tensor] = staticmethod(_snake)

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.alpha = nn.Parameter(torch.zeros(channels))
        self.beta = nn.Parameter(torch.zeros(channels))

    def forward(self, x: Tensor) -> Tensor:
        """Apply the activation."""
        shape = (1, -1) + (1,) * (x.dim() - 2)
        return Snake.kernel(x, self.alpha.view(shape), self.beta.view(shape))


def fuse_snake() -> None:
    """Use the hand-written activation (GPU, channels-last)."""
    from phonoscope.engine.training.kernels import fused_snake

    def kernel(x: Tensor, alpha: Tensor, beta: Tensor) -> Tensor:
        return fused_snake(x, alpha, beta) if x.dim() == 4 else _snake(x, alpha, beta)

    Snake.kernel = staticmethod(kernel)


class CausalConv(nn.Module):
    """Causal convolution, right-padded so that the output has ceil(length / stride) steps."""

    def __init__(
        self,
        inputs: int,
        outputs: int,
        kernel: int,
        dilation: int = 1,
        stride: int = 1,
        groups: int = 1,
        bias: bool = True,
        mode: str = "constant",
    ) -> None:
        super().__init__()
        self.conv = nn.Conv1d(inputs, outputs, kernel, stride, dilation=dilation, groups=groups, bias=bias)
        self.span = (kernel - 1) * dilation + 1
        self.stride, self.dilation, self.groups, self.mode = stride, dilation, groups, mode

    def forward(self, x: Tensor) -> Tensor:
        """Convolve."""
        length = x.shape[-1]
        left = self.span - self.stride
        steps = math.ceil((length - self.span + left) / self.stride)
        right = steps * self.stride + self.span - left - length
        weight, bias = self.conv.weight, self.conv.bias
        if x.dim() == 3:
            if left or right:
                x = functional.pad(x, (left, right), mode=self.mode)
            return functional.conv1d(x, weight, bias, self.stride, 0, self.dilation, self.groups)
        if left or right:
            x = functional.pad(x, (left, right, 0, 0), mode=self.mode)
        stride, dilation = (1, self.stride), (1, self.dilation)
        return functional.conv2d(x, weight[:, :, None], bias, stride, 0, dilation, self.groups)


class CausalTranspose(nn.Module):
    """Transposed convolution whose last ``kernel - stride`` samples are dropped."""

    def __init__(self, inputs: int, outputs: int, kernel: int, stride: int) -> None:
        super().__init__()
        self.conv = nn.ConvTranspose1d(inputs, outputs, kernel, stride)
        self.stride, self.extra = stride, kernel - stride

    def forward(self, x: Tensor) -> Tensor:
        """Upsample."""
        weight, bias = self.conv.weight, self.conv.bias
        if x.dim() == 3:
            y = functional.conv_transpose1d(x, weight, bias, self.stride)
        else:
            y = functional.conv_transpose2d(x, weight[:, :, None], bias, (1, self.stride))
        return y[..., : y.shape[-1] - self.extra] if self.extra else y


class RMSNorm(nn.Module):
    """Root-mean-square norm computed in f32."""

    def __init__(self, width: int, eps: float) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        """Normalise."""
        y = x.float()
        scale = torch.rsqrt(y.square().mean(-1, keepdim=True) + self.eps)
        return (y * scale * self.weight).to(x.dtype)


class SwiGLU(nn.Module):
    """Gated feed-forward network."""

    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.gate_proj = nn.Linear(width, inner, bias=False)
        self.up_proj = nn.Linear(width, inner, bias=False)
        self.down_proj = nn.Linear(inner, width, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the network."""
        y: Tensor = self.down_proj(functional.silu(self.gate_proj(x)) * self.up_proj(x))
        return y


def rotary(steps: int, width: int, theta: float, device: torch.device) -> tuple[Tensor, Tensor]:
    """Give cosine and sine tables [steps, width] for `rotate`."""
    exponent = torch.arange(0, width, 2, device=device).float() / width
    angle = torch.outer(torch.arange(steps, device=device).float(), theta**-exponent)
    angle = torch.cat([angle, angle], -1)
    return angle.cos(), angle.sin()


def rotate(x: Tensor, cos: Tensor, sin: Tensor) -> Tensor:
    """Rotate the halves of the last dimension (half-split rotary embedding)."""
    half = x.shape[-1] // 2
    return x * cos + torch.cat([-x[..., half:], x[..., :half]], -1) * sin


def causal_mask(steps: int, window: int | None, device: torch.device) -> Tensor:
    """Give the mask of visible keys; each query sees itself and ``window - 1`` before."""
    at = torch.arange(steps, device=device)
    distance = at[:, None] - at[None]
    visible = distance >= 0
    return visible if window is None else visible & (distance < window)
