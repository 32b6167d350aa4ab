// A take of Qwen3-TTS: talker and predictor make frames of codes from a prompt and the text that trails it.
#pragma once

#include <memory>
#include <vector>

#include "models/qwen3_tts/model.hpp"
#include "models/qwen3_tts/sampler.hpp"
#include "synthesis/synthesis.hpp"

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

class Qwen3Synthesis : public Synthesis {
   public:
    // Claims the model and starts; segments are then pushed, also while earlier ones are being spoken.
    // Throws Error when the model is in use, ArgumentError when a setting is out of range.
    Qwen3Synthesis(std::shared_ptr<Model> model, const SynthesisSettings& settings);
    ~Qwen3Synthesis() override { stop(); }

    void push(Segment segment);
    std::vector<KeptState> kept_states() const override;

   private:
    // Tap groups of the take; null when magnitudes are not recorded.
    struct Groups {
        TalkerTaps talker;
        TapGroup* predictor = nullptr;
        codec::DecoderTaps codec;
    };
    Groups add_groups();
    void prepare() override;
    void release() override;
    Spoken speak(const Segment& segment, const Attempt& attempt);
    StopReason generate(const Segment& segment, const EmbeddedPrompt& prompt, const Attempt& attempt);

    ModelClaim claim_;
    std::shared_ptr<Model> model_;
    SynthesisSettings settings_;
    Groups groups_;
    Sampler sampler_;
    StateKeeper talker_states_{"talker", settings_.take.keep};
    StateKeeper predictor_states_{"predictor", settings_.take.keep};
    StateKeeper codec_layer_states_{"codec_transformer", settings_.take.keep};
    StateKeeper codec_block_states_{"codec_blocks", settings_.take.keep};
    int64_t talker_rows_ = 0;  // rows in the talker's tap groups so far
    int64_t predictor_rows_ = 0;
};

}  // namespace phonoscope::qwen3_tts
