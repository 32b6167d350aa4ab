// AVX-512 version: 64 weights at a time (two blocks of 32, one in each half of a register), dot products with VNNI.
#ifdef __x86_64__
#include <immintrin.h>

#include <algorithm>
#include <utility>

#include "kernels/matvec_formats_avx512.hpp"
#include "kernels/matvec_levels.hpp"
#include "kernels/matvec_tiles.hpp"
#include "kernels/quant_blocks.hpp"
#include "kernels/quantize_column.hpp"
#include "kernels/simd_avx512.hpp"
#include "kernels/swiglu.hpp"

namespace phonoscope {

namespace {

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

const MatvecLevel matvec_avx512{.quantize = quantize, .swiglu = swiglu<SimdAvx512>, .kernel = kernel};

}  // namespace phonoscope
#endif  // __x86_64__
