// Memory that begins on a cache line.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace phonoscope {

inline constexpr size_t kCacheLineBytes = 64;

// For std::vector: that vectors of the widest registers never reach over two cache lines.
template <typename T>
struct LineAllocator {
    using value_type = T;
    LineAllocator() = default;
    template <typename U>
    LineAllocator(const LineAllocator<U>& /*other*/) {}
    T* allocate(size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{kCacheLineBytes})); }
    void deallocate(T* p, size_t /*n*/) { ::operator delete(p, std::align_val_t{kCacheLineBytes}); }
    bool operator==(const LineAllocator& /*other*/) const { return true; }
};

template <typename T>
using AlignedVector = std::vector<T, LineAllocator<T>>;

}  // namespace phonoscope
