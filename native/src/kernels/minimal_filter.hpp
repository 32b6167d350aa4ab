// Minimal filtering (Winograd 1980): four outputs of a convolution of seven taps from ten products instead of 28. Ten
// inputs are turned into the values that a polynomial takes at ten points, multiplied there by those of the taps, and
// the products turned back. Rounding grows to some 6e-6 of the result, which is far below that of weights in f16: where
// f32 weights stand for exactness, kernels/conv.hpp serves.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/conv.hpp"

namespace phonoscope {

// How the output rows of some frames are taken together, four at a time: rows r, r + d, r + 2d, r + 3d for a dilation
// of d. Every frame begins its tiles anew, so that a row's result does not depend on how many frames are computed at
// once.
struct FilterTiles {
    static constexpr int64_t kOutputs = 4;
    static constexpr int64_t kTaps = 7;
    static constexpr int64_t kPoints = kOutputs + kTaps - 1;

    int64_t n_frames = 0;
    int64_t frame_rows = 0;
    int64_t dilation = 1;

    // Of its four rows, the first `n_outputs` belong to the frame; nothing is read behind their taps.
    struct Tile {
        int64_t first_row;
        int64_t n_outputs;
        int64_t n_inputs;
    };
    int64_t per_frame() const { return (frame_rows + kOutputs * dilation - 1) / (kOutputs * dilation) * dilation; }
    int64_t count() const { return n_frames * per_frame(); }
    Tile tile(int64_t i) const {
        const int64_t in_frame = i % per_frame();
        const int64_t row = in_frame / dilation * kOutputs * dilation + in_frame % dilation;
        const int64_t n_outputs = std::clamp<int64_t>((frame_rows - row + dilation - 1) / dilation, 0, kOutputs);
        return {i / per_frame() * frame_rows + row, n_outputs, n_outputs > 0 ? n_outputs + kTaps - 1 : 0};
    }
};

// Where the values of some neighbouring tiles at the points lie: [point][tile][channel].
struct FilterLayout {
    FilterLayout(int64_t n_tiles, int64_t n_channels)
        : tile_stride((n_channels + 15) / 16 * 16), point_stride(n_tiles * tile_stride + 16) {}

    int64_t n_values() const { return FilterTiles::kPoints * point_stride; }

    int64_t tile_stride;
    int64_t point_stride;  // no multiple of a page, lest all points of a tile share a few cache sets
};

// From inputs as for ConvTask to their values at the points.
struct FilterInputTask {
    FilterTiles tiles;
    const float* input = nullptr;
    int64_t input_stride = 0;
    int64_t n_in = 0;
};

struct FilterTask {
    FilterTiles tiles;
    const PackedConv* weights = nullptr;  // seven taps, as for the direct convolution
    ConvEpilogue epilogue;
};

}  // namespace phonoscope
