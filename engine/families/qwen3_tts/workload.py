"""What one frame costs: bytes of weights streamed and floating point operations, stage by stage, from the files.

Weights are counted only (attention over the cache adds a few per cent), a multiply-add as two operations. The talker
reads its layers and head once a frame. The code predictor runs one pass for every codebook but the first; its first
pass computes two positions. The codec decoder computes each layer at that layer's rate.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping

from phonoscope import _native
from phonoscope.engine.bench.stage_cost import StageCost, StoredTensor, is_matrix
from phonoscope.engine.codecs.decoder_cost import decoder_cost
from phonoscope.engine.models.pair import ModelPair


def frame_cost(pair: ModelPair) -> Mapping[str, StageCost]:
    """Return the cost of one frame of a model, by stage.

    Raises
    ------
    _native.ModelFileError
        When a file is damaged.
    """
    talker = _native.GgufFile(pair.model)
    codec = _native.GgufFile(pair.codec)
    rates = {key.rsplit(".", 1)[-1]: value for key, value in codec.metadata.items() if ".encoder." not in key}
    return {
        "talker": talker_cost(talker.tensors),
        "predictor": predictor_cost(talker.tensors),
        "codec": decoder_cost(codec.tensors, "tok_dec.", rates["upsampling_ratios"], rates["upsample_rates"]),
    }


def talker_cost(tensors: Iterable[StoredTensor]) -> StageCost:
    """Return the cost of one talker step."""
    read = [t for t in tensors if re.fullmatch(r"talker\.(blk\.\d+\..*|codec_head\.weight)", t.name) and is_matrix(t)]
    return StageCost(sum(t.n_bytes for t in read), 2 * sum(math.prod(t.ne) for t in read))


def predictor_cost(tensors: Iterable[StoredTensor]) -> StageCost:
    """Return the cost of all code predictor passes of a frame."""
    known = [t for t in tensors if t.name.startswith("code_pred.") and is_matrix(t)]
    heads = [t for t in known if ".lm_head." in t.name]
    layers = [t for t in known if ".blk." in t.name]
    n_passes = len(heads)
    n_bytes = n_passes * sum(t.n_bytes for t in layers) + sum(t.n_bytes for t in heads)
    n_multiplications = (n_passes + 1) * sum(math.prod(t.ne) for t in layers) + sum(math.prod(t.ne) for t in heads)
    return StageCost(n_bytes, 2 * n_multiplications)
