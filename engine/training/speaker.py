"""The speaker encoder: ECAPA-TDNN on log-mel frames, with the published parameter names."""

from __future__ import annotations

import torch
from phonoscope.engine.training.dims import VoiceDims
from phonoscope.engine.training.losses import mel_filterbank
from torch import Tensor, nn
from torch.nn import functional

N_FFT, HOP, BANDS = 1024, 256, 128
EDGE = (N_FFT - HOP) // 2
SCALES = 8
DILATIONS = (2, 3, 4)


def _conv(inputs: int, outputs: int, kernel: int, dilation: int = 1) -> nn.Conv1d:
    return nn.Conv1d(inputs, outputs, kernel, dilation=dilation, padding="same", padding_mode="reflect")


class TimeDelay(nn.Module):
    """Convolution and ReLU."""

    def __init__(self, inputs: int, outputs: int, kernel: int, dilation: int = 1) -> None:
        super().__init__()
        self.conv = _conv(inputs, outputs, kernel, dilation)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        return functional.relu(self.conv(x))


class Res2Net(nn.Module):
    """Channel groups, each seeing the sum of its input and the group before."""

    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        width = channels // SCALES
        self.blocks = nn.ModuleList(TimeDelay(width, width, 3, dilation) for _ in range(SCALES - 1))

    def forward(self, x: Tensor) -> Tensor:
        """Apply the layer."""
        parts = list(x.chunk(SCALES, 1))
        out = [parts[0]]
        for i, block in enumerate(self.blocks):
            out.append(block(parts[i + 1] if i == 0 else parts[i + 1] + out[-1]))
        return torch.cat(out, 1)


class SqueezeExcite(nn.Module):
    """Channel gains from the mean over time."""

    def __init__(self, channels: int, inner: int) -> None:
        super().__init__()
        self.conv1, self.conv2 = _conv(channels, inner, 1), _conv(inner, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the gains."""
        gain = functional.relu(self.conv1(x.mean(2, keepdim=True)))
        return x * torch.sigmoid(self.conv2(gain))


class SpeakerBlock(nn.Module):
    """Res2Net block with channel gains and a shortcut."""

    def __init__(self, channels: int, inner: int, dilation: int) -> None:
        super().__init__()
        self.tdnn1 = TimeDelay(channels, channels, 1)
        self.res2net_block = Res2Net(channels, dilation)
        self.tdnn2 = TimeDelay(channels, channels, 1)
        self.se_block = SqueezeExcite(channels, inner)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block."""
        y: Tensor = x + self.se_block(self.tdnn2(self.res2net_block(self.tdnn1(x))))
        return y


def _statistics(x: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
    mean = (weight * x).sum(2)
    variance = (weight * (x - mean[..., None]).square()).sum(2)
    return mean, torch.sqrt(variance.clamp(min=1e-12))


class AttentivePooling(nn.Module):
    """Weighted mean and deviation over time."""

    def __init__(self, channels: int, inner: int) -> None:
        super().__init__()
        self.tdnn, self.conv = TimeDelay(3 * channels, inner, 1), _conv(inner, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Pool [B, C, T] to [B, 2 C, 1]."""
        flat = torch.full_like(x[:, :1], 1.0 / x.shape[2])
        wide = [s[..., None].expand_as(x) for s in _statistics(x, flat)]
        score = self.conv(torch.tanh(self.tdnn(torch.cat([x, *wide], 1))))
        return torch.cat(_statistics(x, torch.softmax(score, 2)), 1)[..., None]


class SpeakerEncoder(nn.Module):
    """Log-mel frames [B, 128, T] to x-vectors [B, width].

    Parameters
    ----------
    d : VoiceDims
        Sizes; the output is as wide as the talker.
    """

    def __init__(self, d: VoiceDims) -> None:
        super().__init__()
        c = d.speaker_channels
        self.blocks = nn.ModuleList([TimeDelay(BANDS, c, 5), *(SpeakerBlock(c, d.speaker_se, n) for n in DILATIONS)])
        pooled = len(DILATIONS) * c
        assert pooled == d.speaker_pooled
        self.mfa = TimeDelay(pooled, pooled, 1)
        self.asp = AttentivePooling(pooled, d.speaker_attention)
        self.fc = _conv(2 * pooled, d.talker.hidden, 1)

    def forward(self, mel: Tensor) -> Tensor:
        """Encode."""
        outputs = []
        x = mel
        for block in self.blocks:
            x = block(x)
            outputs.append(x)
        y: Tensor = self.fc(self.asp(self.mfa(torch.cat(outputs[1:], 1))))
        return y[..., 0]


class SpeakerMel(nn.Module):
    """Log-mel frames of audio [B, n] at 24 kHz."""

    bank: Tensor
    window: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("bank", mel_filterbank(N_FFT, BANDS), persistent=False)
        self.register_buffer("window", torch.hann_window(N_FFT), persistent=False)

    def forward(self, wave: Tensor) -> Tensor:
        """Give [B, 128, n / 256]."""
        x = functional.pad(wave[:, None], (EDGE, EDGE), mode="reflect")[:, 0]
        s = torch.stft(x, N_FFT, HOP, N_FFT, self.window, center=False, return_complex=True)
        magnitude = torch.sqrt(s.real.square() + s.imag.square() + 1e-9)
        return (self.bank @ magnitude).clamp(min=1e-5).log()
