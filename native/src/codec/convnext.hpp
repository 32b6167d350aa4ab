// The ConvNeXt block of a codec (Liu et al. 2022), causal: depthwise convolution, LayerNorm, two dense layers with a
// GELU between them, and a learnt scale on the branch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codec/node_graph.hpp"
#include "kernels/layers.hpp"
#include "ops/weight_packer.hpp"

namespace phonoscope::codec {

struct ConvNextWeights {
    static constexpr int64_t kTaps = 7;
    static constexpr float kLayerNormEps = 1e-6F;

    // Reads `prefix`{dwconv, norm, pwconv1, pwconv2}.{weight, bias} and `prefix`gamma.
    ConvNextWeights(WeightPacker& packer, const std::string& prefix, int64_t n_channels);

    int64_t width;
    std::vector<float> depthwise;  // [tap][channel]
    std::vector<float> depthwise_bias;
    std::vector<float> norm_weight;
    std::vector<float> norm_bias;
    ConvWeights expand;
    ConvWeights contract;
    std::vector<float> gamma;
};

// x + block(x) for the rows of `x`, whose past is `history` (kTaps - 1 rows, spaced by the width). The result goes to
// `out` where one is given, and else takes the place of `x`.
ggml_tensor* convnext(NodeGraph& graph, const LayerKernels& kernels, const ConvNextWeights& weights,
                      RowHistory& history, ggml_tensor* x, RowHistory* out);

}  // namespace phonoscope::codec
