// Memory for packed weights: read front to back at every step, so it asks for huge pages to spare address
// look-ups.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/mapped_memory.hpp"

namespace phonoscope {

// Hands out memory that lives as long as the arena, committed only as it is touched; nothing is ever given back singly.
class HugeArena {
   public:
    // `n_bytes` zeroed bytes, aligned to 64. Throws std::bad_alloc.
    std::span<std::byte> allocate(size_t n_bytes);

   private:
    std::vector<MappedMemory> blocks_;
    std::span<std::byte> free_;  // what is left of the newest block
};

}  // namespace phonoscope
