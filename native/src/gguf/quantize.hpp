// Rows of f32 values to ggml's storage types and back.
#pragma once

#include <ggml.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace phonoscope {

// The storage type called `name` (f32, f16, bf16, q8_0, q4_0, q4_K, q5_K, q6_K; letter case is ignored).
// Throws ArgumentError for any other name.
ggml_type storage_type(const std::string& name);

// Bytes of one row of `n_per_row` values. Throws ArgumentError unless `n_per_row` is a positive multiple of the
// block size of `type`.
size_t row_bytes(ggml_type type, int64_t n_per_row);

// Converts whole rows of `n_per_row` values into `out`, which holds exactly values.size() / n_per_row rows, on
// `n_threads` threads (1..64); the bits do not depend on their number. Values must be finite.
// Throws ArgumentError when sizes do not fit together.
void quantize_rows(ggml_type type, std::span<const float> values, int64_t n_per_row, std::span<std::byte> out,
                   int n_threads);

// The way back: `bytes` holds exactly out.size() / n_per_row rows of `type` (any type that ggml can read).
// Throws ArgumentError when sizes do not fit together.
void dequantize_rows(ggml_type type, std::span<const std::byte> bytes, int64_t n_per_row, std::span<float> out);

}  // namespace phonoscope
