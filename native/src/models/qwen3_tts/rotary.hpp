// Rotary positions of the codec's transformers.
#pragma once

#include <cstdint>
#include <span>

#include "models/qwen3_tts/config.hpp"

namespace phonoscope::qwen3_tts {

// Cosine and sine of every pair's angle, [position][head_dim / 2][cos, sin], for as many positions from `first` on as fit
// into `out`.
void fill_rotations(const TransformerConfig& config, int64_t first, std::span<float> out);

// Turns the pairs (i, i + head_dim / 2) of one head by one position's `rotation`; `out` may be `in`.
inline void rotate_pairs(const float* in, const float* rotation, int64_t head_dim, float* out) {
    const int64_t half = head_dim / 2;
    for (int64_t i = 0; i < half; ++i) {
        const float cos = rotation[2 * i];
        const float sin = rotation[2 * i + 1];
        const float a = in[i];
        const float b = in[i + half];
        out[i] = a * cos - b * sin;
        out[i + half] = b * cos + a * sin;
    }
}

}  // namespace phonoscope::qwen3_tts
