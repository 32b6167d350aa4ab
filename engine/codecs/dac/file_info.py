"""What a file of the codec says about itself."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from phonoscope._native import GgufFile
from phonoscope.engine.models.metadata_reader import MetadataReader


@dataclass(frozen=True)
class DacInfo:
    """Dimensions of the codec that the rest of a take depends on."""

    codebook_sizes: tuple[int, ...]
    """Entries of every quantizer's codebook, the semantic one first."""
    resampling_ratios: tuple[int, ...]
    decoder_rates: tuple[int, ...]
    sample_rate_hz: int
    has_encoder: bool
    """Whether recordings can be turned into codes and latents."""

    @property
    def hop_samples(self) -> int:
        """Audio samples per frame."""
        return prod(self.resampling_ratios) * prod(self.decoder_rates)

    @property
    def frame_rate_hz(self) -> float:
        """Frames per second."""
        return self.sample_rate_hz / self.hop_samples


def is_dac(file: GgufFile) -> bool:
    """Whether a file holds the codec."""
    return file.has_tensor("dac.dec.0.conv.weight")


def read_dac_info(file: GgufFile) -> DacInfo:
    """Read and check what a codec's file declares.

    Raises
    ------
    ModelError
        When this is no such codec or a declared dimension makes no sense.
    """
    keys = MetadataReader(file)
    if not is_dac(file):
        keys.refuse("holds no codec", "give the codec that was converted with the model")
    return DacInfo(
        codebook_sizes=_factors(keys, "dac.codebook_sizes", 64, 1 << 20),
        resampling_ratios=_factors(keys, "dac.resampling_ratios", 16, 64),
        decoder_rates=_factors(keys, "dac.decoder.rates", 16, 64),
        sample_rate_hz=keys.integer("dac.sample_rate", low=1, high=1 << 20),
        has_encoder=file.has_tensor("dac.enc.0.conv.weight"),
    )


def _factors(keys: MetadataReader, key: str, most: int, largest: int) -> tuple[int, ...]:
    values = keys.integers(key)
    if not 1 <= len(values) <= most or not all(1 <= n <= largest for n in values):
        keys.refuse("metadata key {key} makes no sense", key=key)
    return tuple(values)
