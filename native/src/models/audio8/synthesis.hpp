// A take of Audio8: slow and fast model make frames of codes from a prompt of columns.
#pragma once

#include <memory>
#include <vector>

#include "lm/code_synthesis.hpp"
#include "models/audio8/model.hpp"
#include "models/audio8/sampler.hpp"

namespace phonoscope::audio8 {

struct Segment {
    std::vector<int32_t> columns;  // [columns][n_codebooks + 1]
    int64_t n_shared = 0;          // of them, at the beginning, do not depend on the text
    int64_t max_frames = 0;
};

struct SynthesisSettings {
    TakeSettings take;
    SamplerSettings sampler;
    SamplerSettings rescue;      // of the draw that takes the place of a repeated code
    int32_t rescue_window = 10;  // frames that count as a moment ago; 0: nothing is rescued
    int32_t min_frames = 0;      // the speech does not end before
};

class Audio8Synthesis : public lm::CodeSynthesis {
   public:
    // Claims the model and starts; segments are then pushed, also while earlier ones are being spoken.
    // Throws Error when the model is in use, ArgumentError when a setting is out of range.
    Audio8Synthesis(std::shared_ptr<Model> model, const SynthesisSettings& settings);
    ~Audio8Synthesis() override { stop(); }

    // Throws ArgumentError when an id of its columns is out of range.
    void push(Segment segment);

   private:
    Spoken speak(const Segment& segment, const Attempt& attempt);
    std::optional<lm::Choice> draw_first(int64_t frame, const Attempt& attempt);

    std::shared_ptr<Model> model_;
    SynthesisSettings settings_;
    Sampler sampler_;
    RepetitionRescue rescue_;
    std::vector<float> scores_;
};

}  // namespace phonoscope::audio8
