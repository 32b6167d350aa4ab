"""The speech tokenizer at 12.5 Hz: Mimi-style encoder, split residual quantizer, causal decoder."""

from __future__ import annotations

import torch
from phonoscope.engine.training.dims import ENCODER_RATIOS, UPSAMPLE_RATES, UPSAMPLING_RATIOS, CodecDims
from phonoscope.engine.training.layers import (
    CausalConv,
    CausalTranspose,
    RMSNorm,
    Snake,
    SwiGLU,
    causal_mask,
    enter,
    from_rows,
    leave,
    rotary,
    rotate,
    to_rows,
)
from phonoscope.engine.training.quantizer import ResidualQuantizer
from torch import Tensor, nn
from torch.nn import functional

THETA = 10000.0


class LayerScale(nn.Module):
    """Per-channel gain of a residual branch."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.full((width,), 0.1))

    def forward(self, x: Tensor) -> Tensor:
        """Scale."""
        return x * self.scale


class Attention(nn.Module):
    """Multi-head attention with rotary positions, no biases."""

    def __init__(self, width: int, heads: int, head_dim: int) -> None:
        super().__init__()
        self.heads, self.head_dim = heads, head_dim
        inner = heads * head_dim
        self.q_proj = nn.Linear(width, inner, bias=False)
        self.k_proj = nn.Linear(width, inner, bias=False)
        self.v_proj = nn.Linear(width, inner, bias=False)
        self.o_proj = nn.Linear(inner, width, bias=False)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, mask: Tensor) -> Tensor:
        """Attend."""
        batch, steps, _ = x.shape
        q, k, v = (
            p(x).view(batch, steps, self.heads, self.head_dim).transpose(1, 2)
            for p in (self.q_proj, self.k_proj, self.v_proj)
        )
        q, k = rotate(q, cos, sin).to(v.dtype), rotate(k, cos, sin).to(v.dtype)
        y = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        out: Tensor = self.o_proj(y.transpose(1, 2).reshape(batch, steps, -1))
        return out


class PlainMLP(nn.Module):
    """Two-layer network with exact GELU, no biases."""

    def __init__(self, width: int, inner: int) -> None:
        super().__init__()
        self.fc1 = nn.Linear(width, inner, bias=False)
        self.fc2 = nn.Linear(inner, width, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the network."""
        y: Tensor = self.fc2(functional.gelu(self.fc1(x)))
        return y


class Layer(nn.Module):
    """Transformer layer of the encoder (``mimi``) or of the decoder."""

    def __init__(self, width: int, heads: int, head_dim: int, inner: int, mimi: bool) -> None:
        super().__init__()

        def norm() -> nn.Module:
            return nn.LayerNorm(width, eps=1e-5) if mimi else RMSNorm(width, 1e-5)

        self.self_attn = Attention(width, heads, head_dim)
        self.mlp = PlainMLP(width, inner) if mimi else SwiGLU(width, inner)
        self.input_layernorm, self.post_attention_layernorm = norm(), norm()
        self.self_attn_layer_scale, self.mlp_layer_scale = LayerScale(width), LayerScale(width)

    def forward(self, x: Tensor, cos: Tensor, sin: Tensor, mask: Tensor) -> Tensor:
        """Apply the layer."""
        x = x + self.self_attn_layer_scale(self.self_attn(self.input_layernorm(x), cos, sin, mask))
        y: Tensor = x + self.mlp_layer_scale(self.mlp(self.post_attention_layernorm(x)))
        return y


class PreTransformer(nn.Module):
    """Transformer of the decoder at 12.5 Hz with a sliding window."""

    def __init__(self, d: CodecDims) -> None:
        super().__init__()
        self.head_dim, self.window = d.head_dim, d.window
        self.layers = nn.ModuleList(
            Layer(d.hidden, d.heads, d.head_dim, d.feed_forward, False) for _ in range(d.layers)
        )
        self.norm = RMSNorm(d.hidden, 1e-5)
        self.input_proj = nn.Linear(d.latent, d.hidden)
        self.output_proj = nn.Linear(d.hidden, d.latent)

    def forward(self, x: Tensor) -> Tensor:
        """Apply to [B, T, latent]."""
        steps = x.shape[1]
        cos, sin = rotary(steps, self.head_dim, THETA, x.device)
        mask = causal_mask(steps, self.window, x.device)
        h = self.input_proj(x)
        for layer in self.layers:
            h = layer(h, cos, sin, mask)
        y: Tensor = self.output_proj(self.norm(h))
        return y


class ConvNeXt(nn.Module):
    """Depthwise causal block of the upsampler."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.dwconv = CausalConv(width, width, 7, groups=width)
        self.norm = nn.LayerNorm(width, eps=1e-6)
        self.pwconv1 = nn.Linear(width, 4 * width)
        self.pwconv2 = nn.Linear(4 * width, width)
        self.gamma = nn.Parameter(torch.full((width,), 0.1))

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block."""
        y = self.norm(to_rows(self.dwconv(x)))
        y = self.gamma * self.pwconv2(functional.gelu(self.pwconv1(y)))
        return x + from_rows(y)


class ResidualUnit(nn.Module):
    """Dilated residual unit of the waveform decoder."""

    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        self.act1, self.act2 = Snake(channels), Snake(channels)
        self.conv1 = CausalConv(channels, channels, 7, dilation)
        self.conv2 = CausalConv(channels, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        """Apply the unit."""
        y: Tensor = x + self.conv2(self.act2(self.conv1(self.act1(x))))
        return y


class DecoderBlock(nn.Module):
    """Upsampling block of the waveform decoder."""

    def __init__(self, inputs: int, outputs: int, rate: int) -> None:
        super().__init__()
        self.block = nn.Sequential(
            Snake(inputs),
            CausalTranspose(inputs, outputs, 2 * rate, rate),
            *(ResidualUnit(outputs, d) for d in (1, 3, 9)),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Apply the block."""
        y: Tensor = self.block(x)
        return y


class Decoder(nn.Module):
    """Everything after the quantizer."""

    def __init__(self, d: CodecDims) -> None:
        super().__init__()
        self.pre_transformer = PreTransformer(d)
        self.pre_conv = CausalConv(d.codebook_dim, d.latent, 3)
        self.upsample = nn.ModuleList(
            nn.ModuleList([CausalTranspose(d.latent, d.latent, r, r), ConvNeXt(d.latent)]) for r in UPSAMPLING_RATIOS
        )
        blocks: list[nn.Module] = [CausalConv(d.latent, d.decoder_dim, 7)]
        for i, rate in enumerate(UPSAMPLE_RATES):
            blocks.append(DecoderBlock(d.decoder_dim >> i, d.decoder_dim >> (i + 1), rate))
        last = d.decoder_dim >> len(UPSAMPLE_RATES)
        self.decoder = nn.ModuleList([*blocks, Snake(last), CausalConv(last, 1, 7)])

    def latent(self, q: Tensor) -> Tensor:
        """Turn quantized vectors [B, codebook_dim, T] into latents [B, latent, T]."""
        return leave(from_rows(self.pre_transformer(to_rows(self.pre_conv(enter(q))))))

    def vocode(self, x: Tensor) -> Tensor:
        """Turn latents [B, latent, T] into audio [B, 1, T * 1920]."""
        x = enter(x)
        for pair in self.upsample:
            for module in pair:
                x = module(x)
        for module in self.decoder:
            x = module(x)
        return leave(x)

    def forward(self, q: Tensor) -> Tensor:
        """Decode."""
        return self.vocode(self.latent(q))


class EncoderResidual(nn.Module):
    """Residual unit of the encoder."""

    def __init__(self, width: int) -> None:
        super().__init__()
        half = width // 2
        self.block = nn.Sequential(nn.ELU(), CausalConv(width, half, 3), nn.ELU(), CausalConv(half, width, 1))

    def forward(self, x: Tensor) -> Tensor:
        """Apply the unit."""
        y: Tensor = x + self.block(x)
        return y


class SEANet(nn.Module):
    """Convolutional encoder down to 25 Hz."""

    def __init__(self, d: CodecDims) -> None:
        super().__init__()
        width = d.filters
        layers: list[nn.Module] = [CausalConv(1, width, 7)]
        for rate in ENCODER_RATIOS:
            down = CausalConv(width, 2 * width, 2 * rate, stride=rate)
            layers += [EncoderResidual(width), nn.ELU(), down]
            width *= 2
        self.layers = nn.ModuleList([*layers, nn.ELU(), CausalConv(width, d.encoder_hidden, 3)])

    def forward(self, x: Tensor) -> Tensor:
        """Apply the stack."""
        for layer in self.layers:
            x = layer(x)
        return x


class EncoderTransformer(nn.Module):
    """Full causal transformer of the encoder at 25 Hz."""

    def __init__(self, d: CodecDims) -> None:
        super().__init__()
        self.head_dim = d.encoder_hidden // d.encoder_heads
        self.layers = nn.ModuleList(
            Layer(d.encoder_hidden, d.encoder_heads, self.head_dim, d.encoder_feed_forward, True)
            for _ in range(d.encoder_layers)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Apply to [B, T, hidden]."""
        cos, sin = rotary(x.shape[1], self.head_dim, THETA, x.device)
        mask = causal_mask(x.shape[1], None, x.device)
        for layer in self.layers:
            x = layer(x, cos, sin, mask)
        return x


class Encoder(nn.Module):
    """Audio [B, 1, n] to embeddings [B, hidden, n / 1920]."""

    def __init__(self, d: CodecDims) -> None:
        super().__init__()
        self.encoder = SEANet(d)
        self.encoder_transformer = EncoderTransformer(d)
        width = d.encoder_hidden
        self.downsample = CausalConv(width, width, 4, stride=2, bias=False, mode="replicate")

    def forward(self, wave: Tensor) -> Tensor:
        """Encode."""
        h = self.encoder_transformer(to_rows(self.encoder(enter(wave))))
        y: Tensor = self.downsample(h.transpose(1, 2))
        return y


class Codec(nn.Module):
    """Encoder, quantizers, decoder, and a phoneme head used in training only."""

    def __init__(self, d: CodecDims, phonemes: int = 178) -> None:
        super().__init__()
        self.dims = d
        self.encoder, self.decoder = Encoder(d), Decoder(d)
        sizes = d.encoder_hidden, d.vector, d.codebook_dim, d.codebook_size
        self.first = ResidualQuantizer(1, *sizes)
        self.rest = ResidualQuantizer(d.quantizers - 1, *sizes)
        self.head = nn.Conv1d(d.vector, 4 * phonemes, 1)
        self._initialise()

    def _initialise(self) -> None:
        """Unit-gain weights: the default shrinks the signal a thousandfold through the stack."""
        for name, module in self.named_modules():
            if isinstance(module, nn.ConvTranspose1d):
                fan = module.in_channels * module.kernel_size[0] / module.stride[0]
                nn.init.normal_(module.weight, 0, fan**-0.5)
            elif isinstance(module, nn.Conv1d):
                fan = module.in_channels // module.groups * module.kernel_size[0]
                gain = 1.25 if name.startswith("encoder.") else 1.0
                if name == "encoder.encoder.layers.0.conv":
                    gain = 10.0
                if name.endswith("conv2.conv") or ".block.3.conv" in name:
                    gain = 0.4
                if name == "decoder.decoder.6.conv":
                    gain = 0.08
                nn.init.normal_(module.weight, 0, gain * fan**-0.5)
            else:
                continue
            if module.bias is not None:
                nn.init.zeros_(module.bias)

    def encode(self, wave: Tensor) -> Tensor:
        """Give codes [B, quantizers, T] of audio [B, 1, n]."""
        embedding = self.encoder(wave)
        return torch.cat([self.first.codes(embedding), self.rest.codes(embedding)], 1)

    def decode(self, codes: Tensor) -> Tensor:
        """Give audio [B, 1, T * 1920] of codes [B, quantizers, T]."""
        q = self.first.lookup(codes[:, :1]) + self.rest.lookup(codes[:, 1:])
        y: Tensor = self.decoder(q)
        return y.clamp(-1, 1)
