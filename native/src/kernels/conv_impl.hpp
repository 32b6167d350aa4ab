// The convolution kernels as templates over the instruction set. Include only from conv_<level>.cpp.
#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include "kernels/conv.hpp"
#include "kernels/simd_math.hpp"

namespace phonoscope {

template <class S>
typename S::Reg load_weights(const float* p) {
    return S::load(p);
}
template <class S>
typename S::Reg load_weights(const uint16_t* p) {
    return S::load_f16(p);
}

// A register tile of `Rows` output rows by one panel (two vectors): continues `sums` over taps and input channels, from
// zero when `fresh`.
template <class S, class Weight, int Rows>
void conv_tile(const Weight* weights, const float* input, int64_t input_stride, int64_t n_in, int64_t n_taps,
               int64_t tap_stride, bool fresh, float* sums) {
    typename S::Reg acc[Rows][2];
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r) {
        acc[r][0] = fresh ? S::zero() : S::load(sums + r * 2 * S::kLanes);
        acc[r][1] = fresh ? S::zero() : S::load(sums + r * 2 * S::kLanes + S::kLanes);
    }
    for (int64_t tap = 0; tap < n_taps; ++tap) {
        const float* x = input + tap * tap_stride;
        for (int64_t i = 0; i < n_in; ++i) {
            const auto w0 = load_weights<S>(weights);
            const auto w1 = load_weights<S>(weights + S::kLanes);
            weights += 2 * S::kLanes;
#pragma GCC unroll 16
            for (int r = 0; r < Rows; ++r) {
                const auto v = S::set1(x[r * input_stride + i]);
                acc[r][0] = S::fma(v, w0, acc[r][0]);
                acc[r][1] = S::fma(v, w1, acc[r][1]);
            }
        }
    }
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r) {
        S::store(sums + r * 2 * S::kLanes, acc[r][0]);
        S::store(sums + r * 2 * S::kLanes + S::kLanes, acc[r][1]);
    }
}

// One vector of sums through the epilogue; `n` of its lanes are outputs, `channel` is the first of them.
template <class S>
void finish_vector(const ConvEpilogue& e, const float* sums, int64_t row, int64_t channel, int n) {
    const bool whole = n == S::kLanes;
    auto v = S::load(sums);
    if (e.bias != nullptr) {
        v = S::add(v, S::load(e.bias + channel));
    }
    if (e.scale != nullptr) {
        v = S::mul(v, S::load(e.scale + channel));
    }
    if (e.residual != nullptr) {
        const float* p = e.residual + row * e.residual_stride + channel;
        v = S::add(v, whole ? S::load(p) : S::load_partial(p, n));
    }
    if (e.gelu) {
        v = gelu<S>(v);
    }
    if (e.out != nullptr) {
        float* p = e.out + row * e.out_stride + channel;
        whole ? S::store(p, v) : S::store_partial(p, v, n);
    }
    if (e.activated != nullptr) {
        v = snake<S>(v, S::load(e.snake_frequency + channel), S::load(e.snake_scale + channel));
        float* p = e.activated + row * e.activated_stride + channel;
        whole ? S::store(p, v) : S::store_partial(p, v, n);
    }
}

template <class S, class Weight>
using TileFunction = void (*)(const Weight*, const float*, int64_t, int64_t, int64_t, int64_t, bool, float*);

template <class S, class Weight, int... Index>
constexpr std::array<TileFunction<S, Weight>, sizeof...(Index)> tile_functions(
    std::integer_sequence<int, Index...> /*rows*/) {
    return {conv_tile<S, Weight, Index + 1>...};
}

template <class S, class Weight>
constexpr auto kTiles = tile_functions<S, Weight>(std::make_integer_sequence<int, S::kTileRows>());

// Products per output that one slice of weights holds: as f32 it fills an eighth of a second-level cache, and loading and
// storing the sums between slices costs little.
constexpr int64_t kSliceProducts = 1024;
constexpr int64_t kBlockTiles = 12;

// Calls tile(begin, end) for tiles of nearly equal height: a last tile of few rows would wait on the latency of its own
// sums.
template <class S, class Body>
void for_each_tile(int64_t n_rows, Body tile) {
    const int64_t n_tiles = (n_rows + S::kTileRows - 1) / S::kTileRows;
    for (int64_t i = 0; i < n_tiles; ++i) {
        tile(n_rows * i / n_tiles, n_rows * (i + 1) / n_tiles);
    }
}

// The sums of one block of rows, with weights straight from memory.
template <class S, class Weight>
void conv_block(const ConvTask& task, const Weight* weights, int64_t row_begin, int64_t n_rows, float* sums) {
    const PackedConv& w = *task.weights;
    for_each_tile<S>(n_rows, [&](int64_t begin, int64_t end) {
        kTiles<S, Weight>[static_cast<size_t>(end - begin - 1)](
            weights, task.input + (row_begin + begin)* task.input_stride, task.input_stride, w.n_in, w.n_taps,
            task.dilation* task.input_stride, true, sums + begin* 2 * S::kLanes);
    });
}

// The same, slice by slice, with the weights of a slice converted to f32 once for all tiles of the block.
template <class S>
void conv_block_in_slices(const ConvTask& task, const uint16_t* weights, int64_t row_begin, int64_t n_rows,
                          float* sums) {
    constexpr int64_t kWidth = 2 * S::kLanes;
    const PackedConv& w = *task.weights;
    const float* input = task.input + row_begin * task.input_stride;
    const int64_t tap_stride = task.dilation * task.input_stride;
    const int64_t taps_at_once = w.n_in < kSliceProducts ? kSliceProducts / w.n_in : 1;
    const int64_t n_parts = (w.n_in + kSliceProducts - 1) / kSliceProducts;  // of one tap's input channels
    alignas(64) float slice[kSliceProducts * kWidth];
    for (int64_t tap = 0; tap < w.n_taps; tap += taps_at_once) {
        const int64_t n_taps = w.n_taps - tap < taps_at_once ? w.n_taps - tap : taps_at_once;
        for (int64_t part = 0; part < n_parts; ++part) {
            const int64_t first = w.n_in * part / n_parts;
            const int64_t n_in = w.n_in * (part + 1) / n_parts - first;
            for (int64_t i = 0; i < n_taps * n_in * kWidth; i += S::kLanes) {
                S::store(slice + i, S::load_f16(weights + i));
            }
            weights += n_taps * n_in * kWidth;
            for_each_tile<S>(n_rows, [&](int64_t begin, int64_t end) {
                kTiles<S, float>[static_cast<size_t>(end - begin - 1)](
                    slice, input + begin* task.input_stride + tap* tap_stride + first, task.input_stride, n_in, n_taps,
                    tap_stride, tap == 0 && part == 0, sums + begin* kWidth);
            });
        }
    }
}

template <class S, class Weight>
void conv_panel(const ConvTask& task, int64_t row_begin, int64_t row_end, int64_t panel) {
    constexpr int64_t kWidth = 2 * S::kLanes;
    constexpr int64_t kBlockRows = kBlockTiles * S::kTileRows;
    const PackedConv& w = *task.weights;
    const auto* weights = reinterpret_cast<const Weight*>(w.data + static_cast<size_t>(panel) * w.panel_bytes());
    const int64_t channel = panel * kWidth;
    const auto n_channels = static_cast<int>(w.n_out - channel < kWidth ? w.n_out - channel : kWidth);
    alignas(64) float sums[kBlockRows * kWidth];
    for (int64_t block = row_begin; block < row_end; block += kBlockRows) {
        const int64_t n_rows = row_end - block < kBlockRows ? row_end - block : kBlockRows;
        if constexpr (std::is_same_v<Weight, uint16_t>) {
            if (n_rows > S::kTilesPerHalfLoad * S::kTileRows) {
                conv_block_in_slices<S>(task, weights, block, n_rows, sums);
            } else {
                conv_block<S>(task, weights, block, n_rows, sums);
            }
        } else {
            conv_block<S>(task, weights, block, n_rows, sums);
        }
        for (int64_t row = 0; row < n_rows; ++row) {
            for (int j = 0; j < n_channels; j += S::kLanes) {
                const int left = n_channels - j;
                finish_vector<S>(task.epilogue, sums + row * kWidth + j, block + row, channel + j,
                                 left < S::kLanes ? left : S::kLanes);
            }
        }
    }
}

template <class S>
void conv(const ConvTask& task, int64_t row_begin, int64_t row_end, int64_t panel) {
    if (task.weights->is_half) {
        conv_panel<S, uint16_t>(task, row_begin, row_end, panel);
    } else {
        conv_panel<S, float>(task, row_begin, row_end, panel);
    }
}

template <class S>
void conv_to_mono(const MonoConvTask& task, int64_t row_begin, int64_t row_end) {
    for (int64_t row = row_begin; row < row_end; ++row) {
        auto acc = S::zero();
        for (int64_t tap = 0; tap < task.n_taps; ++tap) {
            const float* x = task.input + (row + tap) * task.input_stride;
            const float* w = task.weights + tap * task.n_in;
            int64_t i = 0;
            for (; i + S::kLanes <= task.n_in; i += S::kLanes) {
                acc = S::fma(S::load(x + i), S::load(w + i), acc);
            }
            if (i < task.n_in) {
                const auto left = static_cast<int>(task.n_in - i);
                acc = S::fma(S::load_partial(x + i, left), S::load_partial(w + i, left), acc);
            }
        }
        task.out[row] = S::sum(acc) + task.bias;
    }
}

template <class S>
constexpr ConvKernels make_conv_kernels() {
    return {2 * S::kLanes, conv<S>, conv_to_mono<S>};
}

}  // namespace phonoscope
