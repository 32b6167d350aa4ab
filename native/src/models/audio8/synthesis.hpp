// A take of Audio8: slow and fast model make frames of codes from a prompt of columns.
#pragma once

#include <memory>
#include <vector>

#include "models/audio8/model.hpp"
#include "models/audio8/sampler.hpp"
#include "synthesis/synthesis.hpp"

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

class Audio8Synthesis : public Synthesis {
   public:
    // Claims the model and starts; segments are then pushed, also while earlier ones are being spoken.
    // Throws Error when the model is in use, ArgumentError when a setting is out of range.
    Audio8Synthesis(std::shared_ptr<Model> model, const SynthesisSettings& settings);
    ~Audio8Synthesis() override { stop(); }

    // Throws ArgumentError when an id of its columns is out of range.
    void push(Segment segment);
    std::vector<KeptState> kept_states() const override;

   private:
    // Tap groups of the take; null when magnitudes are not recorded.
    struct Groups {
        SlowTaps slow;
        TapGroup* fast = nullptr;
        codec::DecoderTaps codec;
    };
    Groups add_groups();
    void prepare() override;
    void release() override;
    Spoken speak(const Segment& segment, const Attempt& attempt);
    StopReason generate(const Segment& segment, const Attempt& attempt, int64_t first_row);
    // Draws codebook 0 of frame `frame`; n_scores - 1 ends the speech.
    lm::Choice draw_first(int64_t frame, const Attempt& attempt);
    bool run_slow(std::span<const int32_t> columns);
    // The slow model's alarm, its step as a row of the tap groups.
    std::optional<Alarm> slow_alarm();

    ModelClaim claim_;
    std::shared_ptr<Model> model_;
    SynthesisSettings settings_;
    Groups groups_;
    Sampler sampler_;
    RepetitionRescue rescue_;
    std::vector<float> scores_;
    StateKeeper slow_states_{"slow", settings_.take.keep};
    StateKeeper window_states_{"slow_windows", settings_.take.keep};
    StateKeeper ssm_states_{"slow_ssm", settings_.take.keep};
    StateKeeper fast_states_{"fast", settings_.take.keep};
    int64_t slow_rows_ = 0;  // rows in the slow model's tap groups so far
    int64_t fast_rows_ = 0;
};

}  // namespace phonoscope::audio8
