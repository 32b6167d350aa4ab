// The reference version, in plain C++: also what runs on processors without the vector levels.
#include <cmath>

#include "kernels/matvec_levels.hpp"
#include "kernels/quant_blocks.hpp"
#include "kernels/quantize_column.hpp"
#include "kernels/simd_portable.hpp"
#include "kernels/swiglu.hpp"

namespace phonoscope {

namespace {

struct Portable {};

// One group of up to 256 weights, decoded.
struct Group {
    int8_t w[group_weights];
    float scale[16];  // of 16 weights each
    float min[8];     // of 32 weights each, subtracted
};

float f16(uint16_t bits) { return ggml_fp16_to_fp32(bits); }

void decode(const BlockQ8_0* blocks, int n_blocks, Group& g) {
    for (int b = 0; b < n_blocks; ++b) {
        g.scale[2 * b] = g.scale[2 * b + 1] = f16(blocks[b].d);
        for (int i = 0; i < 32; ++i) {
            g.w[32 * b + i] = blocks[b].qs[i];
        }
    }
}

void decode(const BlockQ4_0* blocks, int n_blocks, Group& g) {
    for (int b = 0; b < n_blocks; ++b) {
        g.scale[2 * b] = g.scale[2 * b + 1] = f16(blocks[b].d);
        for (int i = 0; i < 16; ++i) {
            g.w[32 * b + i] = static_cast<int8_t>((blocks[b].qs[i] & 15) - 8);
            g.w[32 * b + 16 + i] = static_cast<int8_t>((blocks[b].qs[i] >> 4) - 8);
        }
    }
}

void decode_scales(uint16_t d, uint16_t dmin, const uint8_t (&packed)[12], Group& g) {
    const ScalesAndMins sm = unpack_scales(packed);
    for (int b = 0; b < 8; ++b) {
        g.scale[2 * b] = g.scale[2 * b + 1] = f16(d) * static_cast<float>((sm.scales >> (8 * b)) & 255);
        g.min[b] = f16(dmin) * static_cast<float>((sm.mins >> (8 * b)) & 255);
    }
}

void decode(const BlockQ4_K* block, int /*n_blocks*/, Group& g) {
    decode_scales(block->d, block->dmin, block->scales, g);
    for (int b = 0; b < 8; ++b) {
        for (int i = 0; i < 32; ++i) {
            g.w[32 * b + i] = static_cast<int8_t>((block->qs[b / 2][i] >> (4 * (b % 2))) & 15);
        }
    }
}

void decode(const BlockQ5_K* block, int /*n_blocks*/, Group& g) {
    decode_scales(block->d, block->dmin, block->scales, g);
    for (int b = 0; b < 8; ++b) {
        for (int i = 0; i < 32; ++i) {
            const int low = (block->qs[b / 2][i] >> (4 * (b % 2))) & 15;
            g.w[32 * b + i] = static_cast<int8_t>(low | (((block->qh[i] >> b) & 1) << 4));
        }
    }
}

void decode(const BlockQ6_K* block, int /*n_blocks*/, Group& g) {
    for (int s = 0; s < 16; ++s) {
        g.scale[s] = f16(block->d) * static_cast<float>(block->scales[s]);
    }
    for (int b = 0; b < 8; ++b) {
        const int half = b / 4;
        const int part = b % 4;
        for (int i = 0; i < 32; ++i) {
            const int low = (block->ql[half][32 * (part % 2) + i] >> (4 * (part / 2))) & 15;
            const int high = (block->qh[half][i] >> (2 * part)) & 3;
            g.w[32 * b + i] = static_cast<int8_t>((low | (high << 4)) - 32);
        }
    }
}

template <int n>
float tree_sum(float (&lanes)[n]) {
    for (int half = n / 2; half > 0; half /= 2) {
        for (int i = 0; i < half; ++i) {
            lanes[i] += lanes[i + half];
        }
    }
    return lanes[0];
}

template <typename Block, int blocks_per_group, bool has_min>
void quantized(const std::byte* rows, size_t row_bytes, int64_t n_rows, const ColumnsView& in, float* y,
               int64_t y_stride) {
    const int64_t n_blocks = in.k / block_weights;
    for (int64_t r = 0; r < n_rows; ++r) {
        const auto* row = reinterpret_cast<const Block*>(rows + static_cast<size_t>(r) * row_bytes);
        for (int64_t c = 0; c < in.n_cols; ++c) {
            float lanes[16] = {};
            float min_lanes[8] = {};
            for (int64_t first = 0; first < n_blocks; first += group_blocks) {
                const int n = static_cast<int>(std::min<int64_t>(group_blocks, n_blocks - first));
                Group g;
                decode(row + first / group_blocks * blocks_per_group, n, g);
                const int8_t* q = in.q + c * in.k_padded + first * block_weights;
                const float* scale = in.scale + c * in.k_padded / 16 + first * 2;
                const float* block_sum = in.block_sum + c * in.k_padded / block_weights + first;
                for (int b = 0; b < n; ++b) {
                    for (int i = 0; i < 8; ++i) {
                        int32_t dot = 0;
                        for (int j = 0; j < 4; ++j) {
                            dot += g.w[32 * b + 4 * i + j] * q[32 * b + 4 * i + j];
                        }
                        const int s = 2 * b + i / 4;
                        float& lane = lanes[b % 2 * 8 + i];
                        lane = std::fma(static_cast<float>(dot), g.scale[s] * scale[s], lane);
                    }
                    if constexpr (has_min) {
                        min_lanes[b] = std::fma(g.min[b], block_sum[b], min_lanes[b]);
                    }
                }
            }
            float sum = tree_sum(lanes);
            if constexpr (has_min) {
                sum -= tree_sum(min_lanes);
            }
            y[c * y_stride + r] = sum;
        }
    }
}

float widen(float w) { return w; }
float widen(ggml_fp16_t w) { return ggml_fp16_to_fp32(w); }
float widen(ggml_bf16_t w) { return ggml_bf16_to_fp32(w); }

template <typename T>
void floating(const std::byte* rows, size_t row_bytes, int64_t n_rows, const ColumnsView& in, float* y,
              int64_t y_stride) {
    for (int64_t r = 0; r < n_rows; ++r) {
        const auto* row = reinterpret_cast<const T*>(rows + static_cast<size_t>(r) * row_bytes);
        for (int64_t c = 0; c < in.n_cols; ++c) {
            const float* x = in.x + c * in.x_stride;
            float lanes[16] = {};
            for (int64_t i = 0; i < in.k; ++i) {
                lanes[i % 16] = std::fma(widen(row[i]), x[i], lanes[i % 16]);
            }
            y[c * y_stride + r] = tree_sum(lanes);
        }
    }
}

MatvecKernel kernel(ggml_type type) {
    switch (type) {
        case GGML_TYPE_F32: return floating<float>;
        case GGML_TYPE_F16: return floating<ggml_fp16_t>;
        case GGML_TYPE_BF16: return floating<ggml_bf16_t>;
        case GGML_TYPE_Q8_0: return quantized<BlockQ8_0, 8, false>;
        case GGML_TYPE_Q4_0: return quantized<BlockQ4_0, 8, false>;
        case GGML_TYPE_Q4_K: return quantized<BlockQ4_K, 1, true>;
        case GGML_TYPE_Q5_K: return quantized<BlockQ5_K, 1, true>;
        case GGML_TYPE_Q6_K: return quantized<BlockQ6_K, 1, false>;
        default: return nullptr;
    }
}

}  // namespace

const MatvecLevel matvec_portable{
    .quantize = quantize_column<Portable>, .swiglu = swiglu<SimdPortable>, .kernel = kernel};

}  // namespace phonoscope
