// What parity checks of a model step by step need.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "ops/step.hpp"

namespace phonoscope {

// Keeps the output of every layer at every position.
class LayerRecorder : public StateCapture {
   public:
    LayerRecorder(int64_t n_layers, int64_t first_position, int64_t n_positions, int64_t width)
        : first_(first_position),
          n_positions_(n_positions),
          width_(width),
          values_(static_cast<size_t>(n_layers * n_positions * width)) {}
    void keep(int64_t layer, int64_t position, std::span<const float> state) override {
        const int64_t at = (layer * n_positions_ + position - first_) * width_;
        std::copy(state.begin(), state.end(), values_.begin() + at);
    }
    std::vector<float>& values() { return values_; }

   private:
    int64_t first_;
    int64_t n_positions_;
    int64_t width_;
    std::vector<float> values_;
};

// Throws Error where a state was not finite.
inline void raise(const std::optional<Alarm>& alarm) {
    if (alarm) {
        throw Error(alarm->stage + " layer " + std::to_string(alarm->layer) + ", step " + std::to_string(alarm->step) +
                    ": " + alarm->operation + " produced a value that is not finite");
    }
}

}  // namespace phonoscope
