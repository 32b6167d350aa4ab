// AVX-512 version: 64 weights at a time (two blocks of 32, one in each half of a register), dot products with
// VNNI.
#ifdef __x86_64__
#include <immintrin.h>

#include <algorithm>
#include <utility>

#include "kernels/matvec_levels.hpp"
#include "kernels/matvec_tiles.hpp"
#include "kernels/quant_blocks.hpp"
#include "kernels/quantize_column.hpp"
#include "kernels/swiglu.hpp"

namespace phonoscope {

namespace {

struct Avx512 {};

// quantize_column() in registers: compilers make little of it. The same operations, so the same bits.
void quantize(const float* x, int64_t k, int8_t* q, float* scale, float* block_sum, int32_t* q_sum) {
    const __m512i magnitude_bits = _mm512_set1_epi32(0x7fffffff);
    for (int64_t block = 0; block < k / block_weights; ++block) {
        const __m512 a = _mm512_loadu_ps(x + block * block_weights);
        const __m512 b = _mm512_loadu_ps(x + block * block_weights + 16);
        const __m512i larger = _mm512_max_epi32(_mm512_and_si512(_mm512_castps_si512(a), magnitude_bits),
                                                _mm512_and_si512(_mm512_castps_si512(b), magnitude_bits));
        const QuantizedScale s = quantized_scale(static_cast<uint32_t>(_mm512_reduce_max_epi32(larger)));
        const __m512 inverse = _mm512_set1_ps(s.inverse);
        // Masked: a NaN or an infinity makes the whole block zeros with a NaN for its scale.
        const __mmask16 finite = s.is_finite ? 0xffff : 0;
        const __m512i qa = _mm512_maskz_cvtps_epi32(finite, _mm512_mul_ps(a, inverse));
        const __m512i qb = _mm512_maskz_cvtps_epi32(finite, _mm512_mul_ps(b, inverse));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(q + block * block_weights), _mm512_cvtepi32_epi8(qa));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(q + block * block_weights + 16), _mm512_cvtepi32_epi8(qb));
        const int32_t sum = _mm512_reduce_add_epi32(_mm512_add_epi32(qa, qb));
        scale[2 * block] = s.scale;
        scale[2 * block + 1] = s.scale;
        block_sum[block] = s.scale * static_cast<float>(sum);
        q_sum[block] = sum;
    }
}

// What follows decodes one group of weights. Each format gives:
//   scales(g, n): the sixteen weight scales of the group (of 16 weights each);
//   mins(g): its eight minima (formats with has_min);
//   weights<pair>(g, n): blocks 2 pair and 2 pair + 1 as unsigned bytes, `bias` added to each.
// n = blocks of 32 present; less than 8 only in the last group of a 32-weight format.

float f16(uint16_t bits) { return _cvtsh_ss(bits); }

__m512 each_twice(__m256 v) {
    const __m512i index = _mm512_set_epi32(7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0);
    return _mm512_permutexvar_ps(index, _mm512_castps256_ps512(v));
}

__m256i load256(const void* p) { return _mm256_loadu_si256(static_cast<const __m256i*>(p)); }
__m128i load128(const void* p) { return _mm_loadu_si128(static_cast<const __m128i*>(p)); }

template <typename Block>
__m512 block_scales(const Block* g, int n) {
    __m128i d = _mm_setzero_si128();
    if (n == group_blocks) [[likely]] {
        d = _mm_cvtsi32_si128(g[0].d);
        d = _mm_insert_epi16(d, g[1].d, 1);
        d = _mm_insert_epi16(d, g[2].d, 2);
        d = _mm_insert_epi16(d, g[3].d, 3);
        d = _mm_insert_epi16(d, g[4].d, 4);
        d = _mm_insert_epi16(d, g[5].d, 5);
        d = _mm_insert_epi16(d, g[6].d, 6);
        d = _mm_insert_epi16(d, g[7].d, 7);
    } else {
        uint16_t present[group_blocks] = {};
        for (int b = 0; b < n; ++b) {
            present[b] = g[b].d;
        }
        d = load128(present);
    }
    return each_twice(_mm256_cvtph_ps(d));
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

__m256 mins_6bit(uint16_t dmin, uint64_t bytes) {
    const __m256i m = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(bytes)));
    return _mm256_mul_ps(_mm256_set1_ps(f16(dmin)), _mm256_cvtepi32_ps(m));
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

float tree_sum(__m128 v) {
    v = _mm_add_ps(v, _mm_movehl_ps(v, v));
    return _mm_cvtss_f32(_mm_add_ss(v, _mm_movehdup_ps(v)));
}
float tree_sum(__m256 v) { return tree_sum(_mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1))); }
float tree_sum(__m512 v) { return tree_sum(_mm256_add_ps(_mm512_castps512_ps256(v), _mm512_extractf32x8_ps(v, 1))); }

// The sums of `n_rows` rows with `n_cols` columns, kept in registers.
template <typename Format>
struct Quantized {
    template <int n_rows, int n_cols>
    struct Tile {
        using Block = typename Format::Block;
        __m512 lanes[n_rows][n_cols];
        __m256 min_lanes[n_rows][n_cols];

        // Adds blocks 2 pair and 2 pair + 1 of the group.
        template <int pair>
        void add_pair(const Block* const (&g)[n_rows], int n, const __m512 (&scale)[n_rows][n_cols],
                      const int8_t* const (&q)[n_cols]) {
            if (2 * pair >= n) {
                return;
            }
            constexpr int s = 4 * pair;
            const __m512i spread = _mm512_set_epi32(s + 3, s + 3, s + 3, s + 3, s + 2, s + 2, s + 2, s + 2, s + 1,
                                                    s + 1, s + 1, s + 1, s, s, s, s);
            __m512i x[n_cols];
            __m512i minus_bias[n_cols];  // the sums start at it, which undoes the bias of the weights
            for (int c = 0; c < n_cols; ++c) {
                x[c] = _mm512_loadu_si512(q[c] + 64 * pair);
                minus_bias[c] = _mm512_setzero_si512();
                if constexpr (Format::bias != 0) {
                    const __m512i bias = _mm512_set1_epi8(static_cast<char>(Format::bias));
                    minus_bias[c] =
                        _mm512_sub_epi32(minus_bias[c], _mm512_dpbusd_epi32(_mm512_setzero_si512(), bias, x[c]));
                }
            }
            for (int r = 0; r < n_rows; ++r) {
                const __m512i w = Format::template weights<pair>(g[r], n);
                for (int c = 0; c < n_cols; ++c) {
                    const __m512i dots = _mm512_dpbusd_epi32(minus_bias[c], w, x[c]);
                    lanes[r][c] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(dots), _mm512_permutexvar_ps(spread, scale[r][c]),
                                                  lanes[r][c]);
                }
            }
        }

        void run(const std::byte* rows, size_t row_bytes, const ColumnsView& in, int64_t first_col, float* y,
                 int64_t y_stride) {
            for (int r = 0; r < n_rows; ++r) {
                for (int c = 0; c < n_cols; ++c) {
                    lanes[r][c] = _mm512_setzero_ps();
                    min_lanes[r][c] = _mm256_setzero_ps();
                }
            }
            const int64_t n_blocks = in.k / block_weights;
            const auto group_bytes = static_cast<int64_t>(sizeof(Block)) * Format::blocks_per_group;
            for (int64_t first = 0; first < n_blocks; first += group_blocks) {
                const int n = static_cast<int>(std::min<int64_t>(group_blocks, n_blocks - first));
                const Block* g[n_rows];
                const int8_t* q[n_cols];
                __m512 scale[n_rows][n_cols];
                for (int c = 0; c < n_cols; ++c) {
                    q[c] = in.q + (first_col + c) * in.k_padded + first * block_weights;
                }
                for (int r = 0; r < n_rows; ++r) {
                    const std::byte* group = rows + static_cast<size_t>(r) * row_bytes +
                                             static_cast<size_t>(first / group_blocks * group_bytes);
                    g[r] = reinterpret_cast<const Block*>(group);
                    for (int64_t line = 0; line < group_bytes; line += 64) {
                        _mm_prefetch(reinterpret_cast<const char*>(group + prefetch_bytes + line), _MM_HINT_T1);
                    }
                    const __m512 weight_scale = Format::scales(g[r], n);
                    for (int c = 0; c < n_cols; ++c) {
                        const float* column_scale =
                            in.scale + ((first_col + c) * in.k_padded + first * block_weights) / 16;
                        scale[r][c] = _mm512_mul_ps(weight_scale, _mm512_loadu_ps(column_scale));
                    }
                    if constexpr (Format::has_min) {
                        const __m256 min = Format::mins(g[r]);
                        for (int c = 0; c < n_cols; ++c) {
                            const float* sum = in.block_sum + ((first_col + c) * in.k_padded) / block_weights + first;
                            min_lanes[r][c] = _mm256_fmadd_ps(min, _mm256_loadu_ps(sum), min_lanes[r][c]);
                        }
                    }
                }
                add_pair<0>(g, n, scale, q);
                add_pair<1>(g, n, scale, q);
                add_pair<2>(g, n, scale, q);
                add_pair<3>(g, n, scale, q);
            }
            for (int r = 0; r < n_rows; ++r) {
                for (int c = 0; c < n_cols; ++c) {
                    float sum = tree_sum(lanes[r][c]);
                    if constexpr (Format::has_min) {
                        sum -= tree_sum(min_lanes[r][c]);
                    }
                    y[(first_col + c) * y_stride + r] = sum;
                }
            }
        }
    };
};

__m512 load_weights(const float* w, __mmask16 mask) { return _mm512_maskz_loadu_ps(mask, w); }
__m512 load_weights(const ggml_fp16_t* w, __mmask16 mask) { return _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(mask, w)); }
__m512 load_weights(const ggml_bf16_t* w, __mmask16 mask) {
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(mask, w)), 16));
}

// Float weights with f32 activations.
template <typename T>
struct Floating {
    template <int n_rows, int n_cols>
    struct Tile {
        void run(const std::byte* rows, size_t row_bytes, const ColumnsView& in, int64_t first_col, float* y,
                 int64_t y_stride) {
            __m512 lanes[n_rows][n_cols];
            for (int r = 0; r < n_rows; ++r) {
                for (int c = 0; c < n_cols; ++c) {
                    lanes[r][c] = _mm512_setzero_ps();
                }
            }
            for (int64_t i = 0; i < in.k; i += 16) {
                const auto mask = static_cast<__mmask16>(in.k - i >= 16 ? 0xffff : (1U << (in.k - i)) - 1);
                __m512 x[n_cols];
                for (int c = 0; c < n_cols; ++c) {
                    x[c] = _mm512_maskz_loadu_ps(mask, in.x + (first_col + c) * in.x_stride + i);
                }
                for (int r = 0; r < n_rows; ++r) {
                    const std::byte* row = rows + static_cast<size_t>(r) * row_bytes;
                    const auto* weights = reinterpret_cast<const T*>(row) + i;
                    _mm_prefetch(reinterpret_cast<const char*>(weights) + prefetch_bytes, _MM_HINT_T1);
                    const __m512 w = load_weights(weights, mask);
                    for (int c = 0; c < n_cols; ++c) {
                        lanes[r][c] = _mm512_fmadd_ps(w, x[c], lanes[r][c]);
                    }
                }
            }
            for (int r = 0; r < n_rows; ++r) {
                for (int c = 0; c < n_cols; ++c) {
                    y[(first_col + c) * y_stride + r] = tree_sum(lanes[r][c]);
                }
            }
        }
    };
};

MatvecKernel kernel(ggml_type type) {
    switch (type) {
        case GGML_TYPE_F32: return run_tiles<Floating<float>>;
        case GGML_TYPE_F16: return run_tiles<Floating<ggml_fp16_t>>;
        case GGML_TYPE_BF16: return run_tiles<Floating<ggml_bf16_t>>;
        case GGML_TYPE_Q8_0: return run_tiles<Quantized<Q8_0>>;
        case GGML_TYPE_Q4_0: return run_tiles<Quantized<Q4_0>>;
        case GGML_TYPE_Q4_K: return run_tiles<Quantized<Q4_K>>;
        case GGML_TYPE_Q5_K: return run_tiles<Quantized<Q5_K>>;
        case GGML_TYPE_Q6_K: return run_tiles<Quantized<Q6_K>>;
        default: return nullptr;
    }
}

}  // namespace

const MatvecLevel matvec_avx512{.quantize = quantize, .swiglu = swiglu<Avx512>, .kernel = kernel};

}  // namespace phonoscope
#endif  // __x86_64__
