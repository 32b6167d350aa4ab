// Matrix times a few columns, y = W x, for weights read straight from their GGUF blocks: the decode step of a
// language model, which is bound by how fast the weights stream from memory.
//
// Every result is made by one fixed sequence of operations, whatever the vector level, the number of columns beside it
// and the thread that makes it:
// - activations are quantised to 8 bits in blocks of 32 with an f32 scale (float weights keep f32 activations);
// - each block gives eight exact integer sums of four products; they go into lanes 0-7 of sixteen f32 lanes for even
//   blocks and lanes 8-15 for odd ones, as lane = fma(sum, weight scale * activation scale, lane);
// - minima (q4_K, q5_K) go into eight lanes of their own, subtracted at the end;
// - float weights: lane k mod 16 = fma(w, x, lane);
// - the lanes are added as a tree, upper half onto lower half.
#pragma once

#include <ggml.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/cpu_level.hpp"

namespace phonoscope {

// The input columns of one product, ready for the kernels. The quantised arrays are padded with zeros to
// whole groups of 256.
struct ColumnsView {
    int64_t k = 0;  // length of a column
    int64_t n_cols = 0;
    const float* x = nullptr;  // column c at x + c * x_stride
    int64_t x_stride = 0;
    int64_t k_padded = 0;
    const int8_t* q = nullptr;         // [n_cols][k_padded]
    const float* scale = nullptr;      // [n_cols][k_padded / 16], each block's scale twice
    const float* block_sum = nullptr;  // [n_cols][k_padded / 32], scale * sum of q
    const int32_t* q_sum = nullptr;    // [n_cols][k_padded / 32], sum of q
};

// rows: n_rows of row_bytes each; writes y[c * y_stride + r].
using MatvecKernel = void (*)(const std::byte* rows, size_t row_bytes, int64_t n_rows, const ColumnsView& columns,
                              float* y, int64_t y_stride);

// The kernel for weights of `type` at a level the processor has; nullptr when the type has none.
MatvecKernel matvec_kernel(ggml_type type, CpuLevel level);
// True for the types that multiply with quantised activations.
bool quantizes_columns(ggml_type type);

// Holds the quantised form of the columns it was last given; memory is kept between uses.
class ColumnQuantizer {
   public:
    // x: column c of length k at x + c * x_stride. The view is valid until the next call, and keeps pointing
    // at x. k must be a multiple of 32 when `quantize`.
    ColumnsView prepare(const float* x, int64_t k, int64_t x_stride, int64_t n_cols, bool quantize, CpuLevel level);

   private:
    // Whole cache lines: vector loads that cross a border cost twice.
    struct alignas(64) Line {
        std::byte bytes[64];
    };
    std::vector<Line> memory_;
};

}  // namespace phonoscope
