// The residual unit of a codec's convolutional half: x + conv1(snake(conv7(snake(x)))), the inner one dilated.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "codec/node_graph.hpp"
#include "codec/snake.hpp"
#include "ops/weight_packer.hpp"

namespace phonoscope::codec {

struct ResidualUnitWeights {
    static constexpr int64_t kTaps = 7;
    static constexpr std::array<int64_t, 3> kDilations{1, 3, 9};  // of the units of a block
    // Rows that a unit of this dilation looks back on.
    static constexpr int64_t past_rows(int64_t dilation) { return (kTaps - 1) * dilation; }

    // Reads `prefix`{act1, act2} and `prefix`{conv1, conv2}.{weight, bias}. Behind a transposed convolution the input
    // comes as `n_phases` rows side by side.
    ResidualUnitWeights(WeightPacker& packer, const std::string& prefix, int64_t n_channels, int64_t unit_dilation,
                        SnakeForm form, int64_t n_phases = 1);

    int64_t dilation;
    SnakeWeights snake1;  // applied by whatever writes the unit's input
    ConvWeights conv1;
    SnakeWeights snake2;
    ConvWeights conv2;
};

// `rows` rows of the unit, whole frames of `frame_rows`: `activated` holds snake1(x), the result takes the place of
// `x`, and `next_snake` of it goes to `next`.
ggml_tensor* residual_unit(NodeGraph& graph, const ResidualUnitWeights& weights, const RowHistory& activated,
                           ggml_tensor* x, int64_t rows, int64_t frame_rows, const SnakeWeights& next_snake,
                           RowHistory& next);

}  // namespace phonoscope::codec
