#include "base/huge_arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <new>

namespace phonoscope {

namespace {

constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kBlock = size_t{64} << 20;
constexpr size_t kAlignment = 64;

size_t round_up(size_t n, size_t unit) { return (n + unit - 1) / unit * unit; }

}  // namespace

HugeArena::~HugeArena() {
    for (const std::span<std::byte> m : mappings_) {
        ::munmap(m.data(), m.size());
    }
}

std::span<std::byte> HugeArena::allocate(size_t n_bytes) {
    const size_t wanted = round_up(n_bytes, kAlignment);
    if (wanted > free_.size()) {
        const size_t block = std::max(kBlock, round_up(wanted, kHugePage));
        const size_t mapped = block + kHugePage;  // room to move the start to a huge page's border
        void* p = ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED) {
            throw std::bad_alloc();
        }
        mappings_.emplace_back(static_cast<std::byte*>(p), mapped);
        const auto start = reinterpret_cast<uintptr_t>(p);
        free_ = mappings_.back().subspan(round_up(start, kHugePage) - start, block);
#ifdef MADV_HUGEPAGE
        ::madvise(free_.data(), free_.size(), MADV_HUGEPAGE);  // a wish: without it everything still works
#endif
    }
    const std::span<std::byte> out = free_.first(n_bytes);
    free_ = free_.subspan(wanted);
    return out;
}

}  // namespace phonoscope
