// Zeroed memory straight from the system: reserved at once, committed page by page as it is touched.
#pragma once

#include <cstddef>
#include <span>

namespace phonoscope {

// In which pieces the system commits memory: huge ones (2 MiB) spare look-ups of addresses where much is read at every
// step. They are a wish: without them everything still works.
enum class Pages { usual, huge };

class MappedMemory {
   public:
    MappedMemory() = default;
    // Reserves `n_bytes`, from the border of a page on. Throws std::bad_alloc when the address space does not allow it.
    explicit MappedMemory(size_t n_bytes, Pages pages = Pages::usual);
    ~MappedMemory();
    MappedMemory(MappedMemory&& other) noexcept;
    MappedMemory& operator=(MappedMemory&& other) noexcept;
    MappedMemory(const MappedMemory&) = delete;
    MappedMemory& operator=(const MappedMemory&) = delete;

    std::byte* data() const { return bytes_.data(); }
    size_t size() const { return bytes_.size(); }

   private:
    std::span<std::byte> mapped_;
    std::span<std::byte> bytes_;  // the part of it that begins on a page's border
};

}  // namespace phonoscope
