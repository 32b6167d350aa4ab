"""Dimensions of the small model.  Only numbers differ from the published Qwen3-TTS 12 Hz family."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class CodecDims:
    """Speech tokenizer: codebooks, decoder and encoder.

    Attributes
    ----------
    codebook_size, quantizers, codebook_dim
        Entries, number of codebooks (one semantic), width before the decoder; codebook vectors
        have half that width.
    latent, hidden, heads, head_dim, feed_forward, layers, window
        Decoder transformer.
    decoder_dim
        Channels of the first waveform block.
    filters, encoder_hidden, encoder_heads, encoder_feed_forward, encoder_layers
        Encoder convolutions and transformer.
    """

    codebook_size: int = 256
    quantizers: int = 16
    codebook_dim: int = 128
    latent: int = 256
    hidden: int = 256
    heads: int = 4
    head_dim: int = 64
    feed_forward: int = 512
    layers: int = 4
    window: int = 72
    decoder_dim: int = 384
    filters: int = 24
    encoder_hidden: int = 256
    encoder_heads: int = 4
    encoder_feed_forward: int = 512
    encoder_layers: int = 2

    @property
    def vector(self) -> int:
        """Width of a codebook vector."""
        return self.codebook_dim // 2


@dataclass(frozen=True)
class BlockDims:
    """A transformer stack of the language model."""

    hidden: int
    feed_forward: int
    layers: int
    heads: int
    kv_heads: int
    head_dim: int = 64


@dataclass(frozen=True)
class VoiceDims:
    """Talker, code predictor and speaker encoder."""

    talker: BlockDims = BlockDims(384, 1024, 8, 6, 2)
    predictor: BlockDims = BlockDims(256, 512, 3, 4, 2)
    text_vocabulary: int = 320
    text_hidden: int = 256
    speaker_channels: int = 128
    speaker_pooled: int = 384
    speaker_attention: int = 64
    speaker_se: int = 64


UPSAMPLE_RATES = (8, 5, 4, 3)
UPSAMPLING_RATIOS = (2, 2)
ENCODER_RATIOS = (4, 5, 6, 8)
SAMPLE_RATE = 24000
CONTROL_IDS = 1024
ROPE_THETA = 1e6


@dataclass(frozen=True)
class CodecIds:
    """Control ids of the codec vocabulary: the published offsets after the codes."""

    first: int

    def __getitem__(self, name: str) -> int:
        """Give the id of a control token."""
        return self.first + CONTROL_OFFSETS[name]


CONTROL_OFFSETS = {
    "english": 2,
    "french": 13,
    "pad": 100,
    "bos": 101,
    "eos": 102,
    "think": 106,
    "nothink": 107,
    "think_bos": 108,
    "think_eos": 109,
}
LANGUAGES = ("english", "french")
FIRST_SPEAKER_OFFSET = 200

CODEC = CodecDims()
VOICE = VoiceDims()
TOY_CODEC = replace(
    CODEC, codebook_size=32, quantizers=3, codebook_dim=32, latent=32, hidden=32, heads=2,
    head_dim=16, feed_forward=32, layers=1, decoder_dim=32, filters=2, encoder_hidden=32,
    encoder_heads=2, encoder_feed_forward=32, encoder_layers=1,
)  # fmt: skip
TOY_VOICE = VoiceDims(BlockDims(64, 64, 4, 2, 1, 32), BlockDims(32, 64, 1, 2, 1, 16), 320, 32, 16, 48, 16, 16)
SIZES = {"small": (CODEC, VOICE), "toy": (TOY_CODEC, TOY_VOICE)}
