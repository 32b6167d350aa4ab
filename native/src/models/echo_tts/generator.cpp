#include "models/echo_tts/generator.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/error.hpp"

namespace phonoscope::echo_tts {

Generator::Generator(const EchoWeights& weights, ComputePool& pool)
    : weights_(&weights),
      pool_(&pool),
      text_encoder_(weights.text, weights.config(), pool),
      speaker_encoder_(weights.speaker, weights.config(), pool),
      sampler_(weights, pool) {}

bool Generator::set_text(std::span<const int32_t> ids, const std::atomic<bool>* cancel) {
    if (!text_.empty() && std::ranges::equal(ids, text_ids_)) {
        return true;
    }
    text_ = KeyCache();
    const std::optional<EncodedStates> states = text_encoder_.encode_text(ids, cancel);
    if (states) {
        text_ = KeyCache(*weights_, &DenoiserBlock::text, *states, false, *pool_, cancel);
        text_ids_.assign(ids.begin(), ids.end());
    }
    return !text_.empty();
}

bool Generator::set_speaker(std::span<const float> latents, const std::atomic<bool>* cancel) {
    if (!speaker_.empty() && std::ranges::equal(latents, speaker_latents_)) {
        return true;
    }
    speaker_ = KeyCache();
    speaker_latents_.assign(latents.begin(), latents.end());
    if (latents.empty()) {
        return true;
    }
    const std::optional<EncodedStates> states = speaker_encoder_.encode_latents(latents, cancel);
    if (states) {
        speaker_ = KeyCache(*weights_, &DenoiserBlock::speaker, *states, false, *pool_, cancel);
    }
    return !speaker_.empty();
}

Encoder Generator::latent_encoder() const {
    if (!weights_->latent) {
        throw ArgumentError(weights_->file().path().string() +
                            ": was converted without the latent encoder, which blocks and continuations need (convert "
                            "the model again without pruning)");
    }
    return {*weights_->latent, weights_->config(), *pool_};
}

std::optional<KeyCache> Generator::latent_keys(std::span<const float> latents, const std::atomic<bool>* cancel) const {
    const Encoder encoder = latent_encoder();
    if (latents.empty()) {
        return KeyCache();
    }
    // The encoder is causal and later patches are not seen: the frames so far are all that counts.
    const std::optional<EncodedStates> states = encoder.encode_latents(latents, cancel);
    if (!states) {
        return std::nullopt;
    }
    KeyCache keys(*weights_, &DenoiserBlock::latent, *states, true, *pool_, cancel);
    if (keys.empty()) {
        return std::nullopt;
    }
    return keys;
}

void Generator::check(const GenerationPlan& plan) const {
    const EchoConfig& c = weights_->config();
    const int64_t n_before = std::ssize(plan.continuation) / c.latent_width;
    const int64_t total = std::accumulate(plan.block_frames.begin(), plan.block_frames.end(), n_before);
    const bool positive = std::ranges::all_of(plan.block_frames, [](int64_t n) { return n > 0; });
    if (plan.block_frames.empty() || !positive || total > kMaxFrames) {
        throw ArgumentError("the frames of all blocks and what they continue must be 1 to " +
                            std::to_string(kMaxFrames) + " together");
    }
    const bool whole = std::all_of(plan.block_frames.begin(), plan.block_frames.end() - 1,
                                   [&](int64_t n) { return n % c.patch_frames == 0; });
    if (!whole || std::ssize(plan.continuation) % (c.patch_frames * c.latent_width) != 0) {
        throw ArgumentError("blocks that others follow, and what they continue, must be multiples of " +
                            std::to_string(c.patch_frames) + " frames");
    }
    if (text_.empty()) {
        throw ArgumentError("no text was given");
    }
}

SamplingEnd Generator::run(const GenerationPlan& plan, const SamplerSettings& settings, const NoiseDraw& draw,
                           const GenerationObserver& observe, const BlockObserver& on_block,
                           std::vector<float>& latents, const std::atomic<bool>* cancel) {
    check(plan);
    const auto width = static_cast<size_t>(weights_->config().latent_width);
    latents = plan.continuation;
    for (int64_t block = 0; block < std::ssize(plan.block_frames); ++block) {
        KeyCache before;
        if (!latents.empty()) {
            std::optional<KeyCache> keys = latent_keys(latents, cancel);
            if (!keys) {
                return SamplingEnd::cancelled;
            }
            before = std::move(*keys);
        }
        const auto n_frames = static_cast<size_t>(plan.block_frames[static_cast<size_t>(block)]);
        std::vector<float> x(n_frames * width);
        draw(x);
        const Conditions conditions{.text = &text_,
                                    .speaker = &speaker_,
                                    .latent = &before,
                                    .first_position = std::ssize(latents) / weights_->config().latent_width};
        const SamplingEnd end =
            sampler_.run(x, settings, conditions, [&](const StepReport& step) { observe(block, step); }, cancel);
        if (end != SamplingEnd::finished) {
            return end;
        }
        latents.insert(latents.end(), x.begin(), x.end());
        if (!on_block(block, std::ssize(latents) / weights_->config().latent_width)) {
            break;
        }
    }
    return SamplingEnd::finished;
}

}  // namespace phonoscope::echo_tts
