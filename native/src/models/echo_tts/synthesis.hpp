// A take of Echo-TTS: a whole stretch of latents denoised step by step, then decoded frame by frame up to where it
// falls silent; or block by block, so that the first one is heard while the next is made.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "models/echo_tts/model.hpp"
#include "models/echo_tts/noise.hpp"
#include "models/echo_tts/run_progress.hpp"
#include "synthesis/synthesis.hpp"

namespace phonoscope::echo_tts {

struct EchoSegment {
    std::vector<int32_t> ids;
    std::vector<float> speaker;  // latents [frame][latent_width]; empty: no voice
    GenerationPlan plan;
};

struct EchoSettings {
    TakeSettings take;
    SamplerSettings sampler;
    NoiseKind noise = NoiseKind::own;
    int64_t grid_blocks = kLargeGridBlocks;
    int64_t preview_steps = 0;   // decode the estimate after every so many steps; 0: never
    int64_t preview_frames = 0;  // that all previews hold together; further ones are not made
};

class EchoSynthesis : public Synthesis {
   public:
    // Claims the model and starts. Throws Error when the model is in use, ArgumentError when a setting is out of range.
    EchoSynthesis(std::shared_ptr<EchoModel> model, const EchoSettings& settings);
    ~EchoSynthesis() override { stop(); }

    // Adds a segment; also while earlier ones are being spoken.
    void push(EchoSegment segment);
    std::vector<StageProgress> progress() const override;
    const AppendBuffer<StepRecord>* steps() const override { return &steps_; }
    const PreviewTrack* previews() const override { return previews_ ? &*previews_ : nullptr; }
    const AppendBuffer<float>* latents() const override { return &latents_; }

   private:
    struct Groups {
        TapGroup* blocks = nullptr;       // a row a step
        TapGroup* differences = nullptr;  // a row a step: by text, by voice, the velocity itself
        TapGroup* text_keys = nullptr;    // a row an attempt
        TapGroup* text_values = nullptr;
        TapGroup* speaker_keys = nullptr;
        TapGroup* speaker_values = nullptr;
        codec::DecoderTaps codec;
    };
    int64_t latent_width() const { return model_->config().latent_width; }
    Groups add_groups();
    void release() override;
    Spoken speak(const EchoSegment& segment, const Attempt& attempt);
    bool prepare_keys(const EchoSegment& segment);
    StopReason generate(const EchoSegment& segment, const Attempt& attempt);
    // Returns how long the step took, in milliseconds.
    double record(const StepReport& step);
    void record_keys();
    // Hands latents of `n` frames from `first` on to the codec; returns why not all of them, or `none`.
    StopReason publish_frames(std::span<const float> latents, int64_t first, int64_t end, double ms);
    // Decodes what the segment would be: latents of all its frames.
    void make_preview(std::span<const float> latents, int64_t segment);

    ModelClaim claim_;
    std::shared_ptr<EchoModel> model_;
    EchoSettings settings_;
    Groups groups_;
    AppendBuffer<StepRecord> steps_;
    Clock::time_point began_ = Clock::now();
    Clock::time_point step_began_ = began_;
    RunProgress progress_;
    int64_t n_steps_done_ = 0;
    AppendBuffer<float> latents_;
    std::optional<PreviewTrack> previews_;
};

}  // namespace phonoscope::echo_tts
