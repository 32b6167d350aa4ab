// A take of Echo-TTS: a whole stretch of latents denoised step by step, then decoded frame by frame up to where it falls
// silent; or block by block, so that the first one is heard while the next is made.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "models/echo_tts/model.hpp"
#include "models/echo_tts/noise.hpp"
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
    int64_t preview_steps = 0;  // decode the estimate after every so many steps; 0: never
};

class EchoSynthesis : public Synthesis {
   public:
    // Claims the model and starts. Throws Error when the model is in use, ArgumentError when a setting is out of range.
    EchoSynthesis(std::shared_ptr<EchoModel> model, const EchoSettings& settings);
    ~EchoSynthesis() override { stop(); }

    void push(EchoSegment segment);
    // Evaluations of single lanes, done and to come.
    Progress progress() const override;
    const AppendBuffer<StepRecord>* steps() const override { return &steps_; }
    Preview latent_preview() const override;
    Preview sound_preview() const override;

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
    void record(const StepReport& step);
    void record_keys();
    void make_preview(std::span<const float> latents);

    ModelClaim claim_;
    std::shared_ptr<EchoModel> model_;
    EchoSettings settings_;
    Groups groups_;
    AppendBuffer<StepRecord> steps_;
    Clock::time_point began_ = Clock::now();
    Clock::time_point step_began_ = began_;
    std::atomic<int64_t> lanes_done_{0};
    std::atomic<int64_t> lanes_total_{0};
    int64_t n_steps_done_ = 0;
    mutable std::mutex shown_mutex_;
    Preview latent_preview_;
    Preview sound_preview_;
};

}  // namespace phonoscope::echo_tts
