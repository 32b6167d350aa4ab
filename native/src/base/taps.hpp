// What the native engine records about its own states: magnitudes of every layer at every step.
#pragma once

#include <atomic>
#include <cmath>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "base/append_buffer.hpp"

namespace phonoscope {

// Magnitude of one vector: root mean square, largest absolute value, count of NaN and infinite values (the
// other two figures leave those out).
struct Magnitude {
    float rms;
    float absmax;
    float n_nonfinite;
};

// Magnitude of a vector.
Magnitude magnitude_of(std::span<const float> values);

// One group of layers, one row per step: [step][layer] of Magnitude, published row by row.
struct TapGroup {
    TapGroup(std::string group_name, size_t capacity_steps, size_t layers)
        : name(std::move(group_name)), n_layers(layers), rows(capacity_steps, layers) {}
    std::string name;
    size_t n_layers;
    AppendBuffer<Magnitude> rows;
};

// The first non-finite value of a take: it stops the take, with everything recorded up to there kept.
struct Alarm {
    std::string stage;  // tap group
    int64_t layer = 0;
    int64_t step = 0;
    std::string operation;  // "attention", "feed-forward", "codec block", ...
};

}  // namespace phonoscope
