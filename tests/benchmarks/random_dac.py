"""A codec of the published sizes with random weights, to measure speed and memory without a download.

    python tests/benchmarks/random_dac.py OUT.gguf [--type f16] [--decoder-only] [--fish]

The tensors are made in their published form and converted; with ``--fish`` the transformer behind the quantizer is that
of Fish S1-DAC (Echo-TTS), else that of Audio8.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from phonoscope.engine.codecs.dac.conversion import CodecSettings, plan_codec
from phonoscope.engine.models.convert import write_file
from phonoscope.engine.models.quantisation import QuantisationPolicy
from safetensors.numpy import save_file

LATENT, HEAD, TAPS = 1024, 64, 7
Shapes = Iterator[tuple[str, tuple[int, ...]]]


def normed(name: str, shape: tuple[int, int, int], n_out: int) -> Shapes:
    """Yield a convolution of ``n_out`` channels under weight normalisation."""
    yield f"{name}.conv.parametrizations.weight.original0", (shape[0], 1, 1)
    yield f"{name}.conv.parametrizations.weight.original1", shape
    yield f"{name}.conv.bias", (n_out,)


def units(name: str, first: int, channels: int) -> Shapes:
    """Yield the three residual units of a block."""
    for unit in range(first, first + 3):
        for snake, conv, taps in ((0, 1, TAPS), (2, 3, 1)):
            yield f"{name}.{unit}.block.{snake}.alpha", (1, channels, 1)
            yield from normed(f"{name}.{unit}.block.{conv}", (channels, channels, taps), channels)


def transformer(name: str, n_layers: int, n_kv_heads: int, ffn: int) -> Shapes:
    """Yield a transformer as wide as the latents."""
    for layer in range(n_layers):
        p = f"{name}.layers.{layer}."
        yield p + "attention.wqkv.weight", (LATENT + 2 * n_kv_heads * HEAD, LATENT)
        yield p + "attention.wo.weight", (LATENT, LATENT)
        yield p + "feed_forward.w1.weight", (ffn, LATENT)
        yield p + "feed_forward.w3.weight", (ffn, LATENT)
        yield p + "feed_forward.w2.weight", (LATENT, ffn)
        for vector in ("attention_norm.weight", "ffn_norm.weight"):
            yield p + vector, (LATENT,)
        for vector in ("attention_layer_scale.gamma", "ffn_layer_scale.gamma"):
            yield p + vector, (LATENT,)
    yield f"{name}.norm.weight", (LATENT,)


def resampling(name: str) -> Shapes:
    """Yield a resampling convolution and its ConvNeXt block."""
    yield f"{name}.0.conv.weight", (LATENT, LATENT, 2)
    yield f"{name}.0.conv.bias", (LATENT,)
    yield f"{name}.1.dwconv.conv.weight", (LATENT, 1, TAPS)
    yield f"{name}.1.dwconv.conv.bias", (LATENT,)
    for part, shape in (("norm", (LATENT,)), ("pwconv1", (4 * LATENT, LATENT)), ("pwconv2", (LATENT, 4 * LATENT))):
        yield f"{name}.1.{part}.weight", shape
        yield f"{name}.1.{part}.bias", shape[:1]
    yield f"{name}.1.gamma", (LATENT,)


def codec(*, encoder: bool, fish: bool) -> Shapes:
    """Yield every tensor of the published codec."""
    residual = [(f"quantizer.quantizers.{i}", 1024) for i in range(9)]
    for name, n_entries in [("semantic_quantizer.quantizers.0", 4096), *residual]:
        for projection, n_out, n_in in (("in_proj", 8, LATENT), ("out_proj", LATENT, 8)):
            p = f"quantizer.{name}.{projection}."
            yield p + "weight_g", (n_out, 1, 1)
            yield p + "weight_v", (n_out, n_in, 1)
            yield p + "bias", (n_out,)
        yield f"quantizer.{name}.codebook.weight", (n_entries, 8)
    yield from transformer("quantizer.post_module", 8, 16 if fish else 8, 3072 if fish else 1216)
    for stage in range(2):
        yield from resampling(f"quantizer.upsample.{stage}")
    channels = 1536
    yield from normed("decoder.model.0", (channels, LATENT, TAPS), channels)
    for block, rate in enumerate((8, 8, 4, 2), start=1):
        yield f"decoder.model.{block}.block.0.alpha", (1, channels, 1)
        yield from normed(f"decoder.model.{block}.block.1", (channels, channels // 2, 2 * rate), channels // 2)
        channels //= 2
        yield from units(f"decoder.model.{block}.block", 2, channels)
    yield "decoder.model.5.alpha", (1, channels, 1)
    yield from normed("decoder.model.6", (1, channels, TAPS), 1)
    if not encoder:
        return
    channels = 64
    yield from normed("encoder.block.0", (channels, 1, TAPS), channels)
    for block, rate in enumerate((2, 4, 8, 8), start=1):
        yield from units(f"encoder.block.{block}.block", 0, channels)
        yield f"encoder.block.{block}.block.3.alpha", (1, channels, 1)
        yield from normed(f"encoder.block.{block}.block.4", (2 * channels, channels, 2 * rate), 2 * channels)
        channels *= 2
    yield from transformer("encoder.block.4.block.5", 4, 16, 3072)
    yield "encoder.block.5.alpha", (1, channels, 1)
    yield from normed("encoder.block.6", (LATENT, channels, 3), LATENT)
    for stage in range(2):
        yield from resampling(f"quantizer.downsample.{stage}")
    yield from transformer("quantizer.pre_module", 8, 16, 3072)


def values(name: str, shape: tuple[int, ...], rng: np.random.Generator) -> np.ndarray:
    """Return random values that keep activations near 1."""
    if name.endswith("alpha"):
        return rng.uniform(0.5, 1.5, shape).astype(np.float32)
    if name.endswith("gamma"):
        return rng.uniform(0.3, 0.7, shape).astype(np.float32)
    if name.endswith("norm.weight"):
        return rng.uniform(0.8, 1.2, shape).astype(np.float32)
    if name.endswith(("original0", "weight_g")):
        gain = 0.2 if ".block.3.conv" in name else 0.4 if name.startswith("decoder.model.6") else 1.0
        return np.full(shape, gain, np.float32)
    scale = 0.05 if name.endswith("bias") else 1 / np.sqrt(np.prod(shape[1:]))
    return rng.standard_normal(shape, np.float32) * np.float32(scale)


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--type", default="f16", help="f16 or f32 (default f16)")
    parser.add_argument("--decoder-only", action="store_true")
    parser.add_argument("--fish", action="store_true")
    arguments = parser.parse_args()
    rng = np.random.default_rng(0)
    shapes = codec(encoder=not arguments.decoder_only, fish=arguments.fish)
    policy = QuantisationPolicy(arguments.type, pruned=arguments.decoder_only)
    with tempfile.TemporaryDirectory(dir=arguments.out.parent) as folder:
        source = Path(folder) / "codec.safetensors"
        save_file({name: values(name, shape, rng) for name, shape in shapes}, source)
        write_file(arguments.out, plan_codec(source, CodecSettings("Random codec"), policy))


if __name__ == "__main__":
    main()
