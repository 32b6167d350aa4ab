// What the vector versions of matvec.hpp load and add alike, in registers of 128 and 256 bits.
#pragma once

#include <immintrin.h>

#include "kernels/quant_blocks.hpp"

// Unnamed on purpose: only the file that is compiled for a vector level may contain what is compiled from this.
namespace phonoscope {

namespace {

float f16(uint16_t bits) { return _cvtsh_ss(bits); }
__m256i load256(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
__m128i load128(const void* p) { return _mm_loadu_si128(static_cast<const __m128i*>(p)); }

// The f16 scales of a group of 32-weight blocks, of which n are present.
template <typename Block>
__m128i block_scales_f16(const Block* g, int n) {
    if (n == group_blocks) [[likely]] {
        // One by one into the register: stores of two bytes would hold up a load of sixteen.
        __m128i d = _mm_cvtsi32_si128(g[0].d);
        d = _mm_insert_epi16(d, g[1].d, 1);
        d = _mm_insert_epi16(d, g[2].d, 2);
        d = _mm_insert_epi16(d, g[3].d, 3);
        d = _mm_insert_epi16(d, g[4].d, 4);
        d = _mm_insert_epi16(d, g[5].d, 5);
        d = _mm_insert_epi16(d, g[6].d, 6);
        return _mm_insert_epi16(d, g[7].d, 7);
    }
    uint16_t present[group_blocks] = {};
    for (int b = 0; b < n; ++b) {
        present[b] = g[b].d;
    }
    return load128(present);
}

__m256 mins_6bit(uint16_t dmin, uint64_t bytes) {
    const __m256i m = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(bytes)));
    return _mm256_mul_ps(_mm256_set1_ps(f16(dmin)), _mm256_cvtepi32_ps(m));
}

float tree_sum(__m128 v) {
    v = _mm_add_ps(v, _mm_movehl_ps(v, v));
    return _mm_cvtss_f32(_mm_add_ss(v, _mm_movehdup_ps(v)));
}
float tree_sum(__m256 v) { return tree_sum(_mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1))); }

}  // namespace

}  // namespace phonoscope
