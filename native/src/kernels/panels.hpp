// Kernels for many rows at once, as a diffusion transformer has them: activations lie in panels of sixteen rows,
// [panel][channel][row within the panel], so that a vector always holds one channel of neighbouring rows. Linear layers
// read their weights row by row as the file stores them, keys and values serve attention as they come out of their
// projections, and nothing is ever transposed. Every result is one chain of operations over its channels, keys or
// products, whatever the number of rows, threads or tiles.
#pragma once

#include <ggml.h>

#include <array>
#include <cstdint>
#include <span>

#include "kernels/cpu_level.hpp"

namespace phonoscope {

inline constexpr int64_t kPanelRows = 16;

constexpr int64_t panels_for(int64_t n_rows) { return (n_rows + kPanelRows - 1) / kPanelRows; }

// out[r][row] = sum over blocks and steps of a(block, r, step) * b[block][step][row], for the sixteen rows of one
// panel. `a` lies at block * a_block + r * a_row + step * a_step; a_row or a_step is 1. `b` and `out` are contiguous.
struct PanelProduct {
    const float* a = nullptr;
    int64_t a_row = 0;
    int64_t a_step = 0;
    int64_t a_block = 0;
    const float* b = nullptr;
    int64_t n_steps = 0;
    int64_t n_blocks = 1;
    int64_t n_out = 0;
    bool fresh = true;  // false: continues the sums in `out`
    float* out = nullptr;
};

// Sums over one panel, row by row.
struct PanelSums {
    std::array<float, kPanelRows> sum{};
    std::array<float, kPanelRows> squares{};
    std::array<float, kPanelRows> absmax{};  // NaN is passed over: the squares show it
};

// x / sqrt(mean(x^2) + eps) * gain + shift over the channels of each row; `shift` may be null.
struct PanelNorm {
    const float* x = nullptr;
    int64_t n_channels = 0;
    float eps = 0;
    const float* gain = nullptr;   // [channel]
    const float* shift = nullptr;  // [channel]
    float* out = nullptr;
};

// One head of one panel, in place: RMS norm over its channels with `gain`, then rotation of the channel pairs
// (2i, 2i + 1) unless `cos` is null, then a factor.
struct PanelHead {
    float* x = nullptr;  // [head_dim][16]
    int64_t head_dim = 0;
    float eps = 0;
    const float* gain = nullptr;  // [head_dim]
    const float* cos = nullptr;   // [head_dim / 2][16]
    const float* sin = nullptr;
    float factor = 1;
};

// The kernels of one instruction set.
struct PanelKernels {
    void (*product)(const PanelProduct& task);
    // Sums first: squares, and with `all` also sums and largest magnitudes; then the normalised panel.
    void (*norm)(const PanelNorm& task, PanelSums& sums, bool all);
    void (*head)(const PanelHead& task);
    // Turns the scores of `n_keys` keys [key][16] into exp(score - largest) in place; `totals` [16] gets their sums.
    void (*softmax)(float* scores, int64_t n_keys, float* totals);
    // x[i] *= factor
    void (*scale)(float* x, int64_t n, float factor);
    // out[channel][row] = x[channel][row] / totals[row] * sigmoid(gate[channel][row])
    void (*gate)(const float* x, const float* totals, const float* gate, int64_t n_channels, float* out);
    // out = silu(gate) * up
    void (*swiglu)(const float* gate, const float* up, int64_t n_channels, float* out);
    // out = silu(x)
    void (*silu)(const float* x, int64_t n_channels, float* out);
    // out = x + gain[channel] * y
    void (*add_scaled)(const float* x, const float* y, const float* gain, int64_t n_channels, float* out);
    // out = (x + bias[channel]) * factor
    void (*add_bias)(const float* x, const float* bias, float factor, int64_t n_channels, float* out);
    // `n` weights of `type` from `first` on (a whole number of blocks), as floats.
    void (*unpack)(ggml_type type, const std::byte* row, int64_t first, int64_t n, float* out);
};

const PanelKernels& panel_kernels(CpuLevel level);

extern const PanelKernels kPanelKernelsPortable;
extern const PanelKernels kPanelKernelsAvx2;
extern const PanelKernels kPanelKernelsAvx512;

// Rows [n_rows][n_channels] into panels and back; rows beyond the last are zero in the panels.
void rows_to_panels(std::span<const float> rows, int64_t n_channels, float* panels);
void panels_to_rows(const float* panels, int64_t n_channels, std::span<float> rows);

}  // namespace phonoscope
