// Append-only buffers with one writer and any number of readers that never lock: a reader takes the published
// count, then reads only rows below it; those never change again.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <span>
#include <type_traits>

#include "base/mapped_memory.hpp"

namespace phonoscope {

template <typename T>
class AppendBuffer {
   public:
    static_assert(std::is_trivially_copyable_v<T>);
    // `capacity_rows` rows of `row_size` values. The memory is reserved, and committed only as it fills. Without values in
    // a row the buffer stays empty.
    AppendBuffer(size_t capacity_rows, size_t row_size)
        : row_size_(row_size), capacity_(capacity_rows), memory_(capacity_rows * row_size * sizeof(T)) {}

    // Writer: copies whole rows (one, where rows are empty) and publishes them. Rows past the capacity are dropped;
    // returns rows stored.
    size_t append(std::span<const T> rows) {
        const size_t first = published_.load(std::memory_order_relaxed);
        const size_t n = std::min(row_size_ == 0 ? 1 : rows.size() / row_size_, capacity_ - first);
        std::copy_n(rows.begin(), n * row_size_, values() + first * row_size_);
        published_.store(first + n, std::memory_order_release);
        return n;
    }
    // Writer: the next `n` unpublished rows, to be filled in place and then published with commit(n).
    std::span<T> reserve(size_t n) {
        const size_t first = published_.load(std::memory_order_relaxed);
        return {values() + first * row_size_, std::min(n, capacity_ - first) * row_size_};
    }
    // Writer: publishes the next `n` rows, which were filled in place.
    void commit(size_t n) { published_.fetch_add(n, std::memory_order_release); }

    size_t rows() const { return published_.load(std::memory_order_acquire); }
    size_t row_size() const { return row_size_; }
    size_t capacity() const { return capacity_; }
    const T* data() const { return values(); }

   private:
    T* values() const { return reinterpret_cast<T*>(memory_.data()); }

    size_t row_size_;
    size_t capacity_;
    MappedMemory memory_;
    std::atomic<size_t> published_{0};
};

}  // namespace phonoscope
