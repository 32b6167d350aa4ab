"""Spectral reconstruction losses and the mel filterbanks of training and of the speaker encoder."""

from __future__ import annotations

import math

import torch
from phonoscope.engine.training.dims import SAMPLE_RATE
from torch import Tensor, nn

RESOLUTIONS = ((2048, 128), (1024, 80), (512, 40), (256, 20))


def _hertz_to_mel(hertz: float) -> float:
    if hertz >= 1000:
        return 15 + math.log(hertz / 1000) * 27 / math.log(6.4)
    return hertz * 3 / 200


def mel_filterbank(n_fft: int, bands: int, rate: int = SAMPLE_RATE) -> Tensor:
    """Give Slaney-scale, area-normalised triangular filters [bands, n_fft / 2 + 1].

    Parameters
    ----------
    n_fft : int
        Transform size.
    bands : int
        Number of filters, from 0 Hz to half the rate.
    rate : int
        Sample rate.

    Returns
    -------
    Tensor
        The filters.
    """
    top = _hertz_to_mel(rate / 2)
    mels = torch.linspace(0, top, bands + 2, dtype=torch.float64)
    high = 1000 * torch.exp(math.log(6.4) / 27 * (mels - 15))
    edges = torch.where(mels >= 15, high, 200 * mels / 3)
    bins = torch.linspace(0, rate / 2, n_fft // 2 + 1, dtype=torch.float64)
    width = edges[1:] - edges[:-1]
    slope = edges[:, None] - bins[None]
    rising, falling = -slope[:-2] / width[:-1, None], slope[2:] / width[1:, None]
    filters = torch.minimum(rising, falling).clamp(min=0)
    return (filters * (2 / (edges[2:] - edges[:-2]))[:, None]).float()


class SpectralLoss(nn.Module):
    """Distance of log-mel, log-magnitude and magnitude spectra at several resolutions."""

    def __init__(self) -> None:
        super().__init__()
        for n_fft, bands in RESOLUTIONS:
            self.register_buffer(f"bank{n_fft}", mel_filterbank(n_fft, bands), persistent=False)
            self.register_buffer(f"window{n_fft}", torch.hann_window(n_fft), persistent=False)

    def _spectra(self, x: Tensor, n_fft: int) -> tuple[Tensor, Tensor]:
        window = self.get_buffer(f"window{n_fft}")
        s = torch.stft(x, n_fft, n_fft // 4, window=window, return_complex=True)
        magnitude = torch.sqrt(s.real.square() + s.imag.square() + 1e-7)
        return magnitude, self.get_buffer(f"bank{n_fft}") @ magnitude

    def forward(self, made: Tensor, real: Tensor) -> Tensor:
        """Compare audio [B, n] with its target.

        Parameters
        ----------
        made, real : Tensor
            Audio [B, n], f32.

        Returns
        -------
        Tensor
            Scalar loss.
        """
        total = made.new_zeros(())
        for n_fft, _ in RESOLUTIONS:
            (a, ma), (b, mb) = self._spectra(made, n_fft), self._spectra(real, n_fft)
            mel = (ma.clamp(min=1e-3).log() - mb.clamp(min=1e-3).log()).abs().mean()
            fine = (a.clamp(min=2e-2).log() - b.clamp(min=2e-2).log()).abs().mean()
            linear = (a - b).norm() / b.norm().clamp(min=1e-3)
            total = total + mel + 0.3 * fine + 0.3 * linear
        return total / len(RESOLUTIONS)


Maps = list[tuple[Tensor, list[Tensor]]]


def discriminator_loss(maps: Maps) -> Tensor:
    """Least-squares loss of a discriminator pass over as many real clips as made ones."""
    losses = []
    for score, _ in maps:
        real, made = score.float().chunk(2)
        losses.append((1 - real).square().mean() + made.square().mean())
    return torch.stack(losses).mean()


def generator_losses(maps: Maps) -> tuple[Tensor, Tensor]:
    """Adversarial and feature-matching losses of a discriminator pass over as many real clips as made ones."""
    adversarial = [(1 - score.float().chunk(2)[1]).square().mean() for score, _ in maps]
    matching = []
    for _, features in maps:
        for f in features:
            real, made = f.float().chunk(2)
            target = real.detach()
            matching.append((made - target).abs().mean() / target.abs().mean().clamp(min=1e-3))
    return torch.stack(adversarial).mean(), torch.stack(matching).mean()
