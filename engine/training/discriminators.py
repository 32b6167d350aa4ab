"""Discriminators of the codec: by period of the waveform and by spectrogram."""

from __future__ import annotations

import torch
from phonoscope.engine.training.losses import Maps
from torch import Tensor, nn
from torch.nn import functional

PERIODS = (2, 3, 5, 7, 11)
SPECTRA = (1024, 512, 256)


class NormedConv(nn.Module):
    """2-D convolution with weight normalisation."""

    def __init__(
        self,
        inputs: int,
        outputs: int,
        kernel: tuple[int, int],
        stride: tuple[int, int] = (1, 1),
        dilation: tuple[int, int] = (1, 1),
    ) -> None:
        super().__init__()
        weight = torch.empty(outputs, inputs, *kernel)
        nn.init.kaiming_uniform_(weight, a=0.2)
        self.direction = nn.Parameter(weight)
        self.gain = nn.Parameter(weight.flatten(1).norm(dim=1))
        self.bias = nn.Parameter(torch.zeros(outputs))
        self.stride, self.dilation = stride, dilation
        self.padding = tuple(d * (k - 1) // 2 for k, d in zip(kernel, dilation, strict=True))

    def forward(self, x: Tensor) -> Tensor:
        """Convolve."""
        norm = self.direction.flatten(1).norm(dim=1)
        weight = self.direction * (self.gain / norm)[:, None, None, None]
        return functional.conv2d(x, weight, self.bias, self.stride, self.padding, self.dilation)


class ByPeriod(nn.Module):
    """Sees the waveform folded at a period."""

    def __init__(self, period: int, width: int) -> None:
        super().__init__()
        self.period = period
        sizes = (1, width, 4 * width, 8 * width, 16 * width, 16 * width)
        self.layers = nn.ModuleList(
            NormedConv(sizes[i], sizes[i + 1], (5, 1), (3 if i < 4 else 1, 1)) for i in range(5)
        )
        self.last = NormedConv(sizes[-1], 1, (3, 1))

    def forward(self, x: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Score audio [B, n]."""
        x = x[:, : x.shape[1] // self.period * self.period]
        x = x.view(len(x), 1, -1, self.period).contiguous(memory_format=torch.channels_last)
        features = []
        for layer in self.layers:
            x = functional.leaky_relu(layer(x), 0.1)
            features.append(x)
        return self.last(x), features


class BySpectrum(nn.Module):
    """Sees the complex spectrogram."""

    window: Tensor

    def __init__(self, n_fft: int, width: int) -> None:
        super().__init__()
        self.n_fft = n_fft
        self.register_buffer("window", torch.hann_window(n_fft), persistent=False)
        middle = [NormedConv(width, width, (3, 9), (1, 2), (d, 1)) for d in (1, 2, 4)]
        self.layers = nn.ModuleList([NormedConv(2, width, (3, 9)), *middle, NormedConv(width, width, (3, 3))])
        self.last = NormedConv(width, 1, (3, 3))

    def spectrum(self, x: Tensor) -> Tensor:
        """Give real and imaginary parts [B, 2, T, F]."""
        with torch.autocast(x.device.type, enabled=False):
            s = torch.stft(
                x.float(), self.n_fft, self.n_fft // 4, window=self.window,
                return_complex=True, normalized=True,
            )  # fmt: skip
            y = torch.stack([s.real, s.imag], 1).transpose(2, 3)
        return y.contiguous(memory_format=torch.channels_last)

    def score(self, x: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Score a spectrum."""
        features = []
        for layer in self.layers:
            x = functional.leaky_relu(layer(x), 0.1)
            features.append(x)
        return self.last(x), features

    def forward(self, x: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Score audio [B, n]."""
        return self.score(self.spectrum(x))


class Discriminators(nn.Module):
    """All discriminators.

    Parameters
    ----------
    width : int
        Channels of the first layers (16 for real training).
    """

    def __init__(self, width: int = 16) -> None:
        super().__init__()
        parts = [ByPeriod(p, width) for p in PERIODS]
        self.parts = nn.ModuleList([*parts, *(BySpectrum(n, width) for n in SPECTRA)])

    def forward(self, real: Tensor, made: Tensor) -> Maps:
        """Score real and made audio [B, n] each: one (score, features) pair a discriminator, real before made.

        The spectrogram discriminators take as long as all others together, so they see every other clip.
        """
        both, half = torch.cat([real, made]), torch.cat([real[::2], made[::2]])
        return [part(both if isinstance(part, ByPeriod) else half) for part in self.parts]
