// The vectors that codes stand for.
#pragma once

#include <ggml.h>

#include <cstdint>
#include <span>
#include <vector>

namespace phonoscope::codec {

struct Codebook {
    const ggml_tensor* vectors = nullptr;  // [entry][width]; stays in the file's mapping: a step touches one row
    std::vector<float> usage;              // what the vectors are still to be divided by; empty: nothing

    // Adds the vector of `code` to `sum`.
    void add_to(int64_t code, std::span<float> sum) const;
};

}  // namespace phonoscope::codec
