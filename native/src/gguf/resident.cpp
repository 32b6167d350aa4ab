#include "gguf/resident.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

namespace phonoscope {

namespace {

// Gives up the whole pages inside the range; they are read from the file again if anyone asks.
void release_pages(const void* begin, size_t n_bytes) {
    const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
    const uintptr_t first = (reinterpret_cast<uintptr_t>(begin) + page - 1) / page * page;
    const uintptr_t end = (reinterpret_cast<uintptr_t>(begin) + n_bytes) / page * page;
    if (first < end) {
        ::madvise(reinterpret_cast<void*>(first), end - first, MADV_DONTNEED);
    }
}

}  // namespace

void ResidentWeights::take(std::span<ggml_tensor* const> tensors) {
    for (ggml_tensor* t : tensors) {
        const size_t n_bytes = ggml_nbytes(t);
        const std::span<std::byte> copy = arena_.allocate(n_bytes);
        std::memcpy(copy.data(), t->data, n_bytes);
        release_pages(t->data, n_bytes);
        t->data = copy.data();
    }
}

}  // namespace phonoscope
