// How much of a take is done and how much is left: encodings, evaluations of frames by the denoiser, frames decoded.
// What is left follows from the plan and from where the speech, as it seems by now, will end.
#pragma once

#include <array>
#include <deque>
#include <mutex>
#include <vector>

#include "models/echo_tts/sampler.hpp"
#include "synthesis/stage_progress.hpp"

namespace phonoscope::echo_tts {

// Frames of one segment.
struct RunPlan {
    int64_t n_before = 0;  // that are continued
    std::vector<int64_t> block_frames;
    bool has_speaker = false;

    // All of them, those that are continued included.
    int64_t n_frames() const;
};

// One thread makes the take, any thread asks.
class RunProgress {
   public:
    // `preview_steps` as in EchoSettings.
    RunProgress(const SamplerSettings& sampler, int64_t preview_steps);

    // A segment that will be begun after those before it.
    void push(RunPlan plan);
    // Begins with the first segment that was not begun yet, or with the same one again.
    void begin(bool again);
    // Text and voice were encoded.
    void encoded(double seconds);
    // After a step of `block`; by what it leaves, the segment ends with `end` frames.
    void stepped(int64_t block, int64_t step, double seconds, int64_t end);
    // A preview of so many frames was decoded.
    void previewed(int64_t n_frames, double seconds);
    // There is no room for any.
    void no_more_previews();
    // Frames went to the codec.
    void published(int64_t n_frames);
    // The attempt makes nothing more.
    void ended();

    // Of the encoders, of the denoiser, and of the codec, which has decoded so many frames in so many seconds.
    std::array<StageProgress, 3> stages(int64_t n_decoded, double decode_s) const;

   private:
    struct Left {
        double encodings = 0;
        double evaluations = 0;
        double frames = 0;  // to be decoded
    };
    // Of a segment whose next step is this one, none of which went to the codec yet.
    Left left_of(const RunPlan& plan, int64_t block, int64_t step, int64_t end) const;
    int64_t lanes_at(int64_t step, bool has_speaker) const;

    SamplerSettings sampler_;
    int64_t preview_steps_;
    std::vector<float> schedule_;

    mutable std::mutex mutex_;
    std::deque<RunPlan> queued_;
    RunPlan current_;
    Left left_;  // of the attempt under way
    int64_t n_published_in_attempt_ = 0;
    int64_t n_published_ = 0;
    StageProgress encodings_;  // without totals
    StageProgress evaluations_;
    StageProgress previews_;
};

}  // namespace phonoscope::echo_tts
