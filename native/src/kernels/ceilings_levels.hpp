// What each vector level provides to ceilings.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace phonoscope {

struct CeilingLevel {
    uint64_t (*read_through)(std::span<const std::byte>) = nullptr;
    float (*multiply_add)(int64_t rounds) = nullptr;
    int64_t flop_per_round = 0;
};

extern const CeilingLevel ceilings_avx2;
extern const CeilingLevel ceilings_avx512;

}  // namespace phonoscope
