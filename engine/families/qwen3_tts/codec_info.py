"""What a Qwen3-TTS speech tokenizer file says about itself."""

from __future__ import annotations

import math
from dataclasses import dataclass

from phonoscope._native import GgufFile
from phonoscope.engine.models.metadata_reader import MetadataReader

_PREFIX = "qwen3-tts-tokenizer."


@dataclass(frozen=True)
class Qwen3CodecInfo:
    """Dimensions of the speech tokenizer that the rest of a take depends on."""

    n_codebooks: int
    codebook_size: int
    sample_rate_hz: int
    hop_samples: int
    """Audio samples per frame of codes."""
    has_encoder: bool
    """Whether reference recordings can be turned into codes."""

    @property
    def frame_rate_hz(self) -> float:
        """Frames per second."""
        return self.sample_rate_hz / self.hop_samples


def has_codec(file: GgufFile) -> bool:
    """Whether the file holds a speech tokenizer."""
    return file.has_tensor("tok_dec.pre_conv.weight")


def has_codec_encoder(file: GgufFile) -> bool:
    """Whether its speech tokenizer can make codes of recordings."""
    return file.has_tensor("tok_enc.conv.0.weight")


def read_codec_info(file: GgufFile) -> Qwen3CodecInfo:
    """Read and check what a speech tokenizer file declares.

    Raises
    ------
    ModelError
        When this is no Qwen3-TTS speech tokenizer or a declared dimension makes no sense.
    """
    keys = MetadataReader(file)
    if not has_codec(file):
        keys.refuse("has no speech tokenizer weights", "give the tokenizer file that belongs to the talker")
    ratios = [n for name in ("upsample_rates", "upsampling_ratios") for n in keys.integers(f"{_PREFIX}decoder.{name}")]
    if not 1 <= len(ratios) <= 16 or not all(1 <= n <= 64 for n in ratios):
        keys.refuse("declares no sensible upsampling ratios")
    return Qwen3CodecInfo(
        n_codebooks=keys.integer(_PREFIX + "decoder.num_quantizers", low=2, high=64),
        codebook_size=keys.integer(_PREFIX + "decoder.codebook_size", low=1, high=1 << 20),
        sample_rate_hz=keys.integer(_PREFIX + "output_sample_rate", low=1, high=1 << 20),
        hop_samples=math.prod(ratios),
        has_encoder=has_codec_encoder(file),
    )
