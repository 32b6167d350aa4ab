// Turns checked GGUF tensors into what the networks compute with.
#pragma once

#include <ggml.h>

#include <deque>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "gguf/lookup_table.hpp"

namespace phonoscope {

struct GgmlContextDeleter {
    void operator()(ggml_context* c) const { ggml_free(c); }
};
using GgmlContext = std::unique_ptr<ggml_context, GgmlContextDeleter>;

// Hands out the weights of one model file by name. Each is checked (present, shape, type) before it is used.
class Weights {
   public:
    explicit Weights(std::shared_ptr<const GgufFile> file);

    // A matrix or kernel (f32, f16, bf16, q8_0, q4_0, q4_K, q5_K or q6_K) of exactly shape `ne`
    // (ggml order), which stays in the file's mapping. Throws ModelFileError when absent or different.
    ggml_tensor* matrix(const std::string& name, std::initializer_list<int64_t> ne);
    // The same, f32 only: norms, biases, scales. They are small and lie scattered among the matrices: copied, lest
    // every step has the pages around them mapped.
    ggml_tensor* f32(const std::string& name, std::initializer_list<int64_t> ne);
    // A matrix as matrix() takes it, of which few rows are needed.
    LookupTable table(const std::string& name, int64_t width, int64_t n_rows);
    bool has(const std::string& name) const { return file_->find(name) != nullptr; }
    const GgufFile& file() const { return *file_; }

   private:
    const GgufTensor& checked(const std::string& name, std::initializer_list<int64_t> ne) const;
    ggml_tensor* add(const GgufTensor& tensor, const std::byte* data);

    std::shared_ptr<const GgufFile> file_;
    GgmlContext context_;
    std::deque<std::vector<std::byte>> copies_;
};

}  // namespace phonoscope
