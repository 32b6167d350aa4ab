// The convolution kernels as templates over the instruction set. Include only from conv_<level>.cpp.
#pragma once

#include <type_traits>

#include "kernels/conv.hpp"
#include "kernels/conv_tile.hpp"
#include "kernels/minimal_filter_impl.hpp"

namespace phonoscope {

// Products per output in one slice of half-precision weights, which make one chain of multiply-adds: as f32 a slice
// fills an eighth of a second-level cache, and adding to the sums between slices costs little.
constexpr int64_t kHalfSliceProducts = 1024;
// The same of single-precision weights, which are there to be exact: an eighth of a sum within these bounds. Chains
// that are shorter than their sum lose less to rounding; at the bounds, starting them costs a few per cent of the time.
constexpr int64_t kShortestChain = 32;
constexpr int64_t kLongestChain = 128;
// Tiles of a block of rows, whose sums wait on the stack while the slices of a panel pass: 18 KB at the most.
constexpr int64_t kBlockTiles = 12;

// Some whole taps, or some input channels of one tap: what lies together in the packed weights.
struct Slice {
    int64_t tap;
    int64_t n_taps;
    int64_t first_in;
    int64_t n_in;
    bool is_first;
};

// Calls body(slice) in the order in which the weights lie.
template <class Body>
void for_each_slice(const PackedConv& w, Body body) {
    const int64_t eighth = w.n_in * w.n_taps / 8;
    const int64_t chain = eighth < kShortestChain ? kShortestChain : eighth > kLongestChain ? kLongestChain : eighth;
    const int64_t n_products = w.is_half ? kHalfSliceProducts : chain;
    const int64_t taps_at_once = w.n_in < n_products ? n_products / w.n_in : 1;
    const int64_t n_parts = (w.n_in + n_products - 1) / n_products;  // of one tap's input channels
    for (int64_t tap = 0; tap < w.n_taps; tap += taps_at_once) {
        const int64_t n_taps = w.n_taps - tap < taps_at_once ? w.n_taps - tap : taps_at_once;
        for (int64_t part = 0; part < n_parts; ++part) {
            const int64_t first = w.n_in * part / n_parts;
            body(Slice{.tap = tap,
                       .n_taps = n_taps,
                       .first_in = first,
                       .n_in = w.n_in * (part + 1) / n_parts - first,
                       .is_first = tap == 0 && part == 0});
        }
    }
}

// The sums of one block of rows, with weights straight from memory.
template <class S, class Weight>
void conv_block(const ConvTask& task, const Weight* weights, int64_t row_begin, int64_t n_rows, float* sums) {
    constexpr int64_t kWidth = 2 * S::kLanes;
    const int64_t tap_stride = task.dilation * task.input_stride;
    for_each_tile<S>(n_rows, [&](int64_t begin, int64_t end) {
        const float* input = task.input + (row_begin + begin) * task.input_stride;
        const Weight* at = weights;
        for_each_slice(*task.weights, [&](const Slice& slice) {
            kTiles<S, Weight>[static_cast<size_t>(end - begin - 1)](at, input + slice.tap* tap_stride + slice.first_in,
                                                                    task.input_stride, slice.n_in, slice.n_taps,
                                                                    tap_stride, slice.is_first, sums + begin* kWidth);
            at += slice.n_taps * slice.n_in * kWidth;
        });
    });
}

// The same, slice by slice, with the weights of a slice converted to f32 once for all tiles of the block.
template <class S>
void conv_block_in_slices(const ConvTask& task, const uint16_t* weights, int64_t row_begin, int64_t n_rows,
                          float* sums) {
    constexpr int64_t kWidth = 2 * S::kLanes;
    const float* input = task.input + row_begin * task.input_stride;
    const int64_t tap_stride = task.dilation * task.input_stride;
    alignas(64) float converted[kHalfSliceProducts * kWidth];
    for_each_slice(*task.weights, [&](const Slice& slice) {
        const int64_t n = slice.n_taps * slice.n_in * kWidth;
        for (int64_t i = 0; i < n; i += S::kLanes) {
            S::store(converted + i, S::load_f16(weights + i));
        }
        weights += n;
        for_each_tile<S>(n_rows, [&](int64_t begin, int64_t end) {
            kTiles<S, float>[static_cast<size_t>(end - begin - 1)](
                converted, input + begin* task.input_stride + slice.tap* tap_stride + slice.first_in, task.input_stride,
                slice.n_in, slice.n_taps, tap_stride, slice.is_first, sums + begin* kWidth);
        });
    });
}

template <class S, class Weight>
void conv_panel(const ConvTask& task, int64_t row_begin, int64_t row_end, int64_t panel) {
    constexpr int64_t kWidth = 2 * S::kLanes;
    constexpr int64_t kBlockRows = kBlockTiles * S::kTileRows;
    const PackedConv& w = *task.weights;
    const auto* weights = reinterpret_cast<const Weight*>(w.data + static_cast<size_t>(panel) * w.panel_bytes());
    const int64_t channel = panel * kWidth;
    const auto n_channels = static_cast<int>(w.n_out - channel < kWidth ? w.n_out - channel : kWidth);
    const Finish<S> low(task.epilogue, channel, n_channels < S::kLanes ? n_channels : S::kLanes);
    const Finish<S> high(task.epilogue, channel + S::kLanes, n_channels - S::kLanes);
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
            low(S::load(sums + row * kWidth), block + row);
            if (n_channels > S::kLanes) {
                high(S::load(sums + row * kWidth + S::kLanes), block + row);
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
    return {2 * S::kLanes, conv<S>, conv_to_mono<S>, kFilterMaxTiles<S>, filter_input<S>, filter<S>};
}

}  // namespace phonoscope
