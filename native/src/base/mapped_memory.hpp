// Zeroed memory straight from the system: reserved at once, committed page by page as it is touched.
#pragma once

#include <cstddef>

namespace phonoscope {

class MappedMemory {
   public:
    MappedMemory() = default;
    // Reserves `n_bytes`. Throws std::bad_alloc when the address space does not allow it.
    explicit MappedMemory(size_t n_bytes);
    ~MappedMemory();
    MappedMemory(MappedMemory&& other) noexcept;
    MappedMemory& operator=(MappedMemory&& other) noexcept;
    MappedMemory(const MappedMemory&) = delete;
    MappedMemory& operator=(const MappedMemory&) = delete;

    std::byte* data() const { return data_; }
    size_t size() const { return size_; }

   private:
    std::byte* data_ = nullptr;
    size_t size_ = 0;
};

}  // namespace phonoscope
