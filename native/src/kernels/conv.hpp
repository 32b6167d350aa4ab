// Causal 1-D convolutions over rows of channels, as one kernel: dense layers are convolutions of one tap, and
// a transposed convolution of stride r with k = r or 2r taps is a convolution of one or two taps with r times
// the output channels. Activations are [time][channel], so that time only ever selects rows: every output is
// a sum of chains of multiply-adds over (tap, input channel) in a fixed order, whatever the number of rows, threads
// or tiles.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu_level.hpp"

namespace phonoscope {

// Weights in panels of `panel_width` outputs: [panel][tap][input channel][output within the panel], the last
// panel padded with zeros. Values are f32, or f16 when `is_half`.
struct PackedConv {
    int64_t n_in = 0;
    int64_t n_taps = 0;
    int64_t n_out = 0;
    int64_t panel_width = 0;
    bool is_half = false;
    const std::byte* data = nullptr;

    int64_t n_panels() const { return (n_out + panel_width - 1) / panel_width; }
    int64_t padded_out() const { return n_panels() * panel_width; }
    int64_t weights_per_output() const { return n_in * n_taps; }
    size_t panel_bytes() const { return static_cast<size_t>(weights_per_output() * panel_width) * (is_half ? 2 : 4); }
};

// What happens to each sum before it is stored: v = (sum + bias) scale + residual, then GELU if asked; v goes
// to `out`, and snake(v) to `activated`. Parameter arrays hold padded_out() values; null pointers leave a
// step out.
struct ConvEpilogue {
    const float* bias = nullptr;
    const float* scale = nullptr;
    const float* residual = nullptr;
    int64_t residual_stride = 0;
    bool gelu = false;
    float* out = nullptr;
    int64_t out_stride = 0;
    const float* snake_frequency = nullptr;
    const float* snake_scale = nullptr;
    float* activated = nullptr;
    int64_t activated_stride = 0;
};

// One convolution. Output row t reads the rows t + k * dilation of `input`, k = 0..n_taps-1: the caller
// places the history before the new rows. Strides are in floats.
struct ConvTask {
    const PackedConv* weights = nullptr;
    const float* input = nullptr;
    int64_t input_stride = 0;
    int64_t dilation = 1;
    ConvEpilogue epilogue;
};

// Convolution to one output channel: sums run along the input channels, `weights` is [tap][channel] in f32.
struct MonoConvTask {
    const float* weights = nullptr;
    float bias = 0;
    int64_t n_in = 0;
    int64_t n_taps = 0;
    const float* input = nullptr;
    int64_t input_stride = 0;
    float* out = nullptr;
};

struct FilterInputTask;
struct FilterLayout;
struct FilterTask;

// The kernels of one instruction set.
struct ConvKernels {
    int64_t panel_width;
    // Output rows row_begin..row_end-1 of one panel.
    void (*conv)(const ConvTask& task, int64_t row_begin, int64_t row_end, int64_t panel);
    void (*conv_to_mono)(const MonoConvTask& task, int64_t row_begin, int64_t row_end);
    // Minimal filtering, see kernels/minimal_filter.hpp: at most `max_filter_tiles` tiles in a call. The values of just
    // these tiles at the points come first, and then the outputs of one panel from them.
    int64_t max_filter_tiles;
    void (*filter_input)(const FilterInputTask& task, int64_t tile_begin, int64_t tile_end, const FilterLayout& layout,
                         float* values);
    void (*filter)(const FilterTask& task, int64_t tile_begin, int64_t tile_end, int64_t panel,
                   const FilterLayout& layout, const float* values);
};

const ConvKernels& conv_kernels(CpuLevel level);

extern const ConvKernels kConvKernelsPortable;
extern const ConvKernels kConvKernelsAvx2;
extern const ConvKernels kConvKernelsAvx512;

}  // namespace phonoscope
