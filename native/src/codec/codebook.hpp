// The vectors that codes stand for.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gguf/lookup_table.hpp"

namespace phonoscope::codec {

struct Codebook {
    LookupTable vectors;
    std::vector<float> usage;  // what the vectors are still to be divided by; empty: nothing

    // Adds the vector of `code` to `sum`.
    void add_to(int64_t code, std::span<float> sum) const;
};

}  // namespace phonoscope::codec
