"""Every tensor that a file of the codec must hold, with the shape that its metadata declares."""

from __future__ import annotations

from phonoscope._native import GgufFile
from phonoscope.engine.codecs.dac.file_info import read_dac_info
from phonoscope.engine.models.metadata_reader import DimensionReader
from phonoscope.engine.models.shapes import Shapes, conv, linear

_TAPS = 7  # of all convolutions that neither resample nor project
_LAST_ENCODER_TAPS = 3


def codec_shapes(file: GgufFile) -> Shapes:
    """Yield the tensors of the decoder and, where the file has one, of the encoder.

    Raises
    ------
    ModelError
        When a dimension is missing from the metadata or makes no sense.
    """
    info, d = read_dac_info(file), DimensionReader(file, "dac.")
    latent, word = d("latent_width"), d("codeword_width")
    for i, entries in enumerate(info.codebook_sizes):
        yield f"dac.vq.{i}.codebook", (word, entries)
        yield from linear(f"dac.vq.{i}.in_proj", latent, word)
        yield from linear(f"dac.vq.{i}.out_proj", word, latent)
    yield from _transformer(d, "post")
    for i, ratio in enumerate(info.resampling_ratios):
        yield from _resampling(f"dac.upsample.{i}", ratio, latent)
    yield from _decoder(d("decoder.width"), latent, info.decoder_rates)
    if info.has_encoder:
        yield from _encoder(d, latent)
        for i, ratio in enumerate(info.resampling_ratios):
            yield from _resampling(f"dac.downsample.{i}", ratio, latent)
        yield from _transformer(d, "pre")


def _transformer(d: DimensionReader, name: str) -> Shapes:
    width, ffn = d(f"{name}.embedding_length"), d(f"{name}.feed_forward_length")
    head = d(f"{name}.attention.key_length")
    q, kv = d(f"{name}.attention.head_count") * head, d(f"{name}.attention.head_count_kv") * head
    for i in range(d.n_layers(f"{name}.block_count")):
        block = f"dac.{name}.blk.{i}."
        for part, n_in, n_out in (
            ("attn_q", width, q),
            ("attn_k", width, kv),
            ("attn_v", width, kv),
            ("attn_output", q, width),
            ("ffn_gate", width, ffn),
            ("ffn_up", width, ffn),
            ("ffn_down", ffn, width),
        ):
            yield f"{block}{part}.weight", (n_in, n_out)
        for vector in ("attn_norm.weight", "ffn_norm.weight", "attn_scale", "ffn_scale"):
            yield block + vector, (width,)
    yield f"dac.{name}.norm.weight", (width,)


def _resampling(name: str, ratio: int, width: int) -> Shapes:
    yield from conv(name + ".conv", ratio, width, width)
    yield from conv(name + ".dwconv", _TAPS, 1, width)
    yield name + ".norm.weight", (width,)
    yield name + ".norm.bias", (width,)
    yield from linear(name + ".pwconv1", width, 4 * width)
    yield from linear(name + ".pwconv2", 4 * width, width)
    yield name + ".gamma", (width,)


def _units(name: str, channels: int) -> Shapes:
    for unit in range(3):
        yield f"{name}.res.{unit}.act1.alpha", (channels,)
        yield f"{name}.res.{unit}.act2.alpha", (channels,)
        yield from conv(f"{name}.res.{unit}.conv1", _TAPS, channels, channels)
        yield from conv(f"{name}.res.{unit}.conv2", 1, channels, channels)


def _decoder(channels: int, latent: int, rates: tuple[int, ...]) -> Shapes:
    yield from conv("dac.dec.0.conv", _TAPS, latent, channels)
    for block, rate in enumerate(rates, start=1):
        yield f"dac.dec.{block}.snake.alpha", (channels,)
        yield f"dac.dec.{block}.conv_t.weight", (2 * rate, channels // 2, channels)
        channels //= 2
        yield f"dac.dec.{block}.conv_t.bias", (channels,)
        yield from _units(f"dac.dec.{block}", channels)
    yield f"dac.dec.{len(rates) + 1}.snake.alpha", (channels,)
    yield from conv(f"dac.dec.{len(rates) + 2}.conv", _TAPS, channels, 1)


def _encoder(d: DimensionReader, latent: int) -> Shapes:
    channels, rates = d("encoder.width"), d.integers("dac.encoder.rates")
    yield from conv("dac.enc.0.conv", _TAPS, 1, channels)
    for block, rate in enumerate(rates, start=1):
        yield from _units(f"dac.enc.{block}", channels)
        yield f"dac.enc.{block}.snake.alpha", (channels,)
        yield from conv(f"dac.enc.{block}.conv", 2 * rate, channels, 2 * channels)
        channels *= 2
    yield from _transformer(d, "enc.tfm")
    yield f"dac.enc.{len(rates) + 1}.snake.alpha", (channels,)
    yield from conv(f"dac.enc.{len(rates) + 2}.conv", _LAST_ENCODER_TAPS, channels, latent)
