// AVX2 variant: eight cached values at a time.
#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <cmath>

#include "kernels/attention_impl.hpp"

namespace phonoscope::kernels {

namespace {

__m256 load8(const float* p) { return _mm256_loadu_ps(p); }
__m256 load8(const Half* p) { return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))); }

float sum8(__m256 v) {
    __m128 s = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    s = _mm_add_ss(s, _mm_shuffle_ps(s, s, 1));
    return _mm_cvtss_f32(s);
}

// exp(x) for x <= 0: 2^n times a degree-6 polynomial on [-ln2/2, ln2/2] (relative error below 3e-7).
__m256 exp8(__m256 x) {
    const __m256 log2e = _mm256_set1_ps(1.44269504F);
    x = _mm256_max_ps(x, _mm256_set1_ps(-87.0F));
    const __m256 n = _mm256_round_ps(_mm256_mul_ps(x, log2e), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    __m256 r = _mm256_fnmadd_ps(n, _mm256_set1_ps(0.693359375F), x);
    r = _mm256_fnmadd_ps(n, _mm256_set1_ps(-2.12194440e-4F), r);
    __m256 p = _mm256_set1_ps(1.0F / 720);
    for (const float c : {1.0F / 120, 1.0F / 24, 1.0F / 6, 0.5F, 1.0F, 1.0F}) {
        p = _mm256_fmadd_ps(p, r, _mm256_set1_ps(c));
    }
    const __m256i power = _mm256_slli_epi32(_mm256_add_epi32(_mm256_cvtps_epi32(n), _mm256_set1_epi32(127)), 23);
    return _mm256_mul_ps(p, _mm256_castsi256_ps(power));
}

template <typename Stored>
float dot(const float* query, const Stored* key, size_t head_dim) {
    __m256 a = _mm256_setzero_ps();
    __m256 b = _mm256_setzero_ps();
    size_t i = 0;
    for (; i + 16 <= head_dim; i += 16) {
        a = _mm256_fmadd_ps(_mm256_loadu_ps(query + i), load8(key + i), a);
        b = _mm256_fmadd_ps(_mm256_loadu_ps(query + i + 8), load8(key + i + 8), b);
    }
    if (i < head_dim) {
        a = _mm256_fmadd_ps(_mm256_loadu_ps(query + i), load8(key + i), a);
    }
    return sum8(_mm256_add_ps(a, b));
}

// Turns scores into unnormalised weights in place and returns their sum.
float exponentiate(std::span<float> scores, size_t n) {
    const float largest = *std::max_element(scores.begin(), scores.begin() + static_cast<ptrdiff_t>(n));
    __m256 total8 = _mm256_setzero_ps();
    size_t j = 0;
    for (; j + 8 <= n; j += 8) {
        const __m256 e = exp8(_mm256_sub_ps(_mm256_loadu_ps(&scores[j]), _mm256_set1_ps(largest)));
        _mm256_storeu_ps(&scores[j], e);
        total8 = _mm256_add_ps(total8, e);
    }
    float total = sum8(total8);
    for (; j < n; ++j) {
        scores[j] = std::exp(scores[j] - largest);
        total += scores[j];
    }
    return total;
}

// out[0..8 kRegisters) = sum over positions of weight * value, from `first` on: registers stay hot over all positions.
template <typename Stored, int kRegisters>
void weighted_sum(std::span<const float> weights, CachedRows<Stored> values, size_t first, size_t n, float scale,
                  float* out) {
    __m256 sums[kRegisters];
    for (auto& s : sums) {
        s = _mm256_setzero_ps();
    }
    for (size_t j = 0; j < n; ++j) {
        const __m256 w = _mm256_set1_ps(weights[j]);
        const Stored* value = values.at(j) + first;
        for (int r = 0; r < kRegisters; ++r) {
            sums[r] = _mm256_fmadd_ps(w, load8(value + static_cast<size_t>(r) * 8), sums[r]);
        }
    }
    for (int r = 0; r < kRegisters; ++r) {
        _mm256_storeu_ps(out + r * 8, _mm256_mul_ps(sums[r], _mm256_set1_ps(scale)));
    }
}

}  // namespace

template <typename Stored>
void attend_avx2(std::span<const float> query, CachedRows<Stored> keys, CachedRows<Stored> values, size_t n_positions,
                 std::span<float> scores, std::span<float> out) {
    const size_t head_dim = query.size();
    for (size_t j = 0; j < n_positions; ++j) {
        scores[j] = dot(query.data(), keys.at(j), head_dim);
    }
    const float scale = 1.0F / exponentiate(scores, n_positions);
    size_t i = 0;
    for (; i + 64 <= head_dim; i += 64) {
        weighted_sum<Stored, 8>(scores, values, i, n_positions, scale, &out[i]);
    }
    for (; i < head_dim; i += 8) {
        weighted_sum<Stored, 1>(scores, values, i, n_positions, scale, &out[i]);
    }
}

void store_halves_avx2(std::span<const float> row, Half* out) {
    for (size_t i = 0; i < row.size(); i += 8) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i),
                         _mm256_cvtps_ph(_mm256_loadu_ps(&row[i]), _MM_FROUND_TO_NEAREST_INT));
    }
}

template void attend_avx2(std::span<const float>, CachedRows<float>, CachedRows<float>, size_t, std::span<float>,
                          std::span<float>);
template void attend_avx2(std::span<const float>, CachedRows<Half>, CachedRows<Half>, size_t, std::span<float>,
                          std::span<float>);

}  // namespace phonoscope::kernels

#endif
