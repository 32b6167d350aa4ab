#include "gguf/resident.hpp"

#include <cstring>

#include "kernels/row_panels.hpp"

namespace phonoscope {

void ResidentWeights::take(std::span<ggml_tensor* const> tensors, const GgufFile& file) {
    for (ggml_tensor* t : tensors) {
        const size_t n_bytes = ggml_nbytes(t);
        const std::span<const std::byte> rows(static_cast<const std::byte*>(t->data), n_bytes);
        if (has_row_panels(t->type)) {
            const int64_t n_panels = (t->ne[1] + panel_rows - 1) / panel_rows;
            const std::span<std::byte> panels =
                arena_.allocate(static_cast<size_t>(n_panels) * row_panel_bytes(t->type, t->ne[0]));
            pack_row_panels(t->type, t->ne[0], rows, panels);
            mark_in_panels(*t);
            t->data = panels.data();
        } else {
            const std::span<std::byte> copy = arena_.allocate(n_bytes);
            std::memcpy(copy.data(), rows.data(), n_bytes);
            t->data = copy.data();
        }
        file.release_pages(rows);
    }
}

}  // namespace phonoscope
