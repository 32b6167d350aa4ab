"""Which storage type each tensor gets: one table, by the tensor's role.

Matrices of the talker take the type that was asked for. Whatever is small, or scales or looks up other values, stays
f32. The code predictor and the heads decide every sampled id and never go below 8 bits unless asked: at 4 bits they
are what makes a voice ramble, fall silent or hiss.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from types import MappingProxyType

from phonoscope._native import row_bytes
from phonoscope.engine.errors import RequestError

TYPES = ("f32", "f16", "bf16", "q8_0", "q4_0", "q4_K", "q5_K", "q6_K")
BLOCK_VALUES: Mapping[str, int] = MappingProxyType(
    {"f32": 1, "f16": 1, "bf16": 1, "q8_0": 32, "q4_0": 32, "q4_K": 256, "q5_K": 256, "q6_K": 256}
)
_BELOW_8_BITS = ("q4_0", "q4_K", "q5_K", "q6_K")


class Role(Enum):
    """What a tensor is for, as far as its storage is concerned."""

    VECTOR = auto()
    """Norms, biases, layer scales, snake parameters: always f32."""
    QUANTIZER = auto()
    """Codebooks and their projections: f32 unless the codec is to be small, codes must come out exactly."""
    MATRIX = auto()
    """Linear layers of the talker."""
    PREDICTOR = auto()
    """Linear layers of the code predictor."""
    HEAD = auto()
    """Output layers of talker and predictor."""
    EMBEDDING = auto()
    """Lookup tables."""
    TABLE = auto()
    """Lookup tables and heads of checkpoints in 16 bits, a few rows of which are read at a time: never below that."""
    CODEC_MATRIX = auto()
    """Linear layers of the speech tokenizer and the speaker encoder."""
    KERNEL = auto()
    """Convolution kernels."""
    ENCODER = auto()
    """The speech tokenizer's encoder: its codes must come out exactly, which f16 does not give."""


@dataclass(frozen=True)
class QuantisationPolicy:
    """The types that one conversion writes.

    Parameters
    ----------
    type
        Storage type of the talker's matrices, one of `TYPES`.
    predictor_type
        The same for predictor and heads; None keeps them at 8 bits where ``type`` is below.
    pruned
        Leave out networks that plain speech does not need, such as those that only continue earlier speech.
    codec_type
        Of a codec's linear layers; its convolutions, its codebooks and its encoder then take 16 bits at most, so that
        codes of recordings may differ now and then. None: 16 bits for what decodes, 32 for what gives codes.
    """

    type: str
    predictor_type: str | None = None
    pruned: bool = False
    codec_type: str | None = None

    def __post_init__(self) -> None:
        for value in (self.type, self.predictor_type, self.codec_type):
            if value is not None and value not in TYPES:
                raise RequestError(
                    "storage type {value!r} is unknown", "choose one of {types}", value=value, types=", ".join(TYPES)
                )

    def wanted(self, role: Role) -> str:
        """Return the type for a role, before the row length is considered."""
        eight = "q8_0" if self.type in _BELOW_8_BITS else self.type
        predictor = self.predictor_type or eight
        sixteen = "f32" if self.type == "f32" else "f16"
        table = {
            Role.VECTOR: "f32",
            Role.QUANTIZER: sixteen if self.codec_type else "f32",
            Role.ENCODER: self.codec_type or "f32",
            Role.MATRIX: self.type,
            Role.PREDICTOR: predictor,
            Role.HEAD: predictor,
            Role.EMBEDDING: eight,
            Role.TABLE: "f32" if self.type == "f32" else "bf16",
            Role.CODEC_MATRIX: self.codec_type or sixteen,
            Role.KERNEL: sixteen,
        }
        return table[role]


def fitting(type_name: str, n_per_row: int) -> str:
    """Return ``type_name``, or f16 where rows of ``n_per_row`` values are no whole number of its blocks."""
    return type_name if n_per_row % BLOCK_VALUES[type_name] == 0 else "f16"


def tensor_bytes(type_name: str, n_values: int, n_per_row: int) -> int:
    """Return the bytes of a tensor of ``n_values`` values in rows of ``n_per_row``."""
    return (n_values // n_per_row) * row_bytes(type_name, n_per_row)
