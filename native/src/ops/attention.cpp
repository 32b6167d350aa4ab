#include "ops/attention.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>

#include "base/compute.hpp"
#include "ops/linear.hpp"
#include "ops/norm.hpp"

namespace phonoscope {

KvCache::KvCache(int64_t n_layers, int64_t n_kv_heads, int64_t capacity, int64_t head_dim, bool half_precision)
    : n_layers_(n_layers),
      n_kv_heads_(n_kv_heads),
      capacity_(capacity),
      head_dim_(head_dim),
      half_precision_(half_precision) {
    const size_t n_blocks = (static_cast<size_t>(capacity) + kBlockPositions - 1) / kBlockPositions;
    const size_t rows_per_block = static_cast<size_t>(2 * n_layers * n_kv_heads) * kBlockPositions;
    memory_ = MappedMemory(n_blocks * rows_per_block * row_bytes(), Pages::huge);
}

void KvCache::capture(const CacheCaptures& to, int64_t first_position, int64_t n) const {
    if (to.keys == nullptr && to.values == nullptr) {
        return;
    }
    const auto head_dim = static_cast<size_t>(head_dim_);
    std::vector<float> row(static_cast<size_t>(n_kv_heads_) * head_dim);
    const auto hand_out = [&](StateCapture* capture, bool are_keys, int64_t layer, int64_t position) {
        for (int64_t head = 0; head < n_kv_heads_; ++head) {
            const auto rows = are_keys ? keys<std::byte>(layer, head) : values<std::byte>(layer, head);
            const std::byte* stored = rows.at(static_cast<size_t>(position));
            const std::span<float> out = std::span(row).subspan(static_cast<size_t>(head) * head_dim, head_dim);
            if (half_precision_) {
                ggml_fp16_to_fp32_row(reinterpret_cast<const ggml_fp16_t*>(stored), out.data(), head_dim_);
            } else {
                std::memcpy(out.data(), stored, out.size_bytes());
            }
        }
        capture->keep(layer, position, row);
    };
    for (int64_t layer = 0; layer < n_layers_; ++layer) {
        for (int64_t position = first_position; position < first_position + n; ++position) {
            if (to.keys != nullptr) {
                hand_out(to.keys, true, layer, position);
            }
            if (to.values != nullptr) {
                hand_out(to.values, false, layer, position);
            }
        }
    }
}

// Angles in f32, as the references compute them: position * theta^(-2i / head_dim).
void RotaryTable::reserve(int64_t n_positions) {
    const auto half = static_cast<size_t>(head_dim_ / 2);
    for (auto position = static_cast<int64_t>(cos_.size() / half); position < n_positions; ++position) {
        for (size_t i = 0; i < half; ++i) {
            const float exponent = static_cast<float>(2 * i) / static_cast<float>(head_dim_);
            const float angle = static_cast<float>(position) * (1.0F / std::pow(theta_, exponent));
            const auto stored = [&](float v) { return rounded_to_bf16_ ? ggml_bf16_to_fp32(ggml_fp32_to_bf16(v)) : v; };
            cos_.push_back(stored(std::cos(angle)));
            sin_.push_back(stored(std::sin(angle)));
        }
    }
}

namespace {

constexpr int64_t kLineBytes = 64;
// Of the keys, and of the values, of one head: what comes behind, the processor fetches on its own by then.
constexpr size_t kMostAheadBytes = 65536;

// RMS-normalises one head where there is a weight, and rotates it to its position.
void norm_and_rotate(const AttentionOp& op, std::span<const float> in, const float* weight, int64_t position,
                     float scale, std::span<float> out) {
    const float rms_scale = 1.0F / std::sqrt(sum_of_squares(in) / static_cast<float>(in.size()) + op.norm_eps);
    const size_t half = in.size() / 2;
    const float* cos = op.rotary->cos(position);
    const float* sin = op.rotary->sin(position);
    const auto value = [&](size_t i) { return weight == nullptr ? in[i] : weight[i] * (in[i] * rms_scale); };
    for (size_t i = 0; i < half; ++i) {
        const size_t first = op.rotates_pairs ? 2 * i : i;
        const size_t second = op.rotates_pairs ? 2 * i + 1 : i + half;
        const float a = value(first);
        const float b = value(second);
        out[first] = (a * cos[i] - b * sin[i]) * scale;
        out[second] = (b * cos[i] + a * sin[i]) * scale;
    }
}

std::span<const float> head_of(const ggml_tensor* t, int64_t row, int64_t head, int64_t head_dim) {
    const char* base = static_cast<const char*>(t->data) + static_cast<size_t>(row) * t->nb[1];
    return {reinterpret_cast<const float*>(base) + head * head_dim, static_cast<size_t>(head_dim)};
}

// Magnitudes of the new cache rows, one for each head; whoever owns the step combines them over the heads.
void record(const AttentionOp& op, int64_t row, int64_t kv_head, std::span<const float> key,
            std::span<const float> value) {
    const int64_t recorded = row - op.step->first_recorded;
    if (op.step->key_heads.empty() || recorded < 0) {
        return;
    }
    const auto at = static_cast<size_t>((recorded * op.step->n_layers + op.layer) * op.n_kv_heads + kv_head);
    op.step->key_heads[at] = magnitude_of(key);
    op.step->value_heads[at] = magnitude_of(value);
}

template <typename Stored>
void attend_kv_head(ggml_tensor* dst, const AttentionOp& op, int64_t kv_head, std::span<float> scratch) {
    const ggml_tensor* q = dst->src[0];
    const int64_t n_rows = q->ne[1];
    const int64_t first = op.step->first_position;
    const auto head_dim = static_cast<size_t>(op.head_dim);
    const CachedRows<Stored> keys = op.cache->keys<Stored>(op.layer, kv_head);
    const CachedRows<Stored> values = op.cache->values<Stored>(op.layer, kv_head);
    const std::span<float> vector = scratch.first(head_dim);
    const std::span<float> scores = scratch.subspan(head_dim);

    for (int64_t row = 0; row < n_rows; ++row) {
        const auto position = static_cast<size_t>(first + row);
        norm_and_rotate(op, head_of(dst->src[1], row, kv_head, op.head_dim), op.k_norm, first + row, 1.0F, vector);
        const std::span<const float> value = head_of(dst->src[2], row, kv_head, op.head_dim);
        store_row<Stored>(vector, keys.at(position));
        store_row<Stored>(value, values.at(position));
        record(op, row, kv_head, vector, value);
    }
    const float scale = 1.0F / std::sqrt(static_cast<float>(op.head_dim));
    const int64_t group = op.n_heads / op.n_kv_heads;
    for (int64_t row = 0; row < n_rows; ++row) {
        for (int64_t head = kv_head * group; head < (kv_head + 1) * group; ++head) {
            norm_and_rotate(op, head_of(q, row, head, op.head_dim), op.q_norm, first + row, scale, vector);
            float* out =
                reinterpret_cast<float*>(static_cast<char*>(dst->data) + static_cast<size_t>(row) * dst->nb[1]) +
                head * op.head_dim;
            attend<Stored>(vector, keys, values, static_cast<size_t>(first + row + 1), scores, {out, head_dim});
        }
    }
}

void compute(ggml_tensor* dst, int /*ith*/, int /*nth*/, void* userdata) {
    const auto& op = *static_cast<const AttentionOp*>(userdata);
    // Normalising and rotating a head takes as long as a score or two for each of its values.
    const int64_t n_positions = op.step->first_position + dst->ne[1];
    const int64_t work = dst->ne[1] * op.n_heads / op.n_kv_heads * op.head_dim * (2 * n_positions + 16);
    for_each_unit(
        op.n_kv_heads, work,
        [&](int64_t kv_head, int thread) {
            const std::span<float> scratch = op.scratch->of_thread(thread);
            if (op.cache->half_precision()) {
                attend_kv_head<Half>(dst, op, kv_head, scratch);
            } else {
                attend_kv_head<float>(dst, op, kv_head, scratch);
            }
        },
        upcoming_after(dst));
}

}  // namespace

void read_ahead(const AttentionOp& op, int64_t part, int64_t n_parts) {
    const size_t head_bytes = static_cast<size_t>(op.step->first_position + 1) * op.cache->row_bytes();
    const auto n_lines = static_cast<int64_t>(std::min(head_bytes, kMostAheadBytes) / kLineBytes);
    // Head by head, the keys of each before its values.
    const int64_t n_all = 2 * op.n_kv_heads * n_lines;
    for (int64_t i = n_all * part / n_parts; i < n_all * (part + 1) / n_parts; ++i) {
        const int64_t head = i / (2 * n_lines);
        const bool is_key = i / n_lines % 2 == 0;
        const auto rows =
            is_key ? op.cache->keys<std::byte>(op.layer, head) : op.cache->values<std::byte>(op.layer, head);
        const auto byte = static_cast<size_t>(i % n_lines * kLineBytes);
        // Into the second level: the first is too small.
        __builtin_prefetch(rows.at(byte / rows.row_size) + byte % rows.row_size, 0, 2);
    }
}

AttentionScratch::AttentionScratch(int n_threads, int64_t head_dim, int64_t capacity) {
    for (int i = 0; i < n_threads; ++i) {
        memory_.emplace_back(static_cast<size_t>(head_dim + capacity) * sizeof(float));
    }
}

std::span<float> AttentionScratch::of_thread(int thread) const {
    const MappedMemory& m = memory_[static_cast<size_t>(thread)];
    return {reinterpret_cast<float*>(m.data()), m.size() / sizeof(float)};
}

ggml_tensor* attention(ggml_context* context, ggml_tensor* q, ggml_tensor* k, ggml_tensor* v, AttentionOp& op) {
    ggml_tensor* sources[] = {q, k, v};
    return ggml_custom_4d(context, GGML_TYPE_F32, op.n_heads * op.head_dim, q->ne[1], 1, 1, sources, 3, compute, 1,
                          &op);
}

}  // namespace phonoscope
