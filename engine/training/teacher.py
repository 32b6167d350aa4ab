"""The teacher in torch: Kokoro-82M (a StyleTTS 2 model with an ISTFT generator), batched.

Own implementation over the published parameter names.  Utterances of different lengths share a
batch: every normalisation sees only the valid part and every activation beyond it is zero, so a
batch gives what single utterances would (up to the random excitation).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

SAMPLES_PER_FRAME = 600
F0_STEP = 300
HARMONICS = 9
KERNELS = (3, 7, 11)
DILATIONS = (1, 3, 5)
UPS = ((10, 5), (6, 3))


class Spoken(NamedTuple):
    """A rendered batch.

    Attributes
    ----------
    waves : Tensor
        Audio [B, n] at 24 kHz.
    ends : Tensor
        Frame at which each phoneme ends [B, N].
    frames : Tensor
        Valid frames of each utterance, 600 samples each [B].
    """

    waves: Tensor
    ends: Tensor
    frames: Tensor


class Span(NamedTuple):
    """Valid part of a padded batch at one rate: mask [B, 1, L] and 1/length [B, 1, 1]."""

    mask: Tensor
    scale: Tensor


def make_span(lengths: Tensor, size: int) -> Span:
    """Build the `Span` of given lengths."""
    steps = torch.arange(size, device=lengths.device)
    mask = (steps[None, None] < lengths[:, None, None]).float()
    return Span(mask, 1.0 / lengths.float()[:, None, None])


def styled_norm(x: Tensor, mask: Tensor, scale: Tensor, gain: Tensor, bias: Tensor) -> Tensor:
    """Instance norm over the valid part with a style-given gain and bias."""
    y = x.float()
    mean = (y * mask).sum(-1, keepdim=True) * scale
    centred = (y - mean) * mask
    variance = centred.square().sum(-1, keepdim=True) * scale
    return ((1 + gain) * centred * torch.rsqrt(variance + 1e-5) + bias) * mask


def styled_snake(x: Tensor, mask: Tensor, scale: Tensor, gain: Tensor, bias: Tensor, alpha: Tensor) -> Tensor:
    """`styled_norm`, then the snake activation, in the type of the input."""
    y = styled_norm(x, mask, scale, gain, bias)
    return (y + torch.sin(alpha * y).square() / alpha).to(x.dtype)


Kernel = Callable[..., Tensor]


class Teacher:
    """The teacher model.

    Parameters
    ----------
    parameters : dict of str to Tensor
        Parameters by published name, on the device to run on.
    compiled : bool
        Fuse the element-wise parts (GPU).
    """

    def __init__(self, parameters: dict[str, Tensor], compiled: bool = False) -> None:
        self.p = parameters
        self.device = next(iter(parameters.values())).device
        self.half = self.device.type == "cuda"
        self._norm: Kernel = styled_norm
        self._snake: Kernel = styled_snake
        if compiled:
            self._norm = torch.compile(styled_norm, dynamic=True)
            self._snake = torch.compile(styled_snake, dynamic=True)
        self._lstms = {
            name: self._lstm(name)
            for name in (
                "text_encoder.lstm",
                "predictor.lstm",
                "predictor.shared",
                *(f"predictor.text_encoder.lstms.{i}" for i in (0, 2, 4)),
            )
        }
        self._window = torch.hann_window(20, device=self.device)

    def _lstm(self, name: str) -> nn.LSTM:
        prefix = name + "."
        state = {k.removeprefix(prefix): v for k, v in self.p.items() if k.startswith(prefix)}
        width = state["weight_ih_l0"].shape[1]
        lstm = nn.LSTM(width, 256, batch_first=True, bidirectional=True).to(self.device)
        lstm.load_state_dict(state)
        return lstm

    def _run_lstm(self, name: str, x: Tensor, lengths: Tensor) -> Tensor:
        packed = nn.utils.rnn.pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)
        y, _ = self._lstms[name](packed)
        out: Tensor = nn.utils.rnn.pad_packed_sequence(y, batch_first=True)[0]
        return out

    def _linear(self, name: str, x: Tensor) -> Tensor:
        return functional.linear(x, self.p[name + ".weight"], self.p[name + ".bias"])

    def _conv(self, name: str, x: Tensor, stride: int = 1, dilation: int = 1) -> Tensor:
        weight = self.p[name + ".weight"]
        padding = (weight.shape[-1] - stride + 1) // 2 if stride > 1 else 0
        if stride == 1:
            padding = dilation * (weight.shape[-1] - 1) // 2
        bias = self.p.get(name + ".bias")
        bias = bias.to(x.dtype) if bias is not None else None
        return functional.conv1d(x, weight.to(x.dtype), bias, stride, padding, dilation)

    def _style(self, name: str, style: Tensor) -> list[Tensor]:
        return [t[..., None] for t in self._linear(name + ".fc", style).chunk(2, 1)]

    def _bert(self, ids: Tensor, keep: Tensor) -> Tensor:
        p = self.p

        def norm(name: str, x: Tensor) -> Tensor:
            w, b = p[f"bert.{name}.weight"], p[f"bert.{name}.bias"]
            return functional.layer_norm(x, x.shape[-1:], w, b, 1e-12)

        e = "bert.embeddings."
        x = p[e + "word_embeddings.weight"][ids]
        x = x + p[e + "position_embeddings.weight"][: ids.shape[1]]
        x = norm("embeddings.LayerNorm", x + p[e + "token_type_embeddings.weight"][0])
        x = self._linear("bert.encoder.embedding_hidden_mapping_in", x)
        layer = "encoder.albert_layer_groups.0.albert_layers.0."
        batch, size, width = x.shape
        for _ in range(12):
            q, k, v = (
                self._linear(f"bert.{layer}attention.{n}", x).view(batch, size, 12, width // 12).transpose(1, 2)
                for n in ("query", "key", "value")
            )
            y = functional.scaled_dot_product_attention(q, k, v, attn_mask=keep[:, None, None])
            y = y.transpose(1, 2).reshape(batch, size, width)
            x = norm(layer + "attention.LayerNorm", x + self._linear(f"bert.{layer}attention.dense", y))
            y = functional.gelu(self._linear(f"bert.{layer}ffn", x), approximate="tanh")
            y = self._linear(f"bert.{layer}ffn_output", y)
            x = norm(layer + "full_layer_layer_norm", x + y)
        return x

    def _text(self, ids: Tensor, lengths: Tensor, keep: Tensor) -> Tensor:
        mask = keep[:, None].float()
        x = self.p["text_encoder.embedding.weight"][ids].transpose(1, 2) * mask
        for i in range(3):
            x = self._conv(f"text_encoder.cnn.{i}.0", x).transpose(1, 2)
            gain = self.p[f"text_encoder.cnn.{i}.1.gamma"]
            x = functional.layer_norm(x, x.shape[-1:], gain, self.p[f"text_encoder.cnn.{i}.1.beta"])
            x = functional.leaky_relu(x, 0.2).transpose(1, 2) * mask
        return self._run_lstm("text_encoder.lstm", x.transpose(1, 2), lengths)

    def _prosody(self, x: Tensor, style: Tensor, lengths: Tensor, keep: Tensor) -> Tensor:
        mask = keep[..., None].float()
        wide = style[:, None].expand(-1, x.shape[1], -1)
        x = torch.cat([x, wide], -1) * mask
        for i in (0, 2, 4):
            x = self._run_lstm(f"predictor.text_encoder.lstms.{i}", x, lengths)
            gain, bias = (t.transpose(1, 2) for t in self._style(f"predictor.text_encoder.lstms.{i + 1}", style))
            x = (1 + gain) * functional.layer_norm(x, x.shape[-1:]) + bias
            x = torch.cat([x, wide], -1) * mask
        return x

    def _block(self, name: str, x: Tensor, style: Tensor, span: Span, after: Span) -> Tensor:
        def norm(which: str, y: Tensor, at: Span) -> Tensor:
            return functional.leaky_relu(self._norm(y, *at, *self._style(f"{name}.{which}", style)), 0.2)

        y = norm("norm1", x, span)
        skip = x
        if name + ".pool.weight" in self.p:
            w, b = self.p[name + ".pool.weight"], self.p[name + ".pool.bias"]
            y = functional.conv_transpose1d(y, w, b, 2, 1, 1, x.shape[1]) * after.mask
            skip = skip.repeat_interleave(2, -1)
        y = norm("norm2", self._conv(f"{name}.conv1", y), after)
        y = self._conv(f"{name}.conv2", y)
        if name + ".conv1x1.weight" in self.p:
            skip = self._conv(f"{name}.conv1x1", skip)
        return (y + skip) * 0.5**0.5 * after.mask

    def _resblock(self, name: str, x: Tensor, style: Tensor, span: Span) -> Tensor:
        for i, dilation in enumerate(DILATIONS):
            y = x
            for n, d in ((1, dilation), (2, 1)):
                alpha = self.p[f"{name}.alpha{n}.{i}"]
                y = self._snake(y, *span, *self._style(f"{name}.adain{n}.{i}", style), alpha)
                y = self._conv(f"{name}.convs{n}.{i}", y, dilation=d)
            x = x + y
        return x

    def _excitation(self, f0: Tensor) -> Tensor:
        name = "decoder.generator.m_source.l_linear"
        order = torch.arange(1, HARMONICS + 1, device=f0.device, dtype=f0.dtype)
        cycles = torch.cumsum((f0[:, None] * order[None, :, None] / 24000) % 1, -1)
        phase = functional.interpolate(cycles * 2 * torch.pi * F0_STEP, scale_factor=F0_STEP, mode="linear")
        voiced = (f0 > 10).float().repeat_interleave(F0_STEP, -1)[:, None]
        noise = voiced * 0.003 + (1 - voiced) * (0.1 / 3)
        waves = torch.sin(phase) * 0.1 * voiced + noise * torch.randn_like(phase)
        mixed = torch.tanh(self._linear(name, waves.transpose(1, 2)))[..., 0]
        spectrum = torch.stft(mixed, 20, 5, 20, self._window, return_complex=True)
        return torch.cat([spectrum.abs(), spectrum.angle()], 1)

    def _generate(self, x: Tensor, style: Tensor, f0: Tensor, frames: Tensor, size: int) -> Tensor:
        g = "decoder.generator."
        source = self._excitation(f0)
        if self.half:
            source, x = source.half(), x.half()
        spans = make_span(20 * frames, 20 * size), make_span(120 * frames + 1, 120 * size + 1)
        for i, (stride, padding) in enumerate(UPS):
            s = self._conv(f"{g}noise_convs.{i}", source, stride=6 if i == 0 else 1)
            s = self._resblock(f"{g}noise_res.{i}", s, style, spans[i])
            w, b = self.p[f"{g}ups.{i}.weight"], self.p[f"{g}ups.{i}.bias"]
            x = functional.leaky_relu(x, 0.1)
            x = functional.conv_transpose1d(x, w.to(x.dtype), b.to(x.dtype), stride, padding)
            if i == 1:
                x = functional.pad(x, (1, 0), "reflect")
            x = x + s
            blocks = [
                self._resblock(f"{g}resblocks.{len(KERNELS) * i + j}", x, style, spans[i]) for j in range(len(KERNELS))
            ]
            x = (blocks[0] + blocks[1] + blocks[2]) * spans[i].mask.to(x.dtype) / len(KERNELS)
        y = self._conv(g + "conv_post", functional.leaky_relu(x)).float()
        spectrum = torch.polar(torch.exp(y[:, :11]), torch.sin(y[:, 11:]))
        return torch.istft(spectrum, 20, 5, 20, self._window)

    @torch.no_grad()
    def speak(self, ids: Tensor, lengths: Tensor, style: Tensor) -> Spoken:
        """Render a batch.

        Parameters
        ----------
        ids : Tensor
            Phoneme ids [B, N], 0 at both ends and after the end.
        lengths : Tensor
            Valid ids of each row, the two zeros included [B].
        style : Tensor
            Style vectors [B, 256].

        Returns
        -------
        Spoken
            Audio and timing.
        """
        size = ids.shape[1]
        keep = torch.arange(size, device=ids.device)[None] < lengths[:, None]
        voice, manner = style[:, :128], style[:, 128:]
        d = self._linear("bert_encoder", self._bert(ids, keep))
        d = self._prosody(d, manner, lengths, keep)
        x = self._run_lstm("predictor.lstm", d, lengths)
        logits = self._linear("predictor.duration_proj.linear_layer", x)
        durations = torch.sigmoid(logits).sum(-1).round().clamp(min=1).long() * keep
        ends = durations.cumsum(1)
        frames = ends[:, -1].contiguous()
        total = int(frames.max())
        steps = torch.arange(total, device=ids.device).expand(len(ids), -1).contiguous()
        source = torch.searchsorted(ends, steps, right=True).clamp(max=size - 1)
        one, two = make_span(frames, total), make_span(2 * frames, 2 * total)

        def stretch(z: Tensor) -> Tensor:
            index = source[..., None].expand(-1, -1, z.shape[-1])
            return z.gather(1, index) * one.mask.transpose(1, 2)

        shared = self._run_lstm("predictor.shared", stretch(d), frames).transpose(1, 2)
        curves = []
        for which in ("F0", "N"):
            y = shared
            for i, (at, after) in enumerate(((one, one), (one, two), (two, two))):
                y = self._block(f"predictor.{which}.{i}", y, manner, at, after)
            curves.append(self._conv(f"predictor.{which}_proj", y) * two.mask)
        text = stretch(self._text(ids, lengths, keep)).transpose(1, 2)
        side = [
            self._conv(f"decoder.{w}_conv", c, stride=2) * one.mask for w, c in zip(("F0", "N"), curves, strict=True)
        ]
        x = self._block("decoder.encode", torch.cat([text, *side], 1), voice, one, one)
        residual = self._conv("decoder.asr_res.0", text) * one.mask
        for i in range(4):
            x = torch.cat([x, residual, *side], 1)
            x = self._block(f"decoder.decode.{i}", x, voice, one, two if i == 3 else one)
        waves = self._generate(x, voice, curves[0][:, 0], frames, total)
        return Spoken(waves, ends, frames)
