#include "base/mapped_memory.hpp"

#include <sys/mman.h>

#include <new>
#include <utility>

namespace phonoscope {

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

MappedMemory::MappedMemory(size_t n_bytes) : size_(n_bytes) {
    if (n_bytes == 0) {
        return;
    }
    void* p = ::mmap(nullptr, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) {
        throw std::bad_alloc();
    }
    data_ = static_cast<std::byte*>(p);
}

MappedMemory::~MappedMemory() {
    if (data_ != nullptr) {
        ::munmap(data_, size_);
    }
}

MappedMemory::MappedMemory(MappedMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedMemory& MappedMemory::operator=(MappedMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
}

}  // namespace phonoscope
