"""What a codec's decoder costs for one frame: every layer at its own rate."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from phonoscope.engine.bench.stage_cost import StageCost, StoredTensor, is_matrix

# Minimal filtering: native/src/kernels/minimal_filter.hpp.
_FILTERED = re.compile(r"\.dec\.\d+\.res\.\d+\.conv1\.weight$")
_TAPS, _PLAIN_PRODUCTS, _PRODUCTS = 7, 28, 10


def decoder_cost(
    tensors: Iterable[StoredTensor], prefix: str, upsampling_ratios: Sequence[int], upsample_rates: Sequence[int]
) -> StageCost:
    """Return the cost of decoding one frame; a multiply-add counts as two operations.

    Counted are the plain convolutions that define the layers. The first one of a residual unit, when its weights are
    not f32, is computed by minimal filtering, with 10 products for four outputs of seven taps instead of 28: what that
    spares is counted too. What it takes to turn inputs and products is in neither count.

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
    n_multiplications = n_spared = 0
    for t in tensors:
        if not t.name.startswith(prefix) or not is_matrix(t) or t.name.endswith(".codebook"):
            continue
        rate = 1
        if stage := re.match(r"upsample\.(\d+)\.(conv)?", t.name.removeprefix(prefix)):
            rate = stage_rates[int(stage[1]) + (stage[2] is None)]
        elif block := re.match(r"dec\.(\d+)\.(conv_t)?", t.name.removeprefix(prefix)):
            index = min(int(block[1]), len(upsample_rates))
            rate = block_rates[index - (block[2] is not None)]
        n = rate * math.prod(t.ne)
        n_multiplications += n
        if _FILTERED.search(t.name) and t.ne[0] == _TAPS and t.n_bytes < 4 * math.prod(t.ne):
            n_spared += n * (_PLAIN_PRODUCTS - _PRODUCTS) // _PLAIN_PRODUCTS
    return StageCost(0, 2 * n_multiplications, 2 * n_spared)
