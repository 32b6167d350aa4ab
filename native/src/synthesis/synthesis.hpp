// One take in the making, whatever the family: the model runs in a thread, the codec in another, readers watch the
// buffers. A family derives from it what a segment is and how it is spoken.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "synthesis/codec_worker.hpp"
#include "synthesis/segment.hpp"
#include "synthesis/stage_progress.hpp"
#include "synthesis/take_buffers.hpp"

namespace phonoscope {

class Synthesis {
   public:
    virtual ~Synthesis() = default;
    Synthesis(const Synthesis&) = delete;
    Synthesis& operator=(const Synthesis&) = delete;

    // Says that no more segments will come.
    void close();
    // Stops within one frame or step. What was published stays.
    void cancel();
    // Holds the take before its next frame or step, or lets it go on.
    void pause(bool paused);
    bool paused() const { return paused_.load(std::memory_order_relaxed); }
    // Of each stage that the family declares; nothing where nobody can tell how much there is to do.
    virtual std::vector<StageProgress> progress() const { return {}; }
    // Of models that denoise latents step by step; null for others. The latents are those of the frames handed to the
    // codec so far, [frame][width], discarded attempts included.
    virtual const AppendBuffer<StepRecord>* steps() const { return nullptr; }
    virtual const PreviewTrack* previews() const { return nullptr; }
    virtual const AppendBuffer<float>* latents() const { return nullptr; }
    // Waits until the take is finished or `seconds` have passed; returns whether it is finished.
    bool wait(double seconds);

    bool finished() const { return finished_.load(std::memory_order_acquire); }
    const TakeBuffers& buffers() const { return buffers_; }
    // Whole states kept so far, by tap group, step and layer.
    virtual std::vector<KeptState> kept_states() const { return {}; }
    // Results of finished segments so far.
    std::vector<SegmentResult> segments() const;
    // Why the take ended; `none` while it runs.
    StopReason stop_reason() const;
    // The first value that was not finite, if there was one.
    std::optional<Alarm> alarm() const;
    // What went wrong, if stop_reason() is `failed`.
    std::string error() const;
    // Seconds from the start to the end (or to now).
    double seconds() const;

   protected:
    using Clock = CodecWorker::Clock;

    // Throws ArgumentError when a setting is out of range.
    Synthesis(const TakeSettings& settings, int64_t hop_samples, int64_t n_codebooks);
    // Begins to speak; the last thing that a family's constructor does.
    void start(std::unique_ptr<FrameDecoder> decoder);
    // Cancels what still runs and waits for it; the first thing that a family's destructor does.
    void stop();
    // Adds a segment; also while earlier ones are being spoken.
    void push(SegmentJob job);
    // Called in the thread before the first segment, and after the last: the model is then given back.
    virtual void prepare() {}
    virtual void release() = 0;

    // Returns at once unless the take is paused, then when it goes on or is cancelled.
    void wait_while_paused();
    // Why no further frame may be made: the take is full, was cancelled, or its sound ended it; `none` when one may.
    // Waits while the take is paused.
    StopReason interruption();
    // The threads for one frame or step, see ComputePool::take_turn(). Never to be held where the take may have to
    // wait.
    [[nodiscard]] auto take_turn() { return decoder_->pool().take_turn(); }
    // Why a computation came back early: its alarm, or cancellation. `first_step` is added to the alarm's step, which
    // then counts over the take, as the rows of its tap group do.
    StopReason stopped_by(std::optional<Alarm> alarm, int64_t first_step = 0);
    // Hands a frame to the codec.
    void publish(MadeFrame frame);

    const TakeSettings& settings() const { return settings_; }
    TakeBuffers& buffers() { return buffers_; }
    const std::atomic<bool>* cancel_flag() const { return &cancel_; }
    // Frames that the codec decoded, discarded attempts included, and how long that took.
    int64_t n_decoded() const { return codec_->n_decoded(); }
    double decode_seconds() const { return codec_->decode_seconds(); }
    static double ms_between(Clock::time_point a, Clock::time_point b);

   private:
    void loop();
    void speak_all();
    std::optional<SegmentJob> next_segment();
    // Tries one seed after another until speech ends well or the last one is reached.
    SegmentResult speak_until_good(const SegmentJob& job, int64_t index);
    SegmentResult speak(const SegmentJob& job, const Attempt& attempt, bool may_discard);
    void finish(StopReason reason, std::string error);

    TakeSettings settings_;
    TakeBuffers buffers_;
    Clock::time_point began_ = Clock::now();
    std::atomic<bool> cancel_{false};
    std::atomic<bool> cancel_requested_{false};
    std::atomic<bool> paused_{false};
    std::unique_ptr<FrameDecoder> decoder_;
    std::optional<CodecWorker> codec_;
    int64_t n_made_ = 0;  // frames and pauses that the take will hold at most

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<SegmentJob> queue_;
    bool closed_ = false;
    std::vector<SegmentResult> results_;
    StopReason stop_reason_ = StopReason::none;
    std::optional<Alarm> alarm_;
    std::string error_;
    double seconds_ = 0;
    std::atomic<bool> finished_{false};
    std::thread thread_;
};

}  // namespace phonoscope
