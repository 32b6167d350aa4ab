#include "synthesis/codec_worker.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/finite.hpp"

namespace phonoscope {

namespace {

// Where two segments meet, the last sample decays and the first ones rise over this time: no step, no click.
constexpr double kFadeMs = 5.0;

double ms_since(CodecWorker::Clock::time_point t) {
    return std::chrono::duration<double, std::milli>(CodecWorker::Clock::now() - t).count();
}

}  // namespace

CodecWorker::CodecWorker(FrameDecoder& decoder, TakeBuffers& buffers, const TakeSettings& settings,
                         std::atomic<bool>& cancel, Clock::time_point take_began,
                         std::function<void()> wait_while_paused)
    : decoder_(&decoder),
      buffers_(&buffers),
      settings_(&settings),
      cancel_(&cancel),
      take_began_(take_began),
      wait_while_paused_(std::move(wait_while_paused)),
      hop_samples_(static_cast<size_t>(decoder.hop_samples())),
      thread_([this] { loop(); }) {}

CodecWorker::~CodecWorker() {
    {
        const std::scoped_lock lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void CodecWorker::begin(int64_t segment, std::vector<int32_t> ref_codes, int64_t n_text_frames, bool may_discard) {
    silent_ = false;
    {
        const std::scoped_lock lock(mutex_);
        ended_ = false;
    }
    send([=, this, codes = std::move(ref_codes)] { begin_segment(segment, codes, n_text_frames, may_discard); });
}

void CodecWorker::push(MadeFrame frame) {
    send([this, made = std::move(frame)] { take_frame(made); });
}

SegmentResult CodecWorker::end(StopReason reason) {
    send([=, this] { end_segment(reason); });
    // Also after an error in a job before: the audio is done when nothing more is to be done.
    send([this] {
        const std::scoped_lock lock(mutex_);
        ended_ = true;
    });
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_; });
    return result_;
}

void CodecWorker::rethrow() {
    const std::scoped_lock lock(mutex_);
    if (failure_) {
        std::rethrow_exception(failure_);
    }
}

void CodecWorker::send(Job job) {
    {
        const std::scoped_lock lock(mutex_);
        jobs_.push_back(std::move(job));
    }
    changed_.notify_all();
}

std::optional<CodecWorker::Job> CodecWorker::receive() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closing_ || !jobs_.empty(); });
    if (jobs_.empty()) {
        return std::nullopt;
    }
    std::optional<Job> job(std::move(jobs_.front()));
    jobs_.pop_front();
    return job;
}

void CodecWorker::loop() {
    while (const std::optional<Job> job = receive()) {
        try {
            (*job)();
        } catch (...) {
            cancel_->store(true);
            const std::scoped_lock lock(mutex_);
            failure_ = std::current_exception();
        }
        changed_.notify_all();
    }
}

void CodecWorker::begin_segment(int64_t segment, std::span<const int32_t> ref_codes, int64_t n_text_frames,
                                bool may_discard) {
    segment_ = segment;
    n_text_frames_ = n_text_frames;
    n_decoded_ = 0;
    n_silent_ = 0;
    may_discard_ = may_discard;
    joined_ = buffers_->frames.rows() == 0;
    pending_.clear();
    held_.clear();
    result_ = {};
    result_.first_frame = static_cast<int64_t>(buffers_->frames.rows()) + (joined_ ? 0 : 1);
    decoder_->begin(ref_codes, cancel_);
}

void CodecWorker::take_frame(const MadeFrame& frame) {
    if (silent_ || alarm_ || cancel_->load(std::memory_order_relaxed)) {
        return;
    }
    pending_.push_back(frame);
    // The first frame goes alone, so that something is heard as early as possible.
    const int64_t wanted = n_decoded_ == 0 ? 1 : settings_->chunk_frames;
    if (std::ssize(pending_) >= wanted) {
        decode_pending();
    }
}

void CodecWorker::end_segment(StopReason reason) {
    if (!silent_ && !alarm_ && !pending_.empty() && !cancel_->load(std::memory_order_relaxed)) {
        decode_pending();
    }
    result_.stop_reason = silent_ ? StopReason::silence : reason;
    if (alarm_) {
        result_.stop_reason = StopReason::alarm;
    }
    if (may_discard_ && ended_badly(result_.stop_reason)) {
        held_.clear();
        return;
    }
    publish_held();
    result_.n_frames = n_decoded_;
}

void CodecWorker::decode_pending() {
    wait_while_paused_();
    std::vector<float> audio(pending_.size() * hop_samples_);
    const auto turn = decoder_->pool().take_turn();
    const Clock::time_point began = Clock::now();
    if (!decoder_->decode(pending_, audio, cancel_)) {
        pending_.clear();
        return;
    }
    const double chunk_ms = ms_since(began);
    decode_seconds_ = decode_seconds_ + chunk_ms / 1000;
    const double codec_ms = chunk_ms / static_cast<double>(pending_.size());
    for (size_t i = 0; i < pending_.size() && !silent_ && !alarm_; ++i) {
        const std::span<float> frame_audio(audio.data() + i * hop_samples_, hop_samples_);
        if (!all_finite(frame_audio)) {
            alarmed_ = true;
            alarm_ = decoder_->alarm_at(n_decoded_in_take_);
            break;
        }
        DecodedFrame decoded{.frame = std::move(pending_[i]),
                             .audio = {frame_audio.begin(), frame_audio.end()},
                             .codec_ms = codec_ms,
                             .codec_row = n_decoded_in_take_++};
        if (may_discard_) {
            held_.push_back(std::move(decoded));
        } else {
            publish(decoded);
        }
        ++n_decoded_;
        watch_silence(frame_audio);
    }
    pending_.clear();
}

void CodecWorker::watch_silence(std::span<const float> frame_audio) {
    const Watchdog& watchdog = settings_->watchdog;
    n_silent_ = magnitude_of(frame_audio).rms < watchdog.silence_rms ? n_silent_ + 1 : 0;
    if (watchdog.max_silent_frames > 0 && n_silent_ >= watchdog.max_silent_frames && n_decoded_ > n_text_frames_) {
        result_.first_silent_frame = result_.first_frame + n_decoded_ - n_silent_;
        silent_ = true;
    }
}

void CodecWorker::publish(const DecodedFrame& decoded) {
    publish_join();
    std::span<float> samples = buffers_->audio.reserve(hop_samples_);
    std::copy_n(decoded.audio.begin(), samples.size(), samples.begin());
    if (segment_ > 0 && static_cast<int64_t>(buffers_->frames.rows()) == result_.first_frame) {
        const auto n_fade = static_cast<size_t>(kFadeMs / 1000 * static_cast<double>(decoder_->sample_rate_hz()));
        for (size_t i = 0; i < std::min(n_fade, samples.size()); ++i) {
            samples[i] *= static_cast<float>(i) / static_cast<float>(n_fade);
        }
    }
    buffers_->audio.commit(samples.size());
    buffers_->codes.append(decoded.frame.codes);
    buffers_->draws.append(decoded.frame.draws);
    const FrameRecord record{.first_ms = decoded.frame.first_ms,
                             .second_ms = decoded.frame.second_ms,
                             .codec_ms = decoded.codec_ms,
                             .published_ms = ms_since(take_began_),
                             .segment = static_cast<double>(segment_),
                             .position_row = static_cast<double>(decoded.frame.position_row),
                             .pass_row = static_cast<double>(decoded.frame.pass_row),
                             .codec_row = static_cast<double>(decoded.codec_row)};
    buffers_->frames.append({&record, 1});  // last: whoever sees the frame finds all of it
}

// One frame in which the last sample of the segment before dies away.
void CodecWorker::publish_join() {
    if (joined_) {
        return;
    }
    joined_ = true;
    const size_t n_before = buffers_->audio.rows();
    const float last = n_before > 0 ? buffers_->audio.data()[n_before - 1] : 0.0F;
    std::span<float> samples = buffers_->audio.reserve(hop_samples_);
    const double decay = 1000.0 / (kFadeMs / 5 * static_cast<double>(decoder_->sample_rate_hz()));
    for (size_t i = 0; i < samples.size(); ++i) {
        samples[i] = last * static_cast<float>(std::exp(-decay * static_cast<double>(i + 1)));
    }
    buffers_->audio.commit(samples.size());
    const std::vector<int32_t> no_codes(buffers_->codes.row_size(), -1);
    const std::vector<DrawRecord> no_draws(buffers_->draws.row_size(), DrawRecord{});
    buffers_->codes.append(no_codes);
    buffers_->draws.append(no_draws);
    const FrameRecord record{.first_ms = 0,
                             .second_ms = 0,
                             .codec_ms = 0,
                             .published_ms = ms_since(take_began_),
                             .segment = -1,
                             .position_row = -1,
                             .pass_row = -1,
                             .codec_row = -1};
    buffers_->frames.append({&record, 1});
}

void CodecWorker::publish_held() {
    for (const DecodedFrame& decoded : held_) {
        publish(decoded);
    }
    held_.clear();
}

}  // namespace phonoscope
