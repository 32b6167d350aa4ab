#include "base/mapped_memory.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <new>
#include <utility>

namespace phonoscope {

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

namespace {

constexpr size_t kHugePage = size_t{2} << 20;

}  // namespace

MappedMemory::MappedMemory(size_t n_bytes, Pages pages) {
    if (n_bytes == 0) {
        return;
    }
    // With room to move the start to a huge page's border.
    const size_t n_mapped = n_bytes + (pages == Pages::huge ? kHugePage : 0);
    void* p = ::mmap(nullptr, n_mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) {
        throw std::bad_alloc();
    }
    mapped_ = {static_cast<std::byte*>(p), n_mapped};
    bytes_ = mapped_;
    if (pages == Pages::huge) {
        bytes_ = mapped_.subspan(-reinterpret_cast<uintptr_t>(p) % kHugePage, n_bytes);
#ifdef MADV_HUGEPAGE
        ::madvise(bytes_.data(), bytes_.size(), MADV_HUGEPAGE);
#endif
    }
}

MappedMemory::~MappedMemory() {
    if (!mapped_.empty()) {
        ::munmap(mapped_.data(), mapped_.size());
    }
}

MappedMemory::MappedMemory(MappedMemory&& other) noexcept
    : mapped_(std::exchange(other.mapped_, {})), bytes_(std::exchange(other.bytes_, {})) {}

MappedMemory& MappedMemory::operator=(MappedMemory&& other) noexcept {
    std::swap(mapped_, other.mapped_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

}  // namespace phonoscope
