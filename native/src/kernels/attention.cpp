#include "kernels/attention.hpp"

#include <ggml.h>

#include <algorithm>
#include <cmath>

#include "kernels/attention_impl.hpp"
#include "kernels/cpu_level.hpp"

namespace phonoscope {

namespace {

float load(float v) { return v; }
float load(Half v) { return ggml_fp16_to_fp32(static_cast<ggml_fp16_t>(v)); }

}  // namespace

namespace kernels {

template <typename Stored>
void attend_portable(std::span<const float> query, CachedRows<Stored> keys, CachedRows<Stored> values,
                     size_t n_positions, std::span<float> scores, std::span<float> out) {
    const size_t head_dim = query.size();
    for (size_t j = 0; j < n_positions; ++j) {
        const Stored* key = keys.at(j);
        float dot = 0;
        for (size_t i = 0; i < head_dim; ++i) {
            dot += query[i] * load(key[i]);
        }
        scores[j] = dot;
    }
    const float largest = *std::max_element(scores.begin(), scores.begin() + static_cast<ptrdiff_t>(n_positions));
    float total = 0;
    std::fill(out.begin(), out.end(), 0.0F);
    for (size_t j = 0; j < n_positions; ++j) {
        const float weight = std::exp(scores[j] - largest);
        total += weight;
        const Stored* value = values.at(j);
        for (size_t i = 0; i < head_dim; ++i) {
            out[i] += weight * load(value[i]);
        }
    }
    for (float& v : out) {
        v /= total;
    }
}

}  // namespace kernels

template <typename Stored>
void attend(std::span<const float> query, CachedRows<Stored> keys, CachedRows<Stored> values, size_t n_positions,
            std::span<float> scores, std::span<float> out) {
#if defined(__x86_64__)
    if (cpu_level() >= CpuLevel::avx2 && query.size() % 8 == 0) {
        return kernels::attend_avx2(query, keys, values, n_positions, scores, out);
    }
#endif
    kernels::attend_portable(query, keys, values, n_positions, scores, out);
}

template <>
void store_row(std::span<const float> row, float* out) {
    std::copy(row.begin(), row.end(), out);
}

template <>
void store_row(std::span<const float> row, Half* out) {
#if defined(__x86_64__)
    if (cpu_level() >= CpuLevel::avx2 && row.size() % 8 == 0) {
        kernels::store_halves_avx2(row, out);
        return;
    }
#endif
    ggml_fp32_to_fp16_row(row.data(), reinterpret_cast<ggml_fp16_t*>(out), static_cast<int64_t>(row.size()));
}

template void attend(std::span<const float>, CachedRows<float>, CachedRows<float>, size_t, std::span<float>,
                     std::span<float>);
template void attend(std::span<const float>, CachedRows<Half>, CachedRows<Half>, size_t, std::span<float>,
                     std::span<float>);

}  // namespace phonoscope
