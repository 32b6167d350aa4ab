// AVX2 version: one block of 32 weights at a time.
#ifdef __x86_64__
#include <immintrin.h>

#include <algorithm>

#include "kernels/matvec_formats_avx2.hpp"
#include "kernels/matvec_levels.hpp"
#include "kernels/matvec_tiles.hpp"
#include "kernels/quant_blocks.hpp"
#include "kernels/quantize_column.hpp"
#include "kernels/simd_avx2.hpp"
#include "kernels/swiglu.hpp"

namespace phonoscope {

namespace {

struct Avx2 {};

// Eight sums of four products, exact: no weight times activation pair exceeds 2 * 128 * 127.
template <bool is_unsigned>
__m256i dot(__m256i w, __m256i x) {
    const __m256i pairs =
        is_unsigned ? _mm256_maddubs_epi16(w, x) : _mm256_maddubs_epi16(_mm256_abs_epi8(w), _mm256_sign_epi8(x, w));
    return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

template <typename Format>
struct Quantized {
    using Block = typename Format::Block;

    // The sums of `n_rows` rows with `n_cols` columns, kept in registers where they fit.
    template <int n_rows, int n_cols>
    struct Tile {
        __m256 lanes[n_rows][n_cols][2];  // of even and odd blocks
        __m256 min_lanes[n_rows][n_cols];
        alignas(32) float scale[n_rows][n_cols][16];

        void add_block(const Block* const (&g)[n_rows], int b, const int8_t* const (&q)[n_cols]) {
            for (int r = 0; r < n_rows; ++r) {
                const __m256i w = Format::weights(g[r], b);
                for (int c = 0; c < n_cols; ++c) {
                    const __m256i dots = dot<Format::is_unsigned>(w, load256(q[c] + block_weights * b));
                    const float* s = scale[r][c] + 2 * b;
                    const __m256 spread = Format::one_scale_a_block
                                              ? _mm256_broadcast_ss(s)
                                              : _mm256_set_m128(_mm_broadcast_ss(s + 1), _mm_broadcast_ss(s));
                    __m256& sum = lanes[r][c][b % 2];
                    sum = _mm256_fmadd_ps(_mm256_cvtepi32_ps(dots), spread, sum);
                }
            }
        }

        void run(const std::byte* rows, size_t row_bytes, const ColumnsView& in, int64_t first_col, float* y,
                 int64_t y_stride) {
            for (int r = 0; r < n_rows; ++r) {
                for (int c = 0; c < n_cols; ++c) {
                    lanes[r][c][0] = lanes[r][c][1] = min_lanes[r][c] = _mm256_setzero_ps();
                }
            }
            const int64_t n_blocks = in.k / block_weights;
            constexpr size_t group_bytes = sizeof(Block) * Format::blocks_per_group;
            for (int64_t first = 0; first < n_blocks; first += group_blocks) {
                const int n = static_cast<int>(std::min<int64_t>(group_blocks, n_blocks - first));
                const Block* g[n_rows];
                const int8_t* q[n_cols];
                for (int c = 0; c < n_cols; ++c) {
                    q[c] = in.q + (first_col + c) * in.k_padded + first * block_weights;
                }
                for (int r = 0; r < n_rows; ++r) {
                    const std::byte* group = rows + static_cast<size_t>(r) * row_bytes +
                                             static_cast<size_t>(first / group_blocks) * group_bytes;
                    g[r] = reinterpret_cast<const Block*>(group);
                    for (size_t line = 0; line < group_bytes; line += 64) {
                        _mm_prefetch(reinterpret_cast<const char*>(group + prefetch_bytes + line), _MM_HINT_T1);
                    }
                    const Scales weight_scale = Format::scales(g[r], n);
                    for (int c = 0; c < n_cols; ++c) {
                        const float* s = in.scale + ((first_col + c) * in.k_padded + first * block_weights) / 16;
                        for (int i = 0; i < 2; ++i) {
                            _mm256_store_ps(scale[r][c] + 8 * i,
                                            _mm256_mul_ps(weight_scale.of[i], _mm256_loadu_ps(s + 8 * i)));
                        }
                    }
                    if constexpr (Format::has_min) {
                        const __m256 min = Format::mins(g[r]);
                        for (int c = 0; c < n_cols; ++c) {
                            const float* sum = in.block_sum + (first_col + c) * in.k_padded / block_weights + first;
                            min_lanes[r][c] = _mm256_fmadd_ps(min, _mm256_loadu_ps(sum), min_lanes[r][c]);
                        }
                    }
                }
                if (n == group_blocks) [[likely]] {
#pragma GCC unroll 8
                    for (int b = 0; b < group_blocks; ++b) {
                        add_block(g, b, q);
                    }
                } else {
                    for (int b = 0; b < n; ++b) {
                        add_block(g, b, q);
                    }
                }
            }
            for (int r = 0; r < n_rows; ++r) {
                for (int c = 0; c < n_cols; ++c) {
                    float sum = tree_sum(_mm256_add_ps(lanes[r][c][0], lanes[r][c][1]));
                    if constexpr (Format::has_min) {
                        sum -= tree_sum(min_lanes[r][c]);
                    }
                    y[(first_col + c) * y_stride + r] = sum;
                }
            }
        }
    };
};

__m256 load_weights(const float* w) { return _mm256_loadu_ps(w); }
__m256 load_weights(const ggml_fp16_t* w) { return _mm256_cvtph_ps(load128(w)); }
__m256 load_weights(const ggml_bf16_t* w) {
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(load128(w)), 16));
}

// Float weights with f32 activations.
template <typename T>
struct Floating {
    template <int n_rows, int n_cols>
    struct Tile {
        __m256 lanes[n_rows][n_cols][2];

        // Adds weights i to i + 7 of every row; x[c] points at the same place of column c.
        void add(const T* const (&w)[n_rows], const float* const (&x)[n_cols], int half) {
            for (int r = 0; r < n_rows; ++r) {
                const __m256 weights = load_weights(w[r]);
                for (int c = 0; c < n_cols; ++c) {
                    lanes[r][c][half] = _mm256_fmadd_ps(weights, _mm256_loadu_ps(x[c]), lanes[r][c][half]);
                }
            }
        }

        void run(const std::byte* rows, size_t row_bytes, const ColumnsView& in, int64_t first_col, float* y,
                 int64_t y_stride) {
            for (auto& row : lanes) {
                for (auto& pair : row) {
                    pair[0] = pair[1] = _mm256_setzero_ps();
                }
            }
            const T* w[n_rows];
            const float* x[n_cols];
            for (int64_t i = 0; i < in.k; i += 8) {
                const auto left = static_cast<size_t>(std::min<int64_t>(8, in.k - i));
                T last_w[n_rows][8];
                float last_x[n_cols][8];
                for (int r = 0; r < n_rows; ++r) {
                    w[r] = reinterpret_cast<const T*>(rows + static_cast<size_t>(r) * row_bytes) + i;
                    _mm_prefetch(reinterpret_cast<const char*>(w[r]) + prefetch_bytes, _MM_HINT_T1);
                    if (left < 8) {
                        std::fill_n(last_w[r], 8, T{});
                        w[r] = std::copy_n(w[r], left, last_w[r]) - left;
                    }
                }
                for (int c = 0; c < n_cols; ++c) {
                    x[c] = in.x + (first_col + c) * in.x_stride + i;
                    if (left < 8) {
                        std::fill_n(last_x[c], 8, 0.0F);
                        x[c] = std::copy_n(x[c], left, last_x[c]) - left;
                    }
                }
                add(w, x, static_cast<int>(i / 8 % 2));
            }
            for (int r = 0; r < n_rows; ++r) {
                for (int c = 0; c < n_cols; ++c) {
                    y[(first_col + c) * y_stride + r] = tree_sum(_mm256_add_ps(lanes[r][c][0], lanes[r][c][1]));
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

const MatvecLevel matvec_avx2{.quantize = quantize_column<Avx2>, .swiglu = swiglu<SimdAvx2>, .kernel = kernel};

}  // namespace phonoscope
#endif  // __x86_64__
