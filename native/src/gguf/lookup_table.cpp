#include "gguf/lookup_table.hpp"

#include <vector>

namespace phonoscope {

void LookupTable::read(int64_t id, std::span<float> out) const {
    const size_t row_bytes = ggml_row_size(tensor_->type, width());
    const auto row = tensor_->bytes.subspan(static_cast<size_t>(id) * row_bytes, row_bytes);
    if (tensor_->type == GGML_TYPE_F32) {
        file_->read(row, std::as_writable_bytes(out));
        return;
    }
    thread_local std::vector<std::byte> stored;
    stored.resize(row_bytes);
    file_->read(row, stored);
    ggml_get_type_traits(tensor_->type)->to_float(stored.data(), out.data(), width());
}

}  // namespace phonoscope
