#include "ops/embedding.hpp"

#include <algorithm>
#include <functional>

namespace phonoscope {

void add_embedding_row(const LookupTable& table, int64_t id, std::span<float> out, std::span<float> scratch) {
    table.read(id, scratch);
    std::ranges::transform(out, scratch, out.begin(), std::plus<>());
}

ggml_tensor* embedding_rows(ggml_context* context, const LookupTable& table, ggml_tensor* ids) {
    const auto read_all = [](ggml_tensor* dst, int ith, int /*nth*/, void* userdata) {
        const auto& from = *static_cast<const LookupTable*>(userdata);
        const auto* id = static_cast<const int32_t*>(dst->src[0]->data);
        auto* row = static_cast<float*>(dst->data);
        for (int64_t i = 0; ith == 0 && i < dst->ne[1]; ++i) {
            from.read(id[i], {row + i * from.width(), static_cast<size_t>(from.width())});
        }
    };
    return ggml_custom_4d(context, GGML_TYPE_F32, table.width(), ids->ne[0], 1, 1, &ids, 1, read_all, 1,
                          const_cast<LookupTable*>(&table));  // only read
}

}  // namespace phonoscope
