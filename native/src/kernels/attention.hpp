// Attention of one query over the cached keys and values of its head.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace phonoscope {

// A 16-bit IEEE float as stored in the cache.
enum class Half : uint16_t {};

// Positions whose rows of one head lie side by side in the cache.
inline constexpr size_t kBlockPositions = 32;

// The cached rows of one head, a block of positions here and the next one further on.
template <typename Stored>
struct CachedRows {
    Stored* first = nullptr;
    size_t row_size = 0;
    size_t block_stride = 0;  // from a block's first row to the next one's

    Stored* at(size_t position) const {
        return first + position / kBlockPositions * block_stride + position % kBlockPositions * row_size;
    }
};

// Softmax(q . k_j) weighted mean of v_j over the first `n_positions` cached rows. `query` is already scaled. `scores` is
// working memory of at least `n_positions` floats; `out` has `head_dim` values. The order of every sum depends on head_dim
// and n_positions only.
template <typename Stored>
void attend(std::span<const float> query, CachedRows<Stored> keys, CachedRows<Stored> values, size_t n_positions,
            std::span<float> scores, std::span<float> out);

// Writes `row` to the cache in its storage type (round to nearest even for halves).
template <typename Stored>
void store_row(std::span<const float> row, Stored* out);

}  // namespace phonoscope
