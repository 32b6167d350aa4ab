"""A small phoneme recogniser that listens to the codec while both learn.

Spectral losses weigh every band and moment alike, so a codec with few bits saves on what is short and soft: the bursts
and hisses by which words differ. The recogniser learns phonemes from the recordings (the teacher says which phoneme
each 20 ms belongs to); the decoder is then asked to make it perceive the same in the decoded speech. It is of use in
training only.
"""

from __future__ import annotations

import torch
from phonoscope.engine.training.losses import mel_filterbank
from torch import Tensor, nn
from torch.nn import functional

N_FFT = 512
HOP = 240
BANDS = 80
DILATIONS = (1, 2, 4, 1, 2)
NOISE = 3e-3
"""Most noise (RMS, full scale 1) added to recordings, so that what cannot be heard is not relied on."""


class PhonemeRecogniser(nn.Module):
    """Log-mel spectrogram to phonemes, one every 20 ms.

    Parameters
    ----------
    width : int
        Channels.
    phonemes : int
        Classes.
    """

    window: Tensor
    bank: Tensor

    def __init__(self, width: int = 256, phonemes: int = 178) -> None:
        super().__init__()
        self.register_buffer("window", torch.hann_window(N_FFT), persistent=False)
        self.register_buffer("bank", mel_filterbank(N_FFT, BANDS), persistent=False)
        self.enter = nn.Conv1d(BANDS, width, 5, padding=2)
        self.halve = nn.Conv1d(width, width, 4, stride=2, padding=1)
        self.layers = nn.ModuleList(nn.Conv1d(width, width, 5, padding=2 * d, dilation=d) for d in DILATIONS)
        self.norms = nn.ModuleList(nn.GroupNorm(8, width) for _ in DILATIONS)
        self.head = nn.Conv1d(width, phonemes, 1)

    def spectrogram(self, x: Tensor) -> Tensor:
        """Give the log-mel spectrogram [B, bands, n / 240] of audio [B, n], about zero mean and unit variance."""
        with torch.autocast(x.device.type, enabled=False):
            s = torch.stft(x.float(), N_FFT, HOP, window=self.window, return_complex=True)[..., :-1]
            magnitude = torch.sqrt(s.real.square() + s.imag.square() + 1e-7)
            return ((self.bank @ magnitude).clamp(min=1e-4).log() + 4.0) / 2.5

    def forward(self, x: Tensor) -> tuple[Tensor, list[Tensor]]:
        """Recognise audio.

        Parameters
        ----------
        x : Tensor
            Audio [B, n] at 24 kHz, n a multiple of 480.

        Returns
        -------
        Tensor, list of Tensor
            Logits [B, phonemes, n / 480] and the features before them.
        """
        features = [functional.gelu(self.enter(self.spectrogram(x)))]
        features.append(functional.gelu(self.halve(features[-1])))
        for layer, norm in zip(self.layers, self.norms, strict=True):
            features.append(features[-1] + functional.gelu(norm(layer(features[-1]))))
        return self.head(features[-1]), features

    def learn(self, real: Tensor, labels: Tensor) -> Tensor:
        """Give the cross-entropy of recordings [B, n] with their phonemes [B, n / 480], under a little noise."""
        level = NOISE * torch.rand(len(real), 1, device=real.device)
        logits, _ = self(real + level * torch.randn_like(real))
        return functional.cross_entropy(logits.float(), labels)

    def compare(self, made: Tensor, real: Tensor) -> tuple[Tensor, Tensor]:
        """Compare what is perceived in decoded audio with what is in its recording.

        Parameters
        ----------
        made, real : Tensor
            Audio [B, n].

        Returns
        -------
        (Tensor, Tensor)
            Mean relative difference of the features, and the Kullback-Leibler divergence of the phonemes in nats.
        """
        logits, features = self(torch.cat([real, made]))
        differences = []
        for f in features:
            wanted, got = f.float().chunk(2)
            wanted = wanted.detach()
            differences.append((got - wanted).abs().mean() / wanted.abs().mean().clamp(min=1e-3))
        wanted, got = functional.log_softmax(logits.float(), 1).chunk(2)
        divergence = functional.kl_div(got, wanted.detach(), reduction="none", log_target=True).sum(1).mean()
        return torch.stack(differences).mean(), divergence
