// Cuts a product into tiles of a few rows and columns. Each vector level brings its own Tile types, which
// differ in shape only: a result does not depend on the tile that makes it.
#pragma once

#include "kernels/matvec.hpp"

namespace phonoscope {

// How far ahead of the weights in use the next ones are called into the second-level cache. Into the first
// level would be slower: it has too few outstanding misses for the whole latency of the memory.
inline constexpr int64_t prefetch_bytes = 12288;

// Strips of `strip_rows` rows, each with all columns `tile_cols` at a time and the rest one by one: a strip
// is read from memory once and stays in the cache. Returns the number of rows done.
template <typename Kind, int strip_rows, int tile_cols>
int64_t run_strips(const std::byte* rows, size_t row_bytes, int64_t n_rows, const ColumnsView& columns, float* y,
                   int64_t y_stride) {
    int64_t r = 0;
    for (; r + strip_rows <= n_rows; r += strip_rows) {
        const std::byte* strip = rows + static_cast<size_t>(r) * row_bytes;
        int64_t c = 0;
        for (; c + tile_cols <= columns.n_cols; c += tile_cols) {
            typename Kind::template Tile<strip_rows, tile_cols>().run(strip, row_bytes, columns, c, y + r, y_stride);
        }
        for (; c < columns.n_cols; ++c) {
            typename Kind::template Tile<strip_rows, 1>().run(strip, row_bytes, columns, c, y + r, y_stride);
        }
    }
    return r;
}

// A MatvecKernel. One column is bound by the memory, which is fastest when read strictly in order: one row at
// a time. Several columns are bound by arithmetic: two rows share the loads of the columns.
template <typename Kind>
void run_tiles(const std::byte* rows, size_t row_bytes, int64_t n_rows, const ColumnsView& columns, float* y,
               int64_t y_stride) {
    const int64_t done = columns.n_cols == 1 ? run_strips<Kind, 1, 1>(rows, row_bytes, n_rows, columns, y, y_stride)
                                             : run_strips<Kind, 2, 4>(rows, row_bytes, n_rows, columns, y, y_stride);
    run_strips<Kind, 1, 4>(rows + static_cast<size_t>(done) * row_bytes, row_bytes, n_rows - done, columns, y + done,
                           y_stride);
}

}  // namespace phonoscope
