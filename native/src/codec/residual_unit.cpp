#include "codec/residual_unit.hpp"

namespace phonoscope::codec {

ResidualUnitWeights::ResidualUnitWeights(WeightPacker& packer, const std::string& prefix, int64_t n_channels,
                                         int64_t unit_dilation, SnakeForm form, int64_t n_phases)
    : dilation(unit_dilation),
      snake1(read_snake(packer, prefix + "act1", n_channels, form, n_phases)),
      conv1(packer.convolution(prefix + "conv1", kTaps, n_channels, n_channels, true)),
      snake2(read_snake(packer, prefix + "act2", n_channels, form)),
      conv2(packer.convolution(prefix + "conv2", 1, n_channels, n_channels, true)) {}

ggml_tensor* residual_unit(NodeGraph& graph, const ResidualUnitWeights& weights, const RowHistory& activated,
                           ggml_tensor* x, int64_t rows, int64_t frame_rows, const SnakeWeights& next_snake,
                           RowHistory& next) {
    ggml_tensor* y = graph.conv({.weights = weights.conv1,
                                 .rows = rows,
                                 .frame_rows = frame_rows,
                                 .history = &activated,
                                 .dilation = weights.dilation,
                                 .snake = &weights.snake2});
    return graph.conv(
        {.weights = weights.conv2, .rows = rows, .input = y, .residual = x, .snake = &next_snake, .activated = &next});
}

}  // namespace phonoscope::codec
