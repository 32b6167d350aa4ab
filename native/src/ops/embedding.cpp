#include "ops/embedding.hpp"

namespace phonoscope {

void add_embedding_row(const ggml_tensor* table, int64_t id, std::span<float> out, std::span<float> scratch) {
    const char* row = static_cast<const char*>(table->data) + static_cast<size_t>(id) * table->nb[1];
    const float* values = reinterpret_cast<const float*>(row);
    if (table->type != GGML_TYPE_F32) {
        ggml_get_type_traits(table->type)->to_float(row, scratch.data(), table->ne[0]);
        values = scratch.data();
    }
    for (size_t i = 0; i < out.size(); ++i) {
        out[i] += values[i];
    }
}

}  // namespace phonoscope
