// Embeddings: rows of look-up tables.
#pragma once

#include <ggml.h>

#include <cstdint>
#include <span>

#include "gguf/lookup_table.hpp"

namespace phonoscope {

// out += row `id` of `table`, which must be in it. `scratch` and `out` have table.width() values.
void add_embedding_row(const LookupTable& table, int64_t id, std::span<float> out, std::span<float> scratch);

// The rows of `table`, which must outlive the graph, that `ids` [n] (i32, all in the table) names: [width, n].
ggml_tensor* embedding_rows(ggml_context* context, const LookupTable& table, ggml_tensor* ids);

}  // namespace phonoscope
