// The panel kernels, written once for every vector level. A level V provides, for the sixteen rows of a panel:
//   Bytes load(p)                                    64 bytes
//   Bytes low_nibbles(b), high_nibbles(b)            the latter times a power of two, if that is faster to make
//   NibbleSums nibble_sums_from(v)                   sixteen times v, for the products of one block of nibbles
//   NibbleSums add_products(sums, bytes, x)          sums[r] += bytes[4r + i] * x[i], i = 0..3
//   Ints of_low_nibbles(sums), of_high_nibbles(sums) sums of products of low_nibbles() and of high_nibbles(), the latter
//                                                    divided by that power
//   Ints plus(a, b)                                  sums
//   Ints signed_sums_from(sum_of_x), add_signed_products(sums, bytes, x)
//                                                    the same as for nibbles, for bytes - 128 of any value
//   Floats all(v), to_float(Ints), halves(p), byte_values(p), times(a, b), fma(a, b, c), minus(a, b)
//   store(v, y, n)                                   the first n values
//   unrolls_groups                                   whether a group is fastest as one piece of code without loops
//   call_ahead(p, n)                                 calls for n bytes (a multiple of 64) that will be read soon, or
//                                                    leaves that to the processor
#pragma once

#include <algorithm>

#include "kernels/quant_blocks.hpp"
#include "kernels/row_panels_layout.hpp"

namespace phonoscope {

// The columns of a product, from the first of those that are computed together.
struct PanelColumns {
    const ColumnsView* in;
    int64_t first;

    const int8_t* x(int c, int64_t block) const { return in->q + (first + c) * in->k_padded + block * block_weights; }
    int32_t x_sum(int c, int64_t block) const { return in->q_sum[(first + c) * in->k_padded / block_weights + block]; }
    float scale(int c, int64_t block) const { return in->scale[(first + c) * in->k_padded / 16 + 2 * block]; }
    float scaled_sum(int c, int64_t block) const {
        return in->block_sum[(first + c) * in->k_padded / block_weights + block];
    }
};

template <typename V, int n_cols>
using PanelProducts = typename V::Ints[n_cols];
template <typename V, int n_cols>
using NibbleProducts = typename V::NibbleSums[n_cols];

// Adds the products of the low nibbles with x_low and of the high ones with x_high. Every byte is loaded once: loads
// are what limits 4-bit weights as long as they come from a cache.
template <typename V, int n_chunks, int n_cols>
void add_nibbles(const std::byte* chunks, const int8_t* const (&x_low)[n_cols], const int8_t* const (&x_high)[n_cols],
                 NibbleProducts<V, n_cols>& low, NibbleProducts<V, n_cols>& high) {
#pragma GCC unroll 8
    for (int chunk = 0; chunk < n_chunks; ++chunk) {
        const auto bytes = V::load(chunks + static_cast<size_t>(chunk) * chunk_bytes);
        const auto low_weights = V::low_nibbles(bytes);
        const auto high_weights = V::high_nibbles(bytes);
        for (int c = 0; c < n_cols; ++c) {
            low[c] = V::add_products(low[c], low_weights, x_low[c] + 4 * chunk);
            high[c] = V::add_products(high[c], high_weights, x_high[c] + 4 * chunk);
        }
    }
}

// The integer sums of the blocks that share their bytes: the b-th of a group, `block` of the row, and those that
// follow.
template <typename V, int n_cols>
void multiply_blocks(PanelQ8_0, const std::byte* group, int64_t b, int64_t block, const PanelColumns& columns,
                     PanelProducts<V, n_cols> (&products)[1]) {
    const int8_t* x[n_cols];
    for (int c = 0; c < n_cols; ++c) {
        x[c] = columns.x(c, block);
        products[0][c] = V::signed_sums_from(columns.x_sum(c, block));
    }
#pragma GCC unroll 8
    for (int chunk = 0; chunk < chunks_per_block; ++chunk) {
        const auto weights =
            V::load(group + PanelQ8_0::weights_at + static_cast<size_t>(b * chunks_per_block + chunk) * chunk_bytes);
        for (int c = 0; c < n_cols; ++c) {
            products[0][c] = V::add_signed_products(products[0][c], weights, x[c] + 4 * chunk);
        }
    }
}

template <typename V, int n_cols>
void multiply_blocks(PanelQ4_0, const std::byte* group, int64_t b, int64_t block, const PanelColumns& columns,
                     PanelProducts<V, n_cols> (&products)[1]) {
    constexpr int n_chunks = chunks_per_block / 2;
    const int8_t* x_low[n_cols];
    const int8_t* x_high[n_cols];
    NibbleProducts<V, n_cols> low;
    NibbleProducts<V, n_cols> high;
    for (int c = 0; c < n_cols; ++c) {
        x_low[c] = columns.x(c, block);
        x_high[c] = x_low[c] + block_weights / 2;
        low[c] = V::nibble_sums_from(-PanelQ4_0::bias * columns.x_sum(c, block));
        high[c] = V::nibble_sums_from(0);
    }
    add_nibbles<V, n_chunks, n_cols>(group + PanelQ4_0::weights_at + static_cast<size_t>(b * n_chunks) * chunk_bytes,
                                     x_low, x_high, low, high);
    for (int c = 0; c < n_cols; ++c) {
        products[0][c] = V::plus(V::of_low_nibbles(low[c]), V::of_high_nibbles(high[c]));
    }
}

template <typename V, int n_cols>
void multiply_blocks(PanelQ4_K, const std::byte* group, int64_t b, int64_t block, const PanelColumns& columns,
                     PanelProducts<V, n_cols> (&products)[2]) {
    const int8_t* x_low[n_cols];
    const int8_t* x_high[n_cols];
    NibbleProducts<V, n_cols> low;
    NibbleProducts<V, n_cols> high;
    for (int c = 0; c < n_cols; ++c) {
        x_low[c] = columns.x(c, block);
        x_high[c] = columns.x(c, block + 1);
        low[c] = V::nibble_sums_from(0);
        high[c] = V::nibble_sums_from(0);
    }
    add_nibbles<V, chunks_per_block, n_cols>(
        group + PanelQ4_K::weights_at + static_cast<size_t>(b / 2 * chunks_per_block) * chunk_bytes, x_low, x_high, low,
        high);
    for (int c = 0; c < n_cols; ++c) {
        products[0][c] = V::of_low_nibbles(low[c]);
        products[1][c] = V::of_high_nibbles(high[c]);
    }
}

template <typename V, typename Layout>
typename V::Floats panel_scales(const std::byte* group, int64_t block) {
    if constexpr (Layout::has_min) {
        return V::times(V::halves(group), V::byte_values(group + Layout::scales_at + block * panel_rows));
    } else {
        return V::halves(group + 2 * block * panel_rows);
    }
}

// Calls body(first) for the first of all blocks of a group that share bytes.
template <typename V, typename Layout, typename Body>
void for_each_shared(Body body) {
    if constexpr (V::unrolls_groups) {
#pragma GCC unroll 8
        for (int64_t first = 0; first < Layout::blocks; first += Layout::blocks_at_once) {
            body(first);
        }
    } else {
#pragma GCC unroll 1
        for (int64_t first = 0; first < Layout::blocks; first += Layout::blocks_at_once) {
            body(first);
        }
    }
}

// A piece of what is read later, called for while the blocks from `first` on are used: all of them make up a group.
template <typename V, typename Layout>
void call_ahead(const std::byte* group, int64_t first) {
    constexpr int64_t n_lines = Layout::bytes / 64;
    constexpr int64_t piece_bytes = (n_lines * Layout::blocks_at_once + Layout::blocks - 1) / Layout::blocks * 64;
    V::call_ahead(group + Layout::ahead + first / Layout::blocks_at_once * piece_bytes, piece_bytes);
}

// One panel with n_cols columns. Memory is read strictly in order.
template <typename V, typename Layout, int n_cols>
void multiply_panel(const std::byte* panel, const ColumnsView& in, int64_t first_col, int64_t n_rows, float* y,
                    int64_t y_stride) {
    using Floats = typename V::Floats;
    const PanelColumns columns{&in, first_col};
    Floats sums[n_cols];
    Floats min_sums[n_cols];
    for (int c = 0; c < n_cols; ++c) {
        sums[c] = V::all(0);
        min_sums[c] = V::all(0);
    }
    const int64_t n_groups = (in.k / block_weights + Layout::blocks - 1) / Layout::blocks;
    for (int64_t g = 0; g < n_groups; ++g) {
        const std::byte* group = panel + static_cast<size_t>(g) * Layout::bytes;
        for_each_shared<V, Layout>([&](int64_t first) {
            call_ahead<V, Layout>(group, first);
            PanelProducts<V, n_cols> products[Layout::blocks_at_once];
            multiply_blocks<V, n_cols>(Layout{}, group, first, g * Layout::blocks + first, columns, products);
            for (int64_t i = 0; i < Layout::blocks_at_once; ++i) {
                const int64_t b = first + i;
                const int64_t block = g * Layout::blocks + b;
                const Floats scales = panel_scales<V, Layout>(group, b);
                for (int c = 0; c < n_cols; ++c) {
                    sums[c] =
                        V::fma(V::to_float(products[i][c]), V::times(scales, V::all(columns.scale(c, block))), sums[c]);
                    if constexpr (Layout::has_min) {
                        const Floats mins = V::times(V::halves(group + Layout::dmin_at),
                                                     V::byte_values(group + Layout::mins_at + b * panel_rows));
                        min_sums[c] = V::fma(mins, V::all(columns.scaled_sum(c, block)), min_sums[c]);
                    }
                }
            }
        });
    }
    for (int c = 0; c < n_cols; ++c) {
        const Floats result = Layout::has_min ? V::minus(sums[c], min_sums[c]) : sums[c];
        V::store(result, y + (first_col + c) * y_stride, n_rows);
    }
}

// A PanelKernel. A panel is read from memory once and stays in the cache for all columns.
template <typename V, typename Layout>
void multiply_panels(const std::byte* panels, size_t panel_bytes, int64_t n_rows, const ColumnsView& columns, float* y,
                     int64_t y_stride) {
    constexpr int tile_cols = 4;
    for (int64_t row = 0; row < n_rows; row += panel_rows) {
        const std::byte* panel = panels + static_cast<size_t>(row / panel_rows) * panel_bytes;
        const int64_t n = std::min(panel_rows, n_rows - row);
        int64_t c = 0;
        for (; c + tile_cols <= columns.n_cols; c += tile_cols) {
            multiply_panel<V, Layout, tile_cols>(panel, columns, c, n, y + row, y_stride);
        }
        for (; c < columns.n_cols; ++c) {
            multiply_panel<V, Layout, 1>(panel, columns, c, n, y + row, y_stride);
        }
    }
}

template <typename V>
constexpr PanelLevel panel_level{.q8_0 = multiply_panels<V, PanelQ8_0>,
                                 .q4_0 = multiply_panels<V, PanelQ4_0>,
                                 .q4_K = multiply_panels<V, PanelQ4_K>};

}  // namespace phonoscope
