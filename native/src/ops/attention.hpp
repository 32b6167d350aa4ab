// Causal self-attention of one decoder layer over a cache that is written in place. One node does what a step
// needs: q/k normalisation (where a model has it), rotary positions, the cache write and the attention itself. ggml's own flash
// attention splits the cache among threads when one row is computed, which makes the result depend on the
// thread count.
#pragma once

#include <ggml.h>

#include <cstdint>
#include <span>
#include <vector>

#include "base/mapped_memory.hpp"
#include "kernels/attention.hpp"
#include "ops/step.hpp"

namespace phonoscope {

// Where whole keys and values go that are kept; either may be null.
struct CacheCaptures {
    StateCapture* keys = nullptr;
    StateCapture* values = nullptr;
};

// Keys and values of every layer, reserved once for the longest sequence: [block of positions][layer][kv head][keys, then
// values][position][head_dim]. What a step reads lies close together: were the room for a head's whole sequence in one
// piece, every head would begin on a page of its own, and looking up their addresses took longer than reading them.
class KvCache {
   public:
    KvCache() = default;
    KvCache(int64_t n_layers, int64_t n_kv_heads, int64_t capacity, int64_t head_dim, bool half_precision);

    bool half_precision() const { return half_precision_; }
    int64_t capacity() const { return capacity_; }
    int64_t n_kv_heads() const { return n_kv_heads_; }
    // Bytes of one position of one head.
    size_t row_bytes() const {
        return static_cast<size_t>(head_dim_) * (half_precision_ ? sizeof(Half) : sizeof(float));
    }
    // The rows of one head of one layer: as floats or halves, according to half_precision(), or as bytes.
    template <typename Stored>
    CachedRows<Stored> keys(int64_t layer, int64_t head) const {
        return rows<Stored>(2 * (layer * n_kv_heads_ + head));
    }
    template <typename Stored>
    CachedRows<Stored> values(int64_t layer, int64_t head) const {
        return rows<Stored>(2 * (layer * n_kv_heads_ + head) + 1);
    }

    // Hands out `n` positions of every layer as they are stored, heads side by side.
    void capture(const CacheCaptures& to, int64_t first_position, int64_t n) const;

   private:
    // Those that come `index`-th in every block.
    template <typename Stored>
    CachedRows<Stored> rows(int64_t index) const {
        const size_t row_size = row_bytes() / sizeof(Stored);
        const size_t head_size = kBlockPositions * row_size;
        return {.first = reinterpret_cast<Stored*>(memory_.data()) + static_cast<size_t>(index) * head_size,
                .row_size = row_size,
                .block_stride = static_cast<size_t>(2 * n_layers_ * n_kv_heads_) * head_size};
    }

    int64_t n_layers_ = 0;
    int64_t n_kv_heads_ = 0;
    int64_t capacity_ = 0;
    int64_t head_dim_ = 0;
    bool half_precision_ = false;
    MappedMemory memory_;
};

// cos and sin of the rotary angles of every position: [position][head_dim / 2]. Some models were trained with tables that
// were rounded to bf16, and sound right with such ones only.
class RotaryTable {
   public:
    RotaryTable() = default;
    RotaryTable(int64_t head_dim, float theta, bool rounded_to_bf16 = false)
        : head_dim_(head_dim), theta_(theta), rounded_to_bf16_(rounded_to_bf16) {}
    // Extends the table so that positions below `n_positions` can be used.
    void reserve(int64_t n_positions);
    const float* cos(int64_t position) const { return cos_.data() + position * head_dim_ / 2; }
    const float* sin(int64_t position) const { return sin_.data() + position * head_dim_ / 2; }

   private:
    int64_t head_dim_ = 0;
    float theta_ = 0;
    bool rounded_to_bf16_ = false;
    std::vector<float> cos_;
    std::vector<float> sin_;
};

// Working memory of each thread: one head and the scores of every position. Nodes run one after another and
// share it.
class AttentionScratch {
   public:
    AttentionScratch(int n_threads, int64_t head_dim, int64_t capacity);
    // The memory of one thread; `thread` is the one that for_each_unit() names.
    std::span<float> of_thread(int thread) const;

   private:
    std::vector<MappedMemory> memory_;
};

// The parameters of one attention node; must outlive the graph.
struct AttentionOp {
    int64_t layer = 0;
    int64_t n_heads = 0;
    int64_t n_kv_heads = 0;
    int64_t head_dim = 0;
    float norm_eps = 0;
    const float* q_norm = nullptr;  // [head_dim]; null: queries and keys are not normalised
    const float* k_norm = nullptr;
    bool rotates_pairs = false;  // (2i, 2i + 1) turn together; else (i, i + head_dim / 2), the "NEOX" form
    KvCache* cache = nullptr;
    const RotaryTable* rotary = nullptr;
    Step* step = nullptr;
    const AttentionScratch* scratch = nullptr;
};

// Calls one of `n_parts` parts of the keys and values that the node will read into the cache: what lies there from the
// step before was driven out by the weights in between, and heads lie too far apart for the processor to guess.
void read_ahead(const AttentionOp& op, int64_t part, int64_t n_parts);

// q [n_heads * head_dim, rows], k and v [n_kv_heads * head_dim, rows] -> [n_heads * head_dim, rows].
// Row r takes position step->first_position + r and sees every position up to its own.
ggml_tensor* attention(ggml_context* context, ggml_tensor* q, ggml_tensor* k, ggml_tensor* v, AttentionOp& op);

}  // namespace phonoscope
