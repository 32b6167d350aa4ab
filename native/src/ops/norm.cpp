#include "ops/norm.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/compute.hpp"

namespace phonoscope {

namespace {

constexpr size_t kLanes = 16;

// The magnitude of a vector whose sum of squares is known already.
Magnitude magnitude_from(std::span<const float> x, float squares) {
    if (!std::isfinite(squares)) {
        return magnitude_of(x);
    }
    std::array<float, kLanes> largest{};
    size_t i = 0;
    for (; i + kLanes <= x.size(); i += kLanes) {
        for (size_t lane = 0; lane < kLanes; ++lane) {
            largest[lane] = std::max(largest[lane], std::fabs(x[i + lane]));
        }
    }
    for (; i < x.size(); ++i) {
        largest[0] = std::max(largest[0], std::fabs(x[i]));
    }
    return {.rms = std::sqrt(squares / static_cast<float>(x.size())),
            .absmax = *std::max_element(largest.begin(), largest.end()),
            .n_nonfinite = 0};
}

void watch(const NormOp& op, int64_t row, std::span<const float> x, float squares) {
    Step& step = *op.step;
    if (!std::isfinite(squares) && magnitude_of(x).n_nonfinite > 0) {
        step.report_nonfinite(op.operation, row);
    }
    const int64_t recorded = row - step.first_recorded;
    if (op.watched_layer < 0 || recorded < 0) {
        return;
    }
    if (!step.magnitudes.empty()) {
        step.magnitudes[static_cast<size_t>(recorded * step.n_layers + op.watched_layer)] = magnitude_from(x, squares);
    }
    if (step.capture != nullptr) {
        step.capture->keep(op.watched_layer, step.first_position + row, x);
    }
}

void compute(ggml_tensor* dst, const ggml_tensor* x, int /*ith*/, int /*nth*/, void* userdata) {
    const auto& op = *static_cast<const NormOp*>(userdata);
    const auto width = static_cast<size_t>(x->ne[0]);
    for_each_unit(x->ne[1], 4 * x->ne[0], [&](int64_t row, int /*thread*/) {
        const std::span<const float> in(
            reinterpret_cast<const float*>(static_cast<const char*>(x->data) + static_cast<size_t>(row) * x->nb[1]),
            width);
        float* out = reinterpret_cast<float*>(static_cast<char*>(dst->data) + static_cast<size_t>(row) * dst->nb[1]);
        const float squares = sum_of_squares(in);
        watch(op, row, in, squares);
        const float scale = 1.0F / std::sqrt(squares / static_cast<float>(width) + op.eps);
        for (size_t i = 0; i < width; ++i) {
            out[i] = op.weight[i] * (in[i] * scale);
        }
    });
}

}  // namespace

float sum_of_squares(std::span<const float> x) {
    std::array<float, kLanes> partial{};
    size_t i = 0;
    for (; i + kLanes <= x.size(); i += kLanes) {
        for (size_t lane = 0; lane < kLanes; ++lane) {
            partial[lane] += x[i + lane] * x[i + lane];
        }
    }
    float sum = 0;
    for (const float p : partial) {
        sum += p;
    }
    for (; i < x.size(); ++i) {
        sum += x[i] * x[i];
    }
    return sum;
}

ggml_tensor* norm(ggml_context* context, ggml_tensor* x, NormOp& op) {
    return ggml_map_custom1(context, x, compute, 1, &op);
}

}  // namespace phonoscope
