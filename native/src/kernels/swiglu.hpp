// The gate of a SwiGLU feed-forward layer of a language model, with the same bits at every vector level (that of the
// codec's layers need not have them, see layers.hpp). Plain C++ that compilers vectorise; instantiated once per level.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace phonoscope {

// y[i] = silu(gate[i]) * y[i], silu(g) = g / (1 + exp(-g)). exp is 2^n * a polynomial on [-ln 2 / 2, ln 2 /
// 2] (Cody-Waite reduction, Taylor to the seventh power: relative error about 2e-7).
template <typename Level>
void swiglu(const float* gate, int64_t n, float* y) {
    constexpr float round_to_int = 12582912.0F;  // 1.5 * 2^23: adding it rounds to the nearest integer
    for (int64_t i = 0; i < n; ++i) {
        const float g = gate[i];
        const float x = std::min(std::max(-g, -87.0F), 87.0F);  // 2^n stays a normal number
        const float shifted = x * 1.44269504F + round_to_int;
        const float whole = shifted - round_to_int;
        const float rest = (x - whole * 0.693359375F) + whole * 2.12194440e-4F;
        float p = 1.0F / 5040;
        p = p * rest + 1.0F / 720;
        p = p * rest + 1.0F / 120;
        p = p * rest + 1.0F / 24;
        p = p * rest + 1.0F / 6;
        p = p * rest + 0.5F;
        p = p * rest + 1.0F;
        p = p * rest + 1.0F;
        // The low bits of `shifted` hold the whole number; the bits above it leave with the shift.
        const auto power = std::bit_cast<float>((std::bit_cast<uint32_t>(shifted) + 127U) << 23);
        y[i] = g / (1.0F + p * power) * y[i];
    }
}

}  // namespace phonoscope
