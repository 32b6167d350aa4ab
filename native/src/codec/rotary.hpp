// Rotary positions of a codec's transformers.
#pragma once

#include <cstdint>
#include <span>

namespace phonoscope::codec {

// Which elements of a head turn together, and how precise the angles are: pairs (i, i + head_dim / 2) with angles in
// double, or (2i, 2i + 1) with an f32 table whose cosines and sines were rounded to bfloat16.
enum class RotaryForm { halves, adjacent_bf16 };

struct Rotary {
    RotaryForm form = RotaryForm::halves;
    int64_t head_dim = 0;
    float theta = 0;

    // Cosine and sine of every pair's angle, [position][head_dim / 2][cos, sin], for as many positions from `first` on
    // as fit into `out`.
    void fill(int64_t first, std::span<float> out) const;

    // Turns the pairs of one head by one position's `rotation`; `out` may be `in`.
    void rotate(const float* in, const float* rotation, float* out) const {
        const int64_t half = head_dim / 2;
        const int64_t step = form == RotaryForm::halves ? 1 : 2;
        const int64_t partner = form == RotaryForm::halves ? half : 1;
        for (int64_t i = 0; i < half; ++i) {
            const float cos = rotation[2 * i];
            const float sin = rotation[2 * i + 1];
            const float a = in[i * step];
            const float b = in[i * step + partner];
            out[i * step] = a * cos - b * sin;
            out[i * step + partner] = b * cos + a * sin;
        }
    }
};

}  // namespace phonoscope::codec
