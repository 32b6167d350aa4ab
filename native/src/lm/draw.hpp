// What draws a code from a model's scores; every family brings its own.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/philox.hpp"

namespace phonoscope::lm {

struct Choice {
    int32_t token = 0;
    float probability = 0;  // of the chosen token, in the distribution that was drawn from
    float entropy = 0;      // of that distribution, in nats
};

// Draws from `scores`, all finite; the same seed and address give the same code.
using CodeDraw = std::function<Choice(std::span<const float> scores, uint64_t seed, const DrawAddress& at)>;

}  // namespace phonoscope::lm
