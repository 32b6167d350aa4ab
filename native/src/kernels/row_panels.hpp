// The fastest layout for matrix times a few columns: sixteen rows of a quantised weight side by side, so that one
// vector instruction multiplies four weights of each row with the same four activations and every row keeps its sum in
// a lane of its own. The values are those of the GGUF blocks; only their order differs.
//
// Every result is made by one fixed sequence of operations, whatever the vector level, the number of columns beside it
// and the thread that makes it: the exact integer sum of each block of 32 products, times weight scale * activation
// scale, is added to an f32 sum with one fma, block after block; minima (q4_K) go into a sum of their own, subtracted
// at the end. Activations are quantised as for matvec.hpp.
#pragma once

#include <ggml.h>

#include <cstddef>
#include <span>

#include "kernels/matvec.hpp"

namespace phonoscope {

inline constexpr int64_t panel_rows = 16;

// True for the types that have this layout: q8_0, q4_0, q4_K.
bool has_row_panels(ggml_type type);
// Bytes of one panel of rows of length k: a multiple of 64.
size_t row_panel_bytes(ggml_type type, int64_t k);
// Brings whole rows of GGUF blocks into panels, the last one filled up with zeros. `panels` holds zeros before.
void pack_row_panels(ggml_type type, int64_t k, std::span<const std::byte> rows, std::span<std::byte> panels);

// Marks a tensor whose data lie in panels; its type, shape and strides stay those of its GGUF rows.
void mark_in_panels(ggml_tensor& tensor);
bool is_in_panels(const ggml_tensor* tensor);

// Neighbouring panels of which the first n_rows rows count; writes y[c * y_stride + r].
using PanelKernel = void (*)(const std::byte* panels, size_t panel_bytes, int64_t n_rows, const ColumnsView& columns,
                             float* y, int64_t y_stride);
PanelKernel panel_kernel(ggml_type type, CpuLevel level);

}  // namespace phonoscope
