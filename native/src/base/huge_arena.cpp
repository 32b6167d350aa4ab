#include "base/huge_arena.hpp"

#include <algorithm>

#include "base/aligned.hpp"

namespace phonoscope {

namespace {

constexpr size_t kBlock = size_t{64} << 20;

}  // namespace

std::span<std::byte> HugeArena::allocate(size_t n_bytes) {
    const size_t wanted = (n_bytes + kCacheLineBytes - 1) / kCacheLineBytes * kCacheLineBytes;
    if (wanted > free_.size()) {
        const MappedMemory& block = blocks_.emplace_back(std::max(kBlock, wanted), Pages::huge);
        free_ = {block.data(), block.size()};
    }
    const std::span<std::byte> out = free_.first(n_bytes);
    free_ = free_.subspan(wanted);
    return out;
}

}  // namespace phonoscope
