#include "synthesis/kept_states.hpp"

#include <algorithm>
#include <tuple>

namespace phonoscope {

namespace {
constexpr size_t kMaxValues = 64U << 20;  // 256 MB: a rule that asks for everything must not fill the memory
}

bool StateKeeper::names(int64_t layer, int64_t first_step, int64_t n) const {
    return first_step < rule_->first_step + rule_->n_steps && first_step + n > rule_->first_step &&
           rule_->layers.contains({group_, layer});
}

void StateKeeper::keep(int64_t layer, int64_t position, std::span<const float> state) {
    const int64_t step = position + offset_;
    if (step < rule_->first_step || step >= rule_->first_step + rule_->n_steps ||
        (!rule_->layers.empty() && !rule_->layers.contains({group_, layer}))) {
        return;
    }
    const std::scoped_lock lock(mutex_);
    if (n_values_ + state.size() > kMaxValues) {
        return;
    }
    n_values_ += state.size();
    states_.push_back({group_, layer, step, {state.begin(), state.end()}});
}

std::vector<KeptState> StateKeeper::states() const {
    const std::scoped_lock lock(mutex_);
    std::vector<KeptState> sorted = states_;
    std::ranges::stable_sort(sorted, {}, [](const KeptState& s) { return std::tuple(s.step, s.layer); });
    return sorted;
}

}  // namespace phonoscope
