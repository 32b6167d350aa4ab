#include "gguf/weights.hpp"

#include <algorithm>

namespace phonoscope {

namespace {

// What every matrix operation of the engine can read; a file may hold other types, but not as weights.
bool is_weight_type(ggml_type type) {
    switch (type) {
        case GGML_TYPE_F32:
        case GGML_TYPE_F16:
        case GGML_TYPE_BF16:
        case GGML_TYPE_Q8_0:
        case GGML_TYPE_Q4_0:
        case GGML_TYPE_Q4_K:
        case GGML_TYPE_Q5_K:
        case GGML_TYPE_Q6_K: return true;
        default: return false;
    }
}

std::string shape_text(std::span<const int64_t> ne) {
    std::string s = "[";
    for (size_t i = 0; i < ne.size(); ++i) {
        s += (i > 0 ? "," : "") + std::to_string(ne[i]);
    }
    return s + "]";
}

}  // namespace

Weights::Weights(std::shared_ptr<const GgufFile> file)
    : file_(std::move(file)),
      context_(ggml_init({.mem_size = ggml_tensor_overhead() * (file_->tensors().size() + 1),
                          .mem_buffer = nullptr,
                          .no_alloc = true})) {}

ggml_tensor* Weights::matrix(const std::string& name, std::initializer_list<int64_t> ne) {
    const GgufTensor& t = checked(name, ne);
    ggml_tensor* known = ggml_get_tensor(context_.get(), name.c_str());
    return known != nullptr ? known : add(t, t.bytes.data());
}

ggml_tensor* Weights::f32(const std::string& name, std::initializer_list<int64_t> ne) {
    const GgufTensor& t = checked(name, ne);
    if (t.type != GGML_TYPE_F32) {
        file_->refuse("tensor " + name + " is " + ggml_type_name(t.type) + ", it must be f32");
    }
    if (ggml_tensor* known = ggml_get_tensor(context_.get(), name.c_str())) {
        return known;
    }
    return add(t, copies_.emplace_back(t.bytes.begin(), t.bytes.end()).data());
}

LookupTable Weights::table(const std::string& name, int64_t width, int64_t n_rows) {
    return {file_, checked(name, {width, n_rows})};
}

const GgufTensor& Weights::checked(const std::string& name, std::initializer_list<int64_t> ne) const {
    const GgufTensor* t = file_->find(name);
    if (t == nullptr) {
        file_->refuse("tensor " + name + " is missing");
    }
    std::array<int64_t, GGML_MAX_DIMS> want{1, 1, 1, 1};
    std::copy(ne.begin(), ne.end(), want.begin());
    if (t->ne != want) {
        file_->refuse("tensor " + name + " has shape " + shape_text(t->ne) + ", the declared dimensions ask for " +
                      shape_text(want));
    }
    if (!is_weight_type(t->type)) {
        file_->refuse("tensor " + name + " is " + ggml_type_name(t->type) +
                      ", weights must be f32, f16, bf16, q8_0, q4_0, q4_K, q5_K or q6_K (convert the model again)");
    }
    return *t;
}

ggml_tensor* Weights::add(const GgufTensor& tensor, const std::byte* data) {
    ggml_tensor* out = ggml_new_tensor(context_.get(), tensor.type, GGML_MAX_DIMS, tensor.ne.data());
    ggml_set_name(out, tensor.name.c_str());
    out->data = const_cast<std::byte*>(data);  // weights are never written
    return out;
}

}  // namespace phonoscope
