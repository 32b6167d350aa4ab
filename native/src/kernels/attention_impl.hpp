// The variants of the attention kernel, one set for each instruction set.
#pragma once

#include <cstddef>
#include <span>

#include "kernels/attention.hpp"

namespace phonoscope::kernels {

template <typename Stored>
void attend_portable(std::span<const float> query, CachedRows<Stored> keys, CachedRows<Stored> values,
                     size_t n_positions, std::span<float> scores, std::span<float> out);
// head_dim must be a multiple of 8.
template <typename Stored>
void attend_avx2(std::span<const float> query, CachedRows<Stored> keys, CachedRows<Stored> values, size_t n_positions,
                 std::span<float> scores, std::span<float> out);
// The size must be a multiple of 8.
void store_halves_avx2(std::span<const float> row, Half* out);

}  // namespace phonoscope::kernels
