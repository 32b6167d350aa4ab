#include "models/echo_tts/run_progress.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "models/echo_tts/conditioning.hpp"

namespace phonoscope::echo_tts {

int64_t RunPlan::n_frames() const { return std::accumulate(block_frames.begin(), block_frames.end(), n_before); }

RunProgress::RunProgress(const SamplerSettings& sampler, int64_t preview_steps)
    : sampler_(sampler), preview_steps_(preview_steps), schedule_(timestep_schedule(sampler.n_steps)) {}

void RunProgress::push(RunPlan plan) {
    const std::scoped_lock lock(mutex_);
    queued_.push_back(std::move(plan));
}

void RunProgress::begin(bool again) {
    const std::scoped_lock lock(mutex_);
    if (!again && !queued_.empty()) {
        current_ = std::move(queued_.front());
        queued_.pop_front();
    }
    n_published_in_attempt_ = 0;
    left_ = left_of(current_, 0, 0, current_.n_frames());
}

void RunProgress::encoded(double seconds) {
    const std::scoped_lock lock(mutex_);
    left_.encodings = 0;
    encodings_.done += 1;
    encodings_.seconds += seconds;
}

void RunProgress::stepped(int64_t block, int64_t step, double seconds, int64_t end) {
    const std::scoped_lock lock(mutex_);
    const int64_t n_frames = current_.block_frames[static_cast<size_t>(block)];
    evaluations_.done += static_cast<double>(lanes_at(step, current_.has_speaker) * n_frames);
    evaluations_.seconds += seconds;
    left_ = left_of(current_, block, step + 1, end);
    left_.encodings = 0;
    left_.frames = std::max(0.0, left_.frames - static_cast<double>(n_published_in_attempt_));
}

void RunProgress::previewed(int64_t n_frames, double seconds) {
    const std::scoped_lock lock(mutex_);
    previews_.done += static_cast<double>(n_frames);
    previews_.seconds += seconds;
}

void RunProgress::no_more_previews() {
    const std::scoped_lock lock(mutex_);
    preview_steps_ = 0;
}

void RunProgress::published(int64_t n_frames) {
    const std::scoped_lock lock(mutex_);
    n_published_in_attempt_ += n_frames;
    n_published_ += n_frames;
    left_.frames = std::max(0.0, left_.frames - static_cast<double>(n_frames));
}

void RunProgress::ended() {
    const std::scoped_lock lock(mutex_);
    left_ = {};
}

std::array<StageProgress, 3> RunProgress::stages(int64_t n_decoded, double decode_s) const {
    const std::scoped_lock lock(mutex_);
    Left left = left_;
    for (const RunPlan& plan : queued_) {
        const Left more = left_of(plan, 0, 0, plan.n_frames());
        left.encodings += more.encodings;
        left.evaluations += more.evaluations;
        left.frames += more.frames;
    }
    StageProgress codec{.done = previews_.done + static_cast<double>(n_decoded),
                        .seconds = previews_.seconds + decode_s};
    codec.total = codec.done + left.frames + static_cast<double>(n_published_ - n_decoded);
    const auto with = [](StageProgress stage, double more) {
        stage.total = stage.done + more;
        return stage;
    };
    return {with(encodings_, left.encodings), with(evaluations_, left.evaluations), codec};
}

RunProgress::Left RunProgress::left_of(const RunPlan& plan, int64_t block, int64_t step, int64_t end) const {
    Left left{.encodings = 1};
    int64_t n_before = plan.n_before;
    for (int64_t b = 0; b < std::ssize(plan.block_frames) && (b <= block || n_before < end); ++b) {
        const int64_t n_frames = plan.block_frames[static_cast<size_t>(b)];
        for (int64_t s = b == block ? step : b < block ? sampler_.n_steps : 0; s < sampler_.n_steps; ++s) {
            left.evaluations += static_cast<double>(lanes_at(s, plan.has_speaker) * n_frames);
            if (preview_steps_ > 0 && (s + 1) % preview_steps_ == 0) {
                left.frames += static_cast<double>(std::min(end, n_before + n_frames));
            }
        }
        n_before += n_frames;
    }
    left.frames += static_cast<double>(end);
    return left;
}

int64_t RunProgress::lanes_at(int64_t step, bool has_speaker) const {
    const float t = schedule_[static_cast<size_t>(step)];
    const bool guides = t >= sampler_.guidance_min_t && t <= sampler_.guidance_max_t;
    return guides ? (has_speaker ? 3 : 2) : 1;
}

}  // namespace phonoscope::echo_tts
