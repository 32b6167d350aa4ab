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

// A register tile of `Rows` output rows by one panel (two vectors): sums over all taps and input channels.
template <class S, class Weight, int Rows>
void conv_tile(const Weight* weights, const float* input, int64_t input_stride, int64_t n_in, int64_t n_taps,
               int64_t tap_stride, float* sums) {
    typename S::Reg acc[Rows][2];
#pragma GCC unroll 16
    for (int r = 0; r < Rows; ++r) {
        acc[r][0] = S::zero();
        acc[r][1] = S::zero();
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
using TileFunction = void (*)(const Weight*, const float*, int64_t, int64_t, int64_t, int64_t, float*);

template <class S, class Weight, int... Index>
constexpr std::array<TileFunction<S, Weight>, sizeof...(Index)> tile_functions(
    std::integer_sequence<int, Index...> /*rows*/) {
    return {conv_tile<S, Weight, Index + 1>...};
}

template <class S, class Weight>
void conv_panel(const ConvTask& task, int64_t row_begin, int64_t row_end, int64_t panel) {
    static constexpr auto kTiles = tile_functions<S, Weight>(std::make_integer_sequence<int, S::kTileRows>());
    constexpr int64_t kWidth = 2 * S::kLanes;
    const PackedConv& w = *task.weights;
    const auto* weights = reinterpret_cast<const Weight*>(w.data + static_cast<size_t>(panel) * w.panel_bytes());
    const int64_t channel = panel * kWidth;
    const auto n_channels = static_cast<int>(w.n_out - channel < kWidth ? w.n_out - channel : kWidth);
    const int64_t n_rows = row_end - row_begin;
    const int64_t n_tiles = (n_rows + S::kTileRows - 1) / S::kTileRows;
    alignas(64) float sums[S::kTileRows * kWidth];
    for (int64_t tile = 0; tile < n_tiles; ++tile) {
        // Tiles of nearly equal height: a last tile of few rows would wait on the latency of its own sums.
        const int64_t begin = row_begin + n_rows * tile / n_tiles;
        const int64_t end = row_begin + n_rows * (tile + 1) / n_tiles;
        kTiles[static_cast<size_t>(end - begin - 1)](weights, task.input + begin * task.input_stride, task.input_stride,
                                                     w.n_in, w.n_taps, task.dilation * task.input_stride, sums);
        for (int64_t row = begin; row < end; ++row) {
            for (int j = 0; j < 2 && j * S::kLanes < n_channels; ++j) {
                const int left = n_channels - j * S::kLanes;
                finish_vector<S>(task.epilogue, sums + (row - begin) * kWidth + j * S::kLanes, row,
                                 channel + j * S::kLanes, left < S::kLanes ? left : S::kLanes);
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
int64_t multiply_add(int64_t n_rounds) {
    constexpr int kChains = 2 * S::kTileRows;
    typename S::Reg acc[kChains];
#pragma GCC unroll 32
    for (int i = 0; i < kChains; ++i) {
        acc[i] = S::set1(static_cast<float>(i));
    }
    const volatile float source = 0.5F;  // unknown to the compiler, so that nothing is computed ahead of time
    const auto factor = S::set1(source);
    for (int64_t round = 0; round < n_rounds; ++round) {
#pragma GCC unroll 32
        for (int i = 0; i < kChains; ++i) {
            acc[i] = S::fma(acc[i], factor, factor);
        }
    }
    volatile float sink = 0;
#pragma GCC unroll 32
    for (int i = 0; i < kChains; ++i) {
        sink = sink + S::sum(acc[i]);
    }
    return n_rounds * kChains * S::kLanes * 2;
}

template <class S>
constexpr ConvKernels make_conv_kernels() {
    return {2 * S::kLanes, conv<S>, conv_to_mono<S>, multiply_add<S>};
}

}  // namespace phonoscope
