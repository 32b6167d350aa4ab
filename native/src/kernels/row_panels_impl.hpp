// The panel kernels, written once for every vector level. A level V provides, for the sixteen rows of a panel:
//   Bytes load(p), low_nibbles(b), high_nibbles(b)   64 bytes
//   Ints sums_from(v)                                sixteen times v
//   Ints add_products(sums, bytes, x)                sums[r] += bytes[4r + i] * x[i], i = 0..3; bytes below 128
//   Ints signed_sums_from(sum_of_x), add_signed_products(sums, bytes, x)
//                                                    the same for bytes - 128, of any value
//   Floats all(v), to_float(Ints), halves(p), byte_values(p), times(a, b), fma(a, b, c), minus(a, b)
//   store(v, y, n)                                   the first n values
#pragma once

#include <algorithm>

#include "kernels/quant_blocks.hpp"
#include "kernels/row_panels_layout.hpp"

namespace phonoscope {

// The bytes of chunk `chunk` (four weights of each row) of block `block` of a group.
template <typename V>
typename V::Bytes panel_chunk(PanelQ8_0, const std::byte* group, int64_t block, int chunk) {
    return V::load(group + PanelQ8_0::weights_at + static_cast<size_t>(block * chunks_per_block + chunk) * chunk_bytes);
}
template <typename V>
typename V::Bytes panel_chunk(PanelQ4_0, const std::byte* group, int64_t block, int chunk) {
    constexpr int n = chunks_per_block / 2;
    const auto bytes =
        V::load(group + PanelQ4_0::weights_at + static_cast<size_t>(block * n + chunk % n) * chunk_bytes);
    return chunk < n ? V::low_nibbles(bytes) : V::high_nibbles(bytes);
}
template <typename V>
typename V::Bytes panel_chunk(PanelQ4_K, const std::byte* group, int64_t block, int chunk) {
    const auto bytes = V::load(group + PanelQ4_K::weights_at +
                               static_cast<size_t>(block / 2 * chunks_per_block + chunk) * chunk_bytes);
    return block % 2 == 0 ? V::low_nibbles(bytes) : V::high_nibbles(bytes);
}

template <typename V, typename Layout>
typename V::Floats panel_scales(const std::byte* group, int64_t block) {
    if constexpr (Layout::has_min) {
        return V::times(V::halves(group), V::byte_values(group + Layout::scales_at + block * panel_rows));
    } else {
        return V::halves(group + 2 * block * panel_rows);
    }
}

// One panel with n_cols columns. Memory is read strictly in order, which the processor's own prefetching follows best:
// asking for lines ahead was slower at every distance.
template <typename V, typename Layout, int n_cols>
void multiply_panel(const std::byte* panel, const ColumnsView& in, int64_t first_col, int64_t n_rows, float* y,
                    int64_t y_stride) {
    using Floats = typename V::Floats;
    using Ints = typename V::Ints;
    Floats sums[n_cols];
    Floats min_sums[n_cols];
    for (int c = 0; c < n_cols; ++c) {
        sums[c] = V::all(0);
        min_sums[c] = V::all(0);
    }
    const int64_t n_groups = (in.k / block_weights + Layout::blocks - 1) / Layout::blocks;
    for (int64_t g = 0; g < n_groups; ++g) {
        const std::byte* group = panel + static_cast<size_t>(g) * Layout::bytes;
#pragma GCC unroll 8
        for (int64_t b = 0; b < Layout::blocks; ++b) {
            const int64_t block = g * Layout::blocks + b;
            const int8_t* x[n_cols];
            Ints products[n_cols];
            for (int c = 0; c < n_cols; ++c) {
                const int64_t column = first_col + c;
                x[c] = in.q + column * in.k_padded + block * block_weights;
                const int32_t x_sum = in.q_sum[column * in.k_padded / block_weights + block];
                products[c] = Layout::bias == 128 ? V::signed_sums_from(x_sum) : V::sums_from(-Layout::bias * x_sum);
            }
#pragma GCC unroll 8
            for (int chunk = 0; chunk < chunks_per_block; ++chunk) {
                const auto weights = panel_chunk<V>(Layout{}, group, b, chunk);
                for (int c = 0; c < n_cols; ++c) {
                    products[c] = Layout::bias == 128 ? V::add_signed_products(products[c], weights, x[c] + 4 * chunk)
                                                      : V::add_products(products[c], weights, x[c] + 4 * chunk);
                }
            }
            const Floats scales = panel_scales<V, Layout>(group, b);
            for (int c = 0; c < n_cols; ++c) {
                const int64_t column = first_col + c;
                const float x_scale = in.scale[column * in.k_padded / 16 + 2 * block];
                sums[c] = V::fma(V::to_float(products[c]), V::times(scales, V::all(x_scale)), sums[c]);
                if constexpr (Layout::has_min) {
                    const Floats mins = V::times(V::halves(group + Layout::dmin_at),
                                                 V::byte_values(group + Layout::mins_at + b * panel_rows));
                    const float x_sum = in.block_sum[column * in.k_padded / block_weights + block];
                    min_sums[c] = V::fma(mins, V::all(x_sum), min_sums[c]);
                }
            }
        }
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
