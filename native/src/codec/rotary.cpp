#include "codec/rotary.hpp"

#include <ggml.h>

#include <cmath>

namespace phonoscope::codec {

void Rotary::fill(int64_t first, std::span<float> out) const {
    const auto n_positions = static_cast<int64_t>(out.size()) / head_dim;
    auto next = out.begin();
    for (int64_t position = first; position < first + n_positions; ++position) {
        for (int64_t i = 0; i < head_dim / 2; ++i) {
            if (form == RotaryForm::halves) {
                // In double: the angle stays exact however long the stream gets.
                const double exponent = static_cast<double>(2 * i) / static_cast<double>(head_dim);
                const double angle = static_cast<double>(position) / std::pow(static_cast<double>(theta), exponent);
                *next++ = static_cast<float>(std::cos(angle));
                *next++ = static_cast<float>(std::sin(angle));
            } else {
                // The table is part of the model: what it was trained with is computed in f32 and rounded.
                const float exponent = static_cast<float>(2 * i) / static_cast<float>(head_dim);
                const float angle = static_cast<float>(position) * (1.0F / std::pow(theta, exponent));
                *next++ = ggml_bf16_to_fp32(ggml_fp32_to_bf16(std::cos(angle)));
                *next++ = ggml_bf16_to_fp32(ggml_fp32_to_bf16(std::sin(angle)));
            }
        }
    }
}

}  // namespace phonoscope::codec
