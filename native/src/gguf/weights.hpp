// Turns checked GGUF tensors into ggml tensors whose data stays in the mapping (nothing is copied).
#pragma once

#include <ggml.h>

#include <initializer_list>
#include <memory>
#include <string>

#include "gguf/gguf_file.hpp"

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
    // (ggml order). Throws ModelFileError when absent or different.
    ggml_tensor* matrix(const std::string& name, std::initializer_list<int64_t> ne);
    // The same, f32 only: norms, biases, scales, codebooks.
    ggml_tensor* f32(const std::string& name, std::initializer_list<int64_t> ne);
    bool has(const std::string& name) const { return file_->find(name) != nullptr; }
    const GgufFile& file() const { return *file_; }

   private:
    ggml_tensor* take(const std::string& name, std::initializer_list<int64_t> ne, bool f32_only);

    std::shared_ptr<const GgufFile> file_;
    GgmlContext context_;
};

}  // namespace phonoscope
