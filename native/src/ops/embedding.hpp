// Looking up rows of embedding tables on the host: a few rows a step, of any stored type.
#pragma once

#include <ggml.h>

#include <cstdint>
#include <span>

namespace phonoscope {

// out += row `id` of `table` [width, rows]. `scratch` has at least width values. The id must be within the
// table.
void add_embedding_row(const ggml_tensor* table, int64_t id, std::span<float> out, std::span<float> scratch);

}  // namespace phonoscope
