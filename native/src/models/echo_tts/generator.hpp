// From a text, a voice and noise to latents: one window at once, or block by block, each block seeing those before it.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "models/echo_tts/encoder.hpp"
#include "models/echo_tts/sampler.hpp"

namespace phonoscope::echo_tts {

// Which frames to make, and after what.
struct GenerationPlan {
    std::vector<int64_t> block_frames;  // more than one, or a continuation, needs the latent encoder
    std::vector<float> continuation;    // latents [frame][latent_width] that come first; their text must be in the text
};

// Fills its argument with normal numbers.
using NoiseDraw = std::function<void(std::span<float>)>;
// `block` of the plan, and what the sampler says.
using GenerationObserver = std::function<void(int64_t block, const StepReport& step)>;
// A finished block, and how many frames there are now; returns false to end early.
using BlockObserver = std::function<bool(int64_t block, int64_t n_frames)>;

class Generator {
   public:
    Generator(const EchoWeights& weights, ComputePool& pool);

    // What the keys belong to stays until the next call: seeds and settings may change in between.
    // Return false when cancelled; throw ArgumentError as Encoder does. No latents: no voice.
    bool set_text(std::span<const int32_t> ids, const std::atomic<bool>* cancel);
    bool set_speaker(std::span<const float> latents, const std::atomic<bool>* cancel);

    // All latents of the plan, the continuation included; `latents` holds as many frames as were made. Throws
    // ArgumentError for blocks that are no whole patches, that pass the window, or that the checkpoint cannot make, or
    // when no text was set.
    SamplingEnd run(const GenerationPlan& plan, const SamplerSettings& settings, const NoiseDraw& draw,
                    const GenerationObserver& observe, const BlockObserver& on_block, std::vector<float>& latents,
                    const std::atomic<bool>* cancel);

    // Bytes of what is kept between steps and takes: keys and values, conditioning, working memory of the step graphs.
    size_t n_key_bytes() const { return text_.n_bytes() + speaker_.n_bytes(); }
    size_t n_conditioning_bytes() const { return sampler_.n_conditioning_bytes(); }
    size_t n_working_bytes() const { return sampler_.n_working_bytes(); }
    const KeyCache& text_keys() const { return text_; }
    const KeyCache& speaker_keys() const { return speaker_; }
    Sampler& sampler() { return sampler_; }
    const Encoder& text_encoder() const { return text_encoder_; }
    const Encoder& speaker_encoder() const { return speaker_encoder_; }
    // Throws ArgumentError when the model was converted without it.
    Encoder latent_encoder() const;
    // Keys and values of latents [frame][latent_width] that come before others. Empty when cancelled.
    std::optional<KeyCache> latent_keys(std::span<const float> latents, const std::atomic<bool>* cancel) const;

   private:
    void check(const GenerationPlan& plan) const;

    const EchoWeights* weights_;
    ComputePool* pool_;
    Encoder text_encoder_;
    Encoder speaker_encoder_;
    Sampler sampler_;
    KeyCache text_;
    KeyCache speaker_;
    std::vector<int32_t> text_ids_;
    std::vector<float> speaker_latents_;
};

}  // namespace phonoscope::echo_tts
