#include "gguf/resident.hpp"

#include <cstring>

namespace phonoscope {

void ResidentWeights::take(std::span<ggml_tensor* const> tensors, const GgufFile& file) {
    for (ggml_tensor* t : tensors) {
        const size_t n_bytes = ggml_nbytes(t);
        const std::span<std::byte> copy = arena_.allocate(n_bytes);
        std::memcpy(copy.data(), t->data, n_bytes);
        file.release_pages({static_cast<const std::byte*>(t->data), n_bytes});
        t->data = copy.data();
    }
}

}  // namespace phonoscope
