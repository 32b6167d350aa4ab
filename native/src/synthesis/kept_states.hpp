// Whole states of chosen layers and steps, for looking at a take tensor by tensor.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ops/step.hpp"

namespace phonoscope {

// Which states to keep.
struct KeepRule {
    std::set<std::pair<std::string, int64_t>> layers;  // (tap group, layer); empty: every layer
    int64_t first_step = 0;                            // of the tap group's rows
    int64_t n_steps = 0;                               // 0: keep nothing
};

struct KeptState {
    std::string group;
    int64_t layer;
    int64_t step;
    std::vector<float> values;
};

// Collects the states of one tap group.
class StateKeeper : public StateCapture {
   public:
    StateKeeper(std::string group, const KeepRule& rule) : group_(std::move(group)), rule_(&rule) {}

    // Row of the tap group that the graph's position `position` belongs to is position + offset.
    void set_offset(int64_t offset) { offset_ = offset; }
    // Whether the rule names this layer, and any of `n` steps from `first_step` on.
    bool names(int64_t layer, int64_t first_step, int64_t n) const;
    void keep(int64_t layer, int64_t position, std::span<const float> state) override;
    // What was kept so far, ordered by step and layer.
    std::vector<KeptState> states() const;

   private:
    std::string group_;
    const KeepRule* rule_;
    int64_t offset_ = 0;
    mutable std::mutex mutex_;
    size_t n_values_ = 0;
    std::vector<KeptState> states_;
};

}  // namespace phonoscope
