// Quantises activations to 8 bits in blocks of 32. Plain C++ that compilers vectorise; instantiated once per
// vector level, whose tag keeps the versions apart.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "kernels/quant_blocks.hpp"

namespace phonoscope {

// How a block whose largest magnitude has these bits becomes 8-bit numbers: x * inverse, to be multiplied by scale.
struct QuantizedScale {
    float scale = 0;
    float inverse = 0;
    bool is_finite = true;
};

// Bits are compared as integers, so that a NaN counts as the largest.
inline QuantizedScale quantized_scale(uint32_t absmax_bits) {
    constexpr uint32_t infinity_bits = 0x7f800000U;
    constexpr float smallest = 1e-30F;  // below it, 127 / absmax would overflow: the block is zero
    if (absmax_bits >= infinity_bits) {
        return {.scale = std::numeric_limits<float>::quiet_NaN(), .is_finite = false};
    }
    const auto absmax = std::bit_cast<float>(absmax_bits);
    if (absmax < smallest) {
        return {};
    }
    return {.scale = absmax / 127.0F, .inverse = 127.0F / absmax};
}

template <typename Level>
void quantize_column(const float* x, int64_t k, int8_t* q, float* scale, float* block_sum, int32_t* q_sum) {
    constexpr float round_to_int = 12582912.0F;  // 1.5 * 2^23: adding it rounds to the nearest even integer
    for (int64_t block = 0; block < k / block_weights; ++block) {
        const float* in = x + block * block_weights;
        int8_t* out = q + block * block_weights;
        uint32_t absmax_bits = 0;
        for (int i = 0; i < block_weights; ++i) {
            absmax_bits = std::max(absmax_bits, std::bit_cast<uint32_t>(in[i]) & 0x7fffffffU);
        }
        const QuantizedScale s = quantized_scale(absmax_bits);
        int32_t sum = 0;
        if (s.is_finite) {
            for (int i = 0; i < block_weights; ++i) {
                const auto rounded = static_cast<int32_t>((in[i] * s.inverse + round_to_int) - round_to_int);
                out[i] = static_cast<int8_t>(rounded);
                sum += rounded;
            }
        } else {
            std::fill_n(out, block_weights, int8_t{0});
        }
        scale[2 * block] = s.scale;
        scale[2 * block + 1] = s.scale;
        block_sum[block] = s.scale * static_cast<float>(sum);
        q_sum[block] = sum;
    }
}

}  // namespace phonoscope
