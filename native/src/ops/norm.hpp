// RMS normalisation that also watches the residual stream it reads: the sum of squares is needed anyway, so
// the magnitude of a layer's state costs almost nothing here.
#pragma once

#include <ggml.h>

#include <cstdint>
#include <span>

#include "ops/step.hpp"

namespace phonoscope {

// The parameters of one normalisation node; must outlive the graph.
struct NormOp {
    float eps = 0;
    const float* weight = nullptr;  // [width]
    int64_t watched_layer = -1;     // the layer whose output is the input of this node; -1: record nothing
    int64_t operation = 0;          // position in graph order, for alarms
    Step* step = nullptr;
};

// Sum of squares in a fixed order that vectorises: sixteen partial sums, then those in order.
float sum_of_squares(std::span<const float> x);

// y = weight * x / sqrt(mean(x^2) + eps) for every row of x [width, rows] (Zhang & Sennrich 2019).
ggml_tensor* norm(ggml_context* context, ggml_tensor* x, NormOp& op);

}  // namespace phonoscope
