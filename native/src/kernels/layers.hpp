// The layers of the codec between its convolutions, one row (one moment in time) or one head at a time.
#pragma once

#include <cstdint>

#include "kernels/cpu_level.hpp"

namespace phonoscope {

// Depthwise causal convolution and LayerNorm of one row. Tap k reads the row `k * input_stride` after
// `input`.
struct DepthwiseNormTask {
    const float* weights = nullptr;  // [tap][channel]
    const float* bias = nullptr;
    const float* norm_weight = nullptr;
    const float* norm_bias = nullptr;
    float norm_eps = 0;
    int64_t width = 0;
    int64_t n_taps = 0;
};

// Sliding-window attention of one head of one row over a ring of past keys and values. Row `position %
// ring_rows` of the ring belongs to `position`; positions first..last are visible, summed from the oldest to
// the newest.
struct WindowAttentionTask {
    const float* query = nullptr;  // [head_dim]
    const float* keys = nullptr;   // this head's first key in the ring
    const float* values = nullptr;
    int64_t ring_stride = 0;  // floats from one position to the next
    int64_t ring_rows = 0;
    int64_t first = 0;
    int64_t last = 0;
    int64_t head_dim = 0;
    float scale = 0;
    float* scores = nullptr;  // working memory, one float a visible position
    float* out = nullptr;     // [head_dim]
};

// Magnitudes of a stretch of values. The caller merges stretches in a fixed order.
struct MagnitudeSum {
    double sum_of_squares = 0;
    float absmax = 0;
    int64_t n_nonfinite = 0;
};

// The kernels of one instruction set. Sums run over lanes in an order that depends on the width alone.
struct LayerKernels {
    // out = x / sqrt(mean(x^2) + eps) * weight
    void (*rms_norm)(const float* x, const float* weight, float eps, int64_t width, float* out);
    // out = (x - mean) / sqrt(variance + eps) * weight + bias
    void (*layer_norm)(const float* x, const float* weight, const float* bias, float eps, int64_t width, float* out);
    void (*depthwise_norm)(const DepthwiseNormTask& task, const float* input, int64_t input_stride, float* out);
    void (*window_attention)(const WindowAttentionTask& task);
    // out = silu(gate) up
    void (*swiglu)(const float* gate, const float* up, int64_t width, float* out);
    // out = x for x > 0, e^x - 1 otherwise; may be in place
    void (*elu)(const float* x, int64_t width, float* out);
    // out = x + scale sin^2(frequency x)
    void (*snake)(const float* x, const float* frequency, const float* scale, int64_t width, float* out);
    void (*add_magnitude)(const float* x, int64_t n, MagnitudeSum& sum);
};

const LayerKernels& layer_kernels(CpuLevel level);

extern const LayerKernels kLayerKernelsPortable;
extern const LayerKernels kLayerKernelsAvx2;
extern const LayerKernels kLayerKernelsAvx512;

}  // namespace phonoscope
