// A take of Qwen3-TTS: talker and predictor make frames of codes from a prompt and the text that trails it.
#pragma once

#include <memory>

#include "lm/code_synthesis.hpp"
#include "models/qwen3_tts/model.hpp"
#include "models/qwen3_tts/sampler.hpp"

namespace phonoscope::qwen3_tts {

struct Segment {
    PromptLayout prompt;
    int64_t max_frames = 0;
};

struct SynthesisSettings {
    TakeSettings take;
    SamplerSettings talker;
    SamplerSettings predictor;
    TokenRules rules;
};

class Qwen3Synthesis : public lm::CodeSynthesis {
   public:
    // Claims the model and starts; segments are then pushed, also while earlier ones are being spoken.
    // Throws Error when the model is in use, ArgumentError when a setting is out of range.
    Qwen3Synthesis(std::shared_ptr<Model> model, const SynthesisSettings& settings);
    ~Qwen3Synthesis() override { stop(); }

    // Adds a segment; also while earlier ones are being spoken.
    void push(Segment segment);

   private:
    Spoken speak(const Segment& segment, const Attempt& attempt);
    std::optional<lm::Choice> draw_first(int64_t frame, std::span<const int32_t> history, const Attempt& attempt);

    std::shared_ptr<Model> model_;
    SynthesisSettings settings_;
    Sampler sampler_;
};

}  // namespace phonoscope::qwen3_tts
