"""What one frame costs: bytes of weights streamed and floating point operations, stage by stage, from the files.

A multiply-add counts as two operations. The slow model reads its layers and head once a frame; the scan of its mixers
takes three multiply-adds a value of their states. The fast model runs one pass for every codebook but the first; its
first pass computes two positions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from phonoscope import _native
from phonoscope.engine.bench.stage_cost import StageCost, StoredTensor, is_matrix
from phonoscope.engine.codecs.dac.file_info import read_dac_info
from phonoscope.engine.codecs.dac.tensor_names import ENCODER_PREFIXES
from phonoscope.engine.codecs.decoder_cost import decoder_cost
from phonoscope.engine.models.metadata_reader import MetadataReader
from phonoscope.engine.models.pair import ModelPair

_MULTIPLY_ADDS_PER_STATE = 3


def frame_cost(pair: ModelPair) -> Mapping[str, StageCost]:
    """Return the cost of one frame of a model, by stage.

    Raises
    ------
    _native.ModelFileError
        When a file is damaged.
    """
    model, codec = _native.GgufFile(pair.model), _native.GgufFile(pair.codec)
    dac = read_dac_info(codec)
    decoding = [t for t in codec.tensors if not t.name.startswith(ENCODER_PREFIXES)]
    return {
        "slow": slow_cost(model),
        "fast": fast_cost(model.tensors, _n_codebooks(model)),
        "codec": decoder_cost(decoding, "dac.", dac.resampling_ratios, dac.decoder_rates),
    }


def slow_cost(model: _native.GgufFile) -> StageCost:
    """Return the cost of one step of the slow model."""
    read = [t for t in model.tensors if t.name.startswith(("slow.blk.", "slow.head.")) and is_matrix(t)]
    keys, prefix = MetadataReader(model), "audio8.slow.ssm."
    n_states = 0
    if keys.has(prefix + "head_count"):
        n_states = math.prod(keys.integer(prefix + name) for name in ("head_count", "head_length", "state_size"))
        n_states *= keys.integer("audio8.slow.block_count")
    n_multiplications = sum(math.prod(t.ne) for t in read) + _MULTIPLY_ADDS_PER_STATE * n_states
    return StageCost(sum(t.n_bytes for t in read) + 2 * 4 * n_states, 2 * n_multiplications)


def fast_cost(tensors: Iterable[StoredTensor], n_codebooks: int) -> StageCost:
    """Return the cost of all passes of the fast model for one frame."""
    known = [t for t in tensors if t.name.startswith("fast.") and is_matrix(t)]
    layers = [t for t in known if t.name.startswith("fast.blk.")]
    head = [t for t in known if t.name == "fast.head.weight"]
    n_passes = n_codebooks - 1
    n_bytes = n_passes * sum(t.n_bytes for t in [*layers, *head])
    n_layer, n_head = (sum(math.prod(t.ne) for t in part) for part in (layers, head))
    return StageCost(n_bytes, 2 * ((n_passes + 1) * n_layer + n_passes * n_head))


def _n_codebooks(model: _native.GgufFile) -> int:
    return MetadataReader(model).integer("audio8.codebook_count", low=2, high=64)
