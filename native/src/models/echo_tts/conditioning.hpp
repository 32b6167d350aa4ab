// Everything that depends on the timestep alone, computed once for a whole schedule: the adaptive norms of every block
// at every step. Afterwards the conditioning weights, a fourteenth of the model, need not stay in memory.
#pragma once

#include <atomic>
#include <optional>
#include <span>
#include <vector>

#include "base/compute.hpp"
#include "models/echo_tts/weights.hpp"

namespace phonoscope::echo_tts {

// t_i = linspace(1, 0, n_steps + 1)[i] * 0.999 in f32, as torch computes it: n_steps + 1 values.
std::vector<float> timestep_schedule(int64_t n_steps);
// The nearest bfloat16, to which references in that type round the timestep before they embed it.
float round_to_bf16(float value);
// [cos(t f_j) | sin(t f_j)], f_j = 1000 * 10000^(-j / (width / 2)).
std::vector<float> embed_timestep(float t, int64_t width);

// Pointers to one adaptive norm at one step, [width] each; gain is 1 + scale, gate is already tanh of the gate.
struct Modulation {
    const float* shift;
    const float* gain;
    const float* gate;
};

class Conditioning {
   public:
    // `timesteps` as the model shall see them. Empty when cancelled.
    static std::optional<Conditioning> prepare(const EchoWeights& weights, std::span<const float> timesteps,
                                               ComputePool& pool, const std::atomic<bool>* cancel);

    int64_t n_steps() const { return n_steps_; }
    size_t n_bytes() const { return (table_.size() + embedded_.size()) * sizeof(float); }
    // `branch`: 0 before attention, 1 before the feed-forward network.
    Modulation at(int64_t step, int64_t layer, int64_t branch) const;
    // What the conditioning network makes of one timestep: shift | scale | gate before the blocks refine them.
    std::span<const float> embedded(int64_t step) const;

   private:
    int64_t n_steps_ = 0;
    int64_t n_layers_ = 0;
    int64_t width_ = 0;
    std::vector<float> embedded_;  // [step][3][width]
    std::vector<float> table_;     // [step][layer][branch][shift, gain, gate][width]
};

}  // namespace phonoscope::echo_tts
