"""What a codec's decoder costs for one frame: every layer at its own rate."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from phonoscope.engine.bench.stage_cost import StageCost, StoredTensor, is_matrix


def decoder_cost(
    tensors: Iterable[StoredTensor], prefix: str, upsampling_ratios: Sequence[int], upsample_rates: Sequence[int]
) -> StageCost:
    """Return the cost of decoding one frame; a multiply-add counts as two operations.

    Counted are the plain convolutions that define the layers. Residual units whose weights are not f32 are computed by
    minimal filtering, with 10 products for four outputs of seven taps instead of 28: what a decoder reaches can exceed
    the multiply-adds that the processor can do.

    Parameters
    ----------
    tensors
        Those of the decoder, and any others under other names.
    prefix
        What the names of the decoder's tensors begin with.
    upsampling_ratios, upsample_rates
        How much each ConvNeXt stage and each decoder block multiplies the rate.
    """
    stage_rates = [math.prod(upsampling_ratios[:i]) for i in range(len(upsampling_ratios) + 1)]
    block_rates = [stage_rates[-1] * math.prod(upsample_rates[:i]) for i in range(len(upsample_rates) + 1)]
    n_multiplications = 0
    for t in tensors:
        if not t.name.startswith(prefix) or not is_matrix(t) or t.name.endswith(".codebook"):
            continue
        rate = 1
        if stage := re.match(r"upsample\.(\d+)\.(conv)?", t.name.removeprefix(prefix)):
            rate = stage_rates[int(stage[1]) + (stage[2] is None)]
        elif block := re.match(r"dec\.(\d+)\.(conv_t)?", t.name.removeprefix(prefix)):
            index = min(int(block[1]), len(upsample_rates))
            rate = block_rates[index - (block[2] is not None)]
        n_multiplications += rate * math.prod(t.ne)
    return StageCost(0, 2 * n_multiplications)
