#include "codec/convnext.hpp"

#include <algorithm>

namespace phonoscope::codec {

namespace {

int64_t hidden_width(const WeightPacker& packer, const std::string& prefix) {
    const GgufTensor* expand = packer.file().find(prefix + "pwconv1.weight");
    return expand != nullptr ? expand->ne[1] : 0;
}

}  // namespace

ConvNextWeights::ConvNextWeights(WeightPacker& packer, const std::string& prefix, int64_t n_channels)
    : width(n_channels),
      depthwise(packer.taps_by_channel(prefix + "dwconv.weight", kTaps, {kTaps, 1, width})),
      depthwise_bias(packer.channels(prefix + "dwconv.bias", width)),
      norm_weight(packer.channels(prefix + "norm.weight", width)),
      norm_bias(packer.channels(prefix + "norm.bias", width)),
      expand(packer.dense_with_bias(prefix + "pwconv1", width, hidden_width(packer, prefix))),
      contract(packer.dense_with_bias(prefix + "pwconv2", hidden_width(packer, prefix), width)),
      gamma(packer.padded(packer.channels(prefix + "gamma", width))) {}

ggml_tensor* convnext(NodeGraph& graph, const LayerKernels& kernels, const ConvNextWeights& w, RowHistory& history,
                      ggml_tensor* x, RowHistory* out) {
    const int64_t rows = x->ne[1];
    const int64_t width = w.width;
    graph.effect({x}, rows, [x, width, &history](float* /*out*/, int64_t row) {
        std::copy_n(static_cast<const float*>(x->data) + row * x->ne[0], width,
                    history.new_rows() + row * history.stride());
    });
    const DepthwiseNormTask task{w.depthwise.data(),    w.depthwise_bias.data(),        w.norm_weight.data(),
                                 w.norm_bias.data(),    ConvNextWeights::kLayerNormEps, width,
                                 ConvNextWeights::kTaps};
    ggml_tensor* y = graph.node(row_stride(width), rows, {}, rows,
                                [task, &history, width, kernel = kernels.depthwise_norm](float* to, int64_t row) {
                                    kernel(task, history.first_tap() + row * history.stride(), history.stride(),
                                           to + row * row_stride(width));
                                });
    y = graph.conv({.weights = w.expand, .rows = rows, .input = y, .gelu = true});
    return graph.conv({.weights = w.contract, .rows = rows, .input = y, .scale = &w.gamma, .residual = x, .out = out});
}

}  // namespace phonoscope::codec
