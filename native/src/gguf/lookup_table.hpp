// A matrix of which a step needs a few rows only, such as an embedding or a codebook.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "gguf/gguf_file.hpp"

namespace phonoscope {

// Rows are read from the file whenever they are asked for: the table takes no memory.
class LookupTable {
   public:
    LookupTable() = default;
    // `tensor` is a matrix of `file`.
    LookupTable(std::shared_ptr<const GgufFile> file, const GgufTensor& tensor)
        : file_(std::move(file)), tensor_(&tensor) {}

    int64_t width() const { return tensor_->ne[0]; }
    int64_t n_rows() const { return tensor_->ne[1]; }
    // Row `id` in 0..n_rows()-1, as `out` [width]. Any number of threads may read at once.
    void read(int64_t id, std::span<float> out) const;

   private:
    std::shared_ptr<const GgufFile> file_;
    const GgufTensor* tensor_ = nullptr;
};

}  // namespace phonoscope
