// Decodes one group of weights, a block of 32 at a time. Each format gives:
//   scales(g, n, out): the sixteen weight scales of the group (of 16 weights each);
//   mins(g): its eight minima (formats with has_min);
//   weights(g, b): block b as signed bytes, never negative when `is_unsigned`.
// n = blocks of 32 present; less than 8 only in the last group of a 32-weight format.
#pragma once

#include <immintrin.h>

#include "kernels/matvec_loads.hpp"
#include "kernels/quant_blocks.hpp"

// Unnamed on purpose: only the file that is compiled for AVX2 may contain what is compiled from this.
namespace phonoscope {

namespace {

struct Scales {
    __m256 of[2];  // of[i]: sub-blocks (of 16 weights) 8 i to 8 i + 7
};

template <typename Block>
Scales block_scales(const Block* g, int n) {
    const __m128i d = block_scales_f16(g, n);
    return {_mm256_cvtph_ps(_mm_unpacklo_epi16(d, d)), _mm256_cvtph_ps(_mm_unpackhi_epi16(d, d))};
}

struct Q8_0 {
    using Block = BlockQ8_0;
    static constexpr int blocks_per_group = 8;
    static constexpr bool is_unsigned = false;
    static constexpr bool one_scale_a_block = true;
    static constexpr bool has_min = false;
    static Scales scales(const Block* g, int n) { return block_scales(g, n); }
    static __m256i weights(const Block* g, int b) { return load256(g[b].qs); }
};

struct Q4_0 {
    using Block = BlockQ4_0;
    static constexpr int blocks_per_group = 8;
    static constexpr bool is_unsigned = false;
    static constexpr bool one_scale_a_block = true;
    static constexpr bool has_min = false;
    static Scales scales(const Block* g, int n) { return block_scales(g, n); }
    static __m256i weights(const Block* g, int b) {
        const __m128i bytes = load128(g[b].qs);
        const __m256i spread = _mm256_set_m128i(_mm_srli_epi16(bytes, 4), bytes);
        return _mm256_sub_epi8(_mm256_and_si256(spread, _mm256_set1_epi8(15)), _mm256_set1_epi8(8));
    }
};

Scales scaled(float d, __m128i bytes) {
    const __m256 factor = _mm256_set1_ps(d);
    const __m256i low = _mm256_cvtepi8_epi32(bytes);
    const __m256i high = _mm256_cvtepi8_epi32(_mm_srli_si128(bytes, 8));
    return {_mm256_mul_ps(factor, _mm256_cvtepi32_ps(low)), _mm256_mul_ps(factor, _mm256_cvtepi32_ps(high))};
}

Scales scales_6bit(uint16_t d, uint64_t bytes) {
    const __m128i once = _mm_cvtsi64_si128(static_cast<long long>(bytes));
    return scaled(f16(d), _mm_unpacklo_epi8(once, once));
}

__m256i nibbles(const uint8_t* bytes, bool high) {
    const __m256i packed = load256(bytes);
    return _mm256_and_si256(high ? _mm256_srli_epi16(packed, 4) : packed, _mm256_set1_epi8(15));
}

struct Q4_K {
    using Block = BlockQ4_K;
    static constexpr int blocks_per_group = 1;
    static constexpr bool is_unsigned = true;
    static constexpr bool one_scale_a_block = true;
    static constexpr bool has_min = true;
    static Scales scales(const Block* g, int) { return scales_6bit(g->d, unpack_scales(g->scales).scales); }
    static __m256 mins(const Block* g) { return mins_6bit(g->dmin, unpack_scales(g->scales).mins); }
    static __m256i weights(const Block* g, int b) { return nibbles(g->qs[b / 2], b % 2 != 0); }
};

struct Q5_K {
    using Block = BlockQ5_K;
    static constexpr int blocks_per_group = 1;
    static constexpr bool is_unsigned = true;
    static constexpr bool one_scale_a_block = true;
    static constexpr bool has_min = true;
    static Scales scales(const Block* g, int) { return scales_6bit(g->d, unpack_scales(g->scales).scales); }
    static __m256 mins(const Block* g) { return mins_6bit(g->dmin, unpack_scales(g->scales).mins); }
    static __m256i weights(const Block* g, int b) {
        const __m256i bit = _mm256_set1_epi8(static_cast<char>(1 << b));
        const __m256i fifth = _mm256_cmpeq_epi8(_mm256_and_si256(load256(g->qh), bit), bit);
        return _mm256_or_si256(nibbles(g->qs[b / 2], b % 2 != 0), _mm256_and_si256(fifth, _mm256_set1_epi8(16)));
    }
};

struct Q6_K {
    using Block = BlockQ6_K;
    static constexpr int blocks_per_group = 1;
    static constexpr bool is_unsigned = false;
    static constexpr bool one_scale_a_block = false;
    static constexpr bool has_min = false;
    static Scales scales(const Block* g, int) { return scaled(f16(g->d), load128(g->scales)); }
    static __m256i weights(const Block* g, int b) {
        const int part = b % 4;
        const __m256i low = nibbles(g->ql[b / 4] + 32 * (part % 2), part >= 2);
        const __m256i shifted = _mm256_srl_epi16(load256(g->qh[b / 4]), _mm_cvtsi32_si128(2 * part));
        const __m256i high = _mm256_slli_epi16(_mm256_and_si256(shifted, _mm256_set1_epi8(3)), 4);
        return _mm256_sub_epi8(_mm256_or_si256(low, high), _mm256_set1_epi8(32));
    }
};

}  // namespace

}  // namespace phonoscope
