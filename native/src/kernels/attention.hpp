// Attention of one query over the cached keys and values of its head.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace phonoscope {

// A 16-bit IEEE float as stored in the cache.
enum class Half : uint16_t {};

// Softmax(q . k_j) weighted mean of v_j over `n_positions` cached rows of `head_dim` values each (rows
// contiguous). `query` is already scaled. `scores` is working memory of at least `n_positions` floats; `out`
// has `head_dim` values. The order of every sum depends on head_dim and n_positions only.
template <typename Stored>
void attend(std::span<const float> query, const Stored* keys, const Stored* values, size_t n_positions,
            std::span<float> scores, std::span<float> out);

// Writes `row` to the cache in its storage type (round to nearest even for halves).
template <typename Stored>
void store_row(std::span<const float> row, Stored* out);

}  // namespace phonoscope
