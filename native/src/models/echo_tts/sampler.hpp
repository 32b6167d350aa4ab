// Euler's method from noise to latents, with independent guidance by text and by voice.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "models/echo_tts/denoiser.hpp"

namespace phonoscope::echo_tts {

struct SamplerSettings {
    int64_t n_steps = 40;
    float text_guidance = 3;
    float speaker_guidance = 8;
    // Guidance works while guidance_min_t <= t <= guidance_max_t.
    float guidance_min_t = 0.5F;
    float guidance_max_t = 1;
    float truncation = 1;  // factor of the noise at the start
    // Temporal rescaling: strength k (1: off; above flattens, below sharpens) and width sigma.
    float rescale_k = 1;
    float rescale_sigma = 3;
    // Keys and values of the voice times this (1: off) in the first blocks, until t falls below speaker_scale_min_t.
    float speaker_scale = 1;
    int64_t speaker_scale_layers = 24;
    float speaker_scale_min_t = 0.9F;
    bool round_timesteps = false;  // to bfloat16, as references in that type see them
};

// Throws ArgumentError naming the first setting that is out of its range.
void check(const SamplerSettings& settings);

// What one step did. Spans are valid during the call only.
struct StepReport {
    int64_t step = 0;
    float t = 0;
    float next_t = 0;
    int64_t n_lanes = 1;
    std::span<const float> latents;   // after the step
    std::span<const float> velocity;  // guided and rescaled
    // Of v - v(without text) and v - v(without voice), zero without guidance, and of the velocity above.
    Magnitude text_difference{};
    Magnitude speaker_difference{};
    Magnitude velocity_magnitude{};
};
using StepObserver = std::function<void(const StepReport&)>;

enum class SamplingEnd { finished, cancelled, not_finite };

class Sampler {
   public:
    Sampler(const EchoWeights& weights, ComputePool& pool)
        : weights_(&weights), pool_(&pool), denoiser_(weights, pool) {}

    // Makes the conditioning ready for these settings, unless it is. Returns false when cancelled.
    bool prepare(const SamplerSettings& settings, const std::atomic<bool>* cancel);
    // From noise [row][latent_width] in `x` to latents in place. `conditions.speaker_scale` is set here. The observer
    // is called after every step; cancelling is noticed within one.
    SamplingEnd run(std::span<float> x, const SamplerSettings& settings, Conditions conditions,
                    const StepObserver& observe, const std::atomic<bool>* cancel);

    Denoiser& denoiser() { return denoiser_; }
    size_t n_conditioning_bytes() const { return conditioning_ ? conditioning_->n_bytes() : 0; }
    size_t n_working_bytes() const { return denoiser_.n_working_bytes(); }
    const Conditioning& conditioning() const { return *conditioning_; }

   private:
    const EchoWeights* weights_;
    ComputePool* pool_;
    Denoiser denoiser_;
    std::optional<Conditioning> conditioning_;
    std::vector<float> conditioned_;  // timesteps that it was made for
};

}  // namespace phonoscope::echo_tts
