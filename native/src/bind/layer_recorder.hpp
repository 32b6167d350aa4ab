// Whole layer outputs for parity checks.
#pragma once

#include <algorithm>
#include <vector>

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

}  // namespace phonoscope
