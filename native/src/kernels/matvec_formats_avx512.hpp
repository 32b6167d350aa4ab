// Decodes one group of weights, 64 of them at a time. Each format gives:
//   scales(g, n): the sixteen weight scales of the group (of 16 weights each);
//   mins(g): its eight minima (formats with has_min);
//   weights<pair>(g, n): blocks 2 pair and 2 pair + 1 as unsigned bytes, `bias` added to each.
// n = blocks of 32 present; less than 8 only in the last group of a 32-weight format.
#pragma once

#include <immintrin.h>

#include "kernels/matvec_loads.hpp"
#include "kernels/quant_blocks.hpp"

// Unnamed on purpose: only the file that is compiled for AVX-512 may contain what is compiled from this.
namespace phonoscope {

namespace {

__m512 each_twice(__m256 v) {
    const __m512i index = _mm512_set_epi32(7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0);
    return _mm512_permutexvar_ps(index, _mm512_castps256_ps512(v));
}

template <typename Block>
__m512 block_scales(const Block* g, int n) {
    return each_twice(_mm256_cvtph_ps(block_scales_f16(g, n)));
}

struct Q8_0 {
    using Block = BlockQ8_0;
    static constexpr int blocks_per_group = 8;
    static constexpr int bias = 128;
    static constexpr bool has_min = false;
    static __m512 scales(const Block* g, int n) { return block_scales(g, n); }
    template <int pair>
    static __m512i weights(const Block* g, int n) {
        __m512i w = _mm512_castsi256_si512(load256(g[2 * pair].qs));
        const bool both = 2 * pair + 1 < n;
        w = _mm512_inserti64x4(w, both ? load256(g[2 * pair + 1].qs) : _mm256_setzero_si256(), 1);
        return _mm512_xor_si512(w, _mm512_set1_epi8(static_cast<char>(0x80)));
    }
};

// Low nibbles of the bytes in even 128-bit lanes, high nibbles in odd ones.
__m512i nibbles_by_lane(__m512i bytes) {
    const __m512i shift = _mm512_set_epi64(4, 4, 0, 0, 4, 4, 0, 0);
    return _mm512_and_si512(_mm512_srlv_epi64(bytes, shift), _mm512_set1_epi8(15));
}

struct Q4_0 {
    using Block = BlockQ4_0;
    static constexpr int blocks_per_group = 8;
    static constexpr int bias = 8;
    static constexpr bool has_min = false;
    static __m512 scales(const Block* g, int n) { return block_scales(g, n); }
    template <int pair>
    static __m512i weights(const Block* g, int n) {
        __m512i bytes = _mm512_broadcast_i64x2(load128(g[2 * pair].qs));
        if (2 * pair + 1 < n) {
            bytes = _mm512_mask_broadcast_i64x2(bytes, 0xf0, load128(g[2 * pair + 1].qs));
        }
        return nibbles_by_lane(bytes);
    }
};

__m512 scales_6bit(uint16_t d, uint64_t bytes) {
    const __m128i s = _mm_cvtsi64_si128(static_cast<long long>(bytes));
    const __m512i twice = _mm512_cvtepu8_epi32(_mm_unpacklo_epi8(s, s));
    return _mm512_mul_ps(_mm512_set1_ps(f16(d)), _mm512_cvtepi32_ps(twice));
}

// The same 32 bytes in both halves: the upper half holds the block in the high nibbles.
__m512i nibbles_by_half(const uint8_t* bytes) {
    const __m512i shift = _mm512_set_epi64(4, 4, 4, 4, 0, 0, 0, 0);
    const __m512i both = _mm512_broadcast_i64x4(load256(bytes));
    return _mm512_and_si512(_mm512_srlv_epi64(both, shift), _mm512_set1_epi8(15));
}

struct Q4_K {
    using Block = BlockQ4_K;
    static constexpr int blocks_per_group = 1;
    static constexpr int bias = 0;
    static constexpr bool has_min = true;
    static __m512 scales(const Block* g, int) { return scales_6bit(g->d, unpack_scales(g->scales).scales); }
    static __m256 mins(const Block* g) { return mins_6bit(g->dmin, unpack_scales(g->scales).mins); }
    template <int pair>
    static __m512i weights(const Block* g, int) {
        return nibbles_by_half(g->qs[pair]);
    }
};

struct Q5_K {
    using Block = BlockQ5_K;
    static constexpr int blocks_per_group = 1;
    static constexpr int bias = 0;
    static constexpr bool has_min = true;
    static __m512 scales(const Block* g, int) { return scales_6bit(g->d, unpack_scales(g->scales).scales); }
    static __m256 mins(const Block* g) { return mins_6bit(g->dmin, unpack_scales(g->scales).mins); }
    template <int pair>
    static __m512i weights(const Block* g, int) {
        // Bit 2 pair for the lower half, 2 pair + 1 for the upper.
        constexpr long long low_bit = 0x0101010101010101LL << (2 * pair);
        constexpr auto high_bit = static_cast<long long>(0x0101010101010101ULL << (2 * pair + 1));
        const __m512i bits =
            _mm512_set_epi64(high_bit, high_bit, high_bit, high_bit, low_bit, low_bit, low_bit, low_bit);
        const __mmask64 fifth = _mm512_test_epi8_mask(_mm512_broadcast_i64x4(load256(g->qh)), bits);
        const __m512i low = nibbles_by_half(g->qs[pair]);
        return _mm512_mask_or_epi64(low, 0xff, low, _mm512_maskz_set1_epi8(fifth, 16));
    }
};

struct Q6_K {
    using Block = BlockQ6_K;
    static constexpr int blocks_per_group = 1;
    static constexpr int bias = 32;
    static constexpr bool has_min = false;
    static __m512 scales(const Block* g, int) {
        const __m512i s = _mm512_cvtepi8_epi32(load128(g->scales));
        return _mm512_mul_ps(_mm512_set1_ps(f16(g->d)), _mm512_cvtepi32_ps(s));
    }
    template <int pair>
    static __m512i weights(const Block* g, int) {
        constexpr int half = pair / 2;
        constexpr int part = pair % 2;
        const __m512i ql = _mm512_loadu_si512(g->ql[half]);
        const __m512i low = _mm512_and_si512(part == 0 ? ql : _mm512_srli_epi16(ql, 4), _mm512_set1_epi8(15));
        // The pair's upper bits are at bits 4 part (lower half) and 4 part + 2 of qh: bring both to bits 4
        // and 5.
        const __m512i qh = _mm512_broadcast_i64x4(load256(g->qh[half]));
        const __m512i high = part == 0 ? _mm512_sllv_epi64(qh, _mm512_set_epi64(2, 2, 2, 2, 4, 4, 4, 4))
                                       : _mm512_srlv_epi64(qh, _mm512_set_epi64(2, 2, 2, 2, 0, 0, 0, 0));
        return _mm512_or_si512(low, _mm512_and_si512(high, _mm512_set1_epi8(0x30)));
    }
};

}  // namespace

}  // namespace phonoscope
