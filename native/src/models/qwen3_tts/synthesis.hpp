// One take in the making: the language model runs in a thread, the codec in another, readers watch the buffers.
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

#include "models/qwen3_tts/codec_worker.hpp"
#include "models/qwen3_tts/model.hpp"
#include "models/qwen3_tts/segment.hpp"
#include "models/qwen3_tts/take_buffers.hpp"

namespace phonoscope::qwen3_tts {

class Synthesis {
   public:
    // Claims the model and starts; segments are then pushed, also while earlier ones are being spoken.
    // Throws Error when the model is in use, ArgumentError when a setting is out of range.
    Synthesis(std::shared_ptr<Model> model, const SynthesisSettings& settings);
    // Cancels what still runs and waits for it.
    ~Synthesis();
    Synthesis(const Synthesis&) = delete;
    Synthesis& operator=(const Synthesis&) = delete;

    // Adds a segment; close() says that no more will come.
    void push(Segment segment);
    void close();
    // Stops within one frame. What was published stays.
    void cancel();
    // Waits until the take is finished or `seconds` have passed; returns whether it is finished.
    bool wait(double seconds);

    bool finished() const { return finished_.load(std::memory_order_acquire); }
    const TakeBuffers& buffers() const { return buffers_; }
    int64_t hop_samples() const { return model_->codec_config().hop_samples; }
    // Whole states kept so far, by tap group, step and layer.
    std::vector<KeptState> kept_states() const;
    // Results of finished segments so far.
    std::vector<SegmentResult> segments() const;
    // Why the take ended; `none` while it runs.
    StopReason stop_reason() const;
    std::optional<Alarm> alarm() const;
    // What went wrong, if stop_reason() is `failed`.
    std::string error() const;
    // Seconds from the start to the end (or to now).
    double seconds() const;

   private:
    using Clock = CodecWorker::Clock;
    void loop();
    void speak_all();
    std::optional<Segment> next_segment();
    // Speaks one segment with one seed.
    SegmentResult speak(const Segment& segment, int64_t index, uint64_t seed, bool may_discard);
    StopReason generate(const Segment& segment, const EmbeddedPrompt& prompt, uint32_t index, uint64_t seed);
    bool is_stuck(std::span<const int32_t> first_codes, int64_t n_text_frames) const;
    // Why a computation came back early: its alarm, or cancellation.
    StopReason stopped_by(const std::optional<Alarm>& alarm);
    void set_taps();
    void finish(StopReason reason, std::string error);

    ModelClaim claim_;
    Model* model_;  // the claim keeps it alive
    SynthesisSettings settings_;
    TakeBuffers buffers_;
    Clock::time_point began_ = Clock::now();
    std::atomic<bool> cancel_{false};
    std::atomic<bool> cancel_requested_{false};
    CodecWorker codec_;
    Sampler sampler_;
    StateKeeper talker_states_{"talker", settings_.keep};
    StateKeeper predictor_states_{"predictor", settings_.keep};
    int64_t talker_rows_ = 0;  // rows in the talker's tap groups so far
    int64_t predictor_rows_ = 0;
    int64_t n_generated_ = 0;  // frames and pauses that the take will hold at most

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Segment> queue_;
    bool closed_ = false;
    std::vector<SegmentResult> results_;
    StopReason stop_reason_ = StopReason::none;
    std::optional<Alarm> alarm_;
    std::string error_;
    double seconds_ = 0;
    std::atomic<bool> finished_{false};
    std::thread thread_;
};

}  // namespace phonoscope::qwen3_tts
