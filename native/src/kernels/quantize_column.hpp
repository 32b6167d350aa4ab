// Quantises activations to 8 bits in blocks of 32. Plain C++ that compilers vectorise; instantiated once per
// vector level, whose tag keeps the versions apart.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "kernels/quant_blocks.hpp"

namespace phonoscope {

template <typename Level>
void quantize_column(const float* x, int64_t k, int8_t* q, float* scale, float* block_sum, int32_t* q_sum) {
    constexpr uint32_t infinity_bits = 0x7f800000U;
    constexpr float smallest = 1e-30F;           // below it, 127 / absmax would overflow: the block is zero
    constexpr float round_to_int = 12582912.0F;  // 1.5 * 2^23: adding it rounds to the nearest even integer
    for (int64_t block = 0; block < k / block_weights; ++block) {
        const float* in = x + block * block_weights;
        int8_t* out = q + block * block_weights;
        uint32_t absmax_bits = 0;  // compared as integers, so that a NaN counts as the largest
        for (int i = 0; i < block_weights; ++i) {
            absmax_bits = std::max(absmax_bits, std::bit_cast<uint32_t>(in[i]) & 0x7fffffffU);
        }
        float d = 0;
        float inverse = 0;
        int32_t sum = 0;
        if (absmax_bits >= infinity_bits) {
            d = std::numeric_limits<float>::quiet_NaN();
            std::fill_n(out, block_weights, int8_t{0});
        } else {
            const auto absmax = std::bit_cast<float>(absmax_bits);
            if (absmax >= smallest) {
                d = absmax / 127.0F;
                inverse = 127.0F / absmax;
            }
            for (int i = 0; i < block_weights; ++i) {
                const auto rounded = static_cast<int32_t>((in[i] * inverse + round_to_int) - round_to_int);
                out[i] = static_cast<int8_t>(rounded);
                sum += rounded;
            }
        }
        scale[2 * block] = d;
        scale[2 * block + 1] = d;
        block_sum[block] = d * static_cast<float>(sum);
        q_sum[block] = sum;
    }
}

}  // namespace phonoscope
