#include "models/qwen3_tts/rotary.hpp"

#include <cmath>

namespace phonoscope::qwen3_tts {

void fill_rotations(const TransformerConfig& config, int64_t first, std::span<float> out) {
    // In double: the angle stays exact however long the stream gets.
    const auto n_positions = static_cast<int64_t>(out.size()) / config.head_dim;
    auto next = out.begin();
    for (int64_t position = first; position < first + n_positions; ++position) {
        for (int64_t i = 0; i < config.head_dim / 2; ++i) {
            const double exponent = static_cast<double>(2 * i) / static_cast<double>(config.head_dim);
            const double angle =
                static_cast<double>(position) / std::pow(static_cast<double>(config.rope_theta), exponent);
            *next++ = static_cast<float>(std::cos(angle));
            *next++ = static_cast<float>(std::sin(angle));
        }
    }
}

}  // namespace phonoscope::qwen3_tts
