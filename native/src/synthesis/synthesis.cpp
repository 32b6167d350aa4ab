#include "synthesis/synthesis.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace phonoscope {

namespace {

const TakeSettings& checked(const TakeSettings& s) {
    if (s.chunk_frames < 1 || s.n_retries < 0 || s.capacity_frames < 1 || s.capacity_positions < 1) {
        throw ArgumentError("a synthesis setting is out of range");
    }
    return s;
}

// Why a take of these segments ended: a segment that did not end by itself counts even where those after it did.
StopReason reason_of(std::span<const SegmentResult> segments) {
    if (segments.empty()) {
        return StopReason::end_of_speech;
    }
    const StopReason last = segments.back().stop_reason;
    const auto bad = std::ranges::find_if(segments, ended_badly, &SegmentResult::stop_reason);
    return last == StopReason::end_of_speech && bad != segments.end() ? bad->stop_reason : last;
}

}  // namespace

Synthesis::Synthesis(const TakeSettings& settings, int64_t hop_samples, int64_t n_codebooks)
    : settings_(checked(settings)),
      buffers_(static_cast<size_t>(settings.capacity_frames), static_cast<size_t>(hop_samples),
               static_cast<size_t>(n_codebooks)) {}

void Synthesis::start(std::unique_ptr<FrameDecoder> decoder) {
    decoder_ = std::move(decoder);
    codec_.emplace(*decoder_, buffers_, settings_, cancel_, began_, [this] { wait_while_paused(); });
    thread_ = std::thread([this] { loop(); });
}

void Synthesis::stop() {
    cancel();
    if (thread_.joinable()) {
        thread_.join();
    }
    codec_.reset();  // its thread must not outlive what the family's decoder refers to
}

void Synthesis::push(SegmentJob job) {
    {
        const std::scoped_lock lock(mutex_);
        queue_.push_back(std::move(job));
    }
    changed_.notify_all();
}

void Synthesis::close() {
    {
        const std::scoped_lock lock(mutex_);
        closed_ = true;
    }
    changed_.notify_all();
}

void Synthesis::cancel() {
    {
        const std::scoped_lock lock(mutex_);
        cancel_requested_ = true;
        cancel_ = true;
    }
    changed_.notify_all();
}

void Synthesis::pause(bool paused) {
    {
        const std::scoped_lock lock(mutex_);
        paused_ = paused;
    }
    changed_.notify_all();
}

void Synthesis::wait_while_paused() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !paused_ || cancel_; });
}

bool Synthesis::wait(double seconds) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return finished(); });
}

std::vector<SegmentResult> Synthesis::segments() const {
    const std::scoped_lock lock(mutex_);
    return results_;
}

StopReason Synthesis::stop_reason() const {
    const std::scoped_lock lock(mutex_);
    return stop_reason_;
}

std::optional<Alarm> Synthesis::alarm() const {
    const std::scoped_lock lock(mutex_);
    return alarm_;
}

std::string Synthesis::error() const {
    const std::scoped_lock lock(mutex_);
    return error_;
}

double Synthesis::ms_between(Clock::time_point a, Clock::time_point b) {
    return std::chrono::duration<double, std::milli>(b - a).count();
}

double Synthesis::seconds() const {
    const std::scoped_lock lock(mutex_);
    return finished() ? seconds_ : ms_between(began_, Clock::now()) / 1000;
}

void Synthesis::loop() {
    try {
        prepare();
        speak_all();
        codec_->rethrow();
        finish(cancel_requested_ ? StopReason::cancelled : reason_of(segments()), "");
    } catch (const std::exception& e) {
        finish(StopReason::failed, e.what());
    }
}

void Synthesis::finish(StopReason reason, std::string error) {
    release();
    {
        const std::scoped_lock lock(mutex_);
        stop_reason_ = reason;
        error_ = std::move(error);
        seconds_ = ms_between(began_, Clock::now()) / 1000;
        finished_.store(true, std::memory_order_release);
    }
    changed_.notify_all();
}

std::optional<SegmentJob> Synthesis::next_segment() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || cancel_ || !queue_.empty(); });
    if (cancel_ || queue_.empty()) {
        return std::nullopt;
    }
    SegmentJob segment = std::move(queue_.front());
    queue_.pop_front();
    return segment;
}

void Synthesis::speak_all() {
    int64_t index = 0;
    while (const std::optional<SegmentJob> segment = next_segment()) {
        SegmentResult result = speak_until_good(*segment, index++);
        const std::scoped_lock lock(mutex_);
        results_.push_back(std::move(result));
        if (results_.back().stop_reason == StopReason::alarm || cancel_) {
            return;
        }
    }
}

SegmentResult Synthesis::speak_until_good(const SegmentJob& job, int64_t index) {
    std::vector<StopReason> discarded;
    for (int32_t number = 0;; ++number) {
        const bool may_discard = number < settings_.n_retries;
        SegmentResult result =
            speak(job, {.segment = index, .number = number, .seed = settings_.seed + static_cast<uint64_t>(number)},
                  may_discard);
        if (!may_discard || !ended_badly(result.stop_reason)) {
            result.discarded = std::move(discarded);
            return result;
        }
        discarded.push_back(result.stop_reason);
    }
}

SegmentResult Synthesis::speak(const SegmentJob& job, const Attempt& attempt, bool may_discard) {
    codec_->begin(attempt.segment, job.ref_codes, job.n_text_frames, may_discard);
    Spoken spoken;
    try {
        spoken = job.speak(attempt);
    } catch (...) {
        cancel_ = true;
        codec_->end(StopReason::failed);
        throw;
    }
    SegmentResult result = codec_->end(spoken.reason);
    result.seed = attempt.seed;
    result.n_prompt_rows = job.n_prompt_rows;
    result.n_restored_rows = spoken.n_restored_rows;
    result.prefill_ms = spoken.prefill_ms;
    if (codec_->alarm()) {
        stopped_by(codec_->alarm());
    }
    return result;
}

StopReason Synthesis::interruption() {
    wait_while_paused();
    if (n_made_ + 1 >= settings_.capacity_frames) {
        return StopReason::max_frames;
    }
    if (cancel_) {
        return StopReason::cancelled;
    }
    if (codec_->alarmed()) {
        return StopReason::alarm;
    }
    return codec_->heard_only_silence() ? StopReason::silence : StopReason::none;
}

StopReason Synthesis::stopped_by(std::optional<Alarm> alarm, int64_t first_step) {
    const std::scoped_lock lock(mutex_);
    if (alarm && !alarm_) {
        alarm->step += first_step;
        alarm_ = alarm;
    }
    return alarm ? StopReason::alarm : StopReason::cancelled;
}

void Synthesis::publish(MadeFrame frame) {
    ++n_made_;
    codec_->push(std::move(frame));
}

}  // namespace phonoscope
