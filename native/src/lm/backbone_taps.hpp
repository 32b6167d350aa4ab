// What a take records of the backbone: magnitudes of the residual stream, of the cache and of the mixers' states.
#pragma once

#include <array>
#include <vector>

#include "lm/stack.hpp"

namespace phonoscope::lm {

// Tap groups with a row a position; any may be null.
struct BackboneTaps {
    TapGroup* layers = nullptr;     // residual stream
    TapGroup* windows = nullptr;    // inputs that the mixers' convolutions remember
    TapGroup* ssm = nullptr;        // state-space states
    TapGroup* ssm_heads = nullptr;  // of each head: [layer][head]
    TapGroup* keys = nullptr;
    TapGroup* values = nullptr;

    std::array<TapGroup*, 6> groups() const { return {layers, windows, ssm, ssm_heads, keys, values}; }
};

// Rows that the tap groups hold of a sequence, in the order of BackboneTaps::groups(); empty for a group that does not
// hold all of them.
using RecordedRows = std::array<std::vector<Magnitude>, 6>;

// Gives the nodes of a graph room for what they measure, and puts it together afterwards.
class BackboneRecorder {
   public:
    explicit BackboneRecorder(const StackConfig& config) : config_(&config) {}

    void set_taps(const BackboneTaps& taps) { taps_ = taps; }
    // Call before `n_rows` positions are computed by the graph of `step` and `mamba_step`.
    void prepare(Step& step, MambaStep& mamba_step, int64_t n_rows);
    // Call behind: publishes one row a position.
    void publish(const Step& step, int64_t n_rows);
    // What was recorded of the last `n_rows` positions.
    RecordedRows recorded(int64_t n_rows) const;
    // Whether `rows` are all that taps would record of the same positions.
    bool is_all(const RecordedRows& rows) const;
    // Publishes them once more.
    void record_again(const RecordedRows& rows);

   private:
    const StackConfig* config_;
    BackboneTaps taps_;
    std::vector<Magnitude> key_heads_;
    std::vector<Magnitude> value_heads_;
    std::vector<PartialMagnitude> window_parts_;
    std::vector<PartialMagnitude> ssm_parts_;
};

}  // namespace phonoscope::lm
