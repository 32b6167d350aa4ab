// Turns frames into audio in a thread of its own, beside the model, and publishes what is finished.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "synthesis/frame_decoder.hpp"
#include "synthesis/segment.hpp"
#include "synthesis/take_buffers.hpp"

namespace phonoscope {

class CodecWorker {
   public:
    using Clock = std::chrono::steady_clock;
    // `wait_while_paused` is called before each chunk.
    CodecWorker(FrameDecoder& decoder, TakeBuffers& buffers, const TakeSettings& settings, std::atomic<bool>& cancel,
                Clock::time_point take_began, std::function<void()> wait_while_paused);
    ~CodecWorker();
    CodecWorker(const CodecWorker&) = delete;
    CodecWorker& operator=(const CodecWorker&) = delete;

    // Begins a segment. `ref_codes` prime the decoder without being heard; `may_discard` holds its audio back until
    // it ended well, so that another seed can take its place.
    void begin(int64_t segment, std::vector<int32_t> ref_codes, int64_t n_text_frames, bool may_discard);
    // Adds a frame of the segment; it is decoded with those that make up a chunk.
    void push(MadeFrame frame);
    // Ends the segment as far as the model goes, waits until its audio is done, and says how it ended.
    SegmentResult end(StopReason reason);
    // True once the running segment has been silent for too long: the model need not go on.
    bool heard_only_silence() const { return silent_.load(std::memory_order_relaxed); }
    // True once a sample was not finite: the model must not go on.
    bool alarmed() const { return alarmed_.load(std::memory_order_relaxed); }
    // What was not finite. Read it after end().
    const std::optional<Alarm>& alarm() const { return alarm_; }
    // Frames decoded so far, discarded attempts included, and how long that took.
    int64_t n_decoded() const { return n_decoded_in_take_.load(std::memory_order_relaxed); }
    double decode_seconds() const { return decode_seconds_.load(std::memory_order_relaxed); }
    // Rethrows what went wrong in the thread, if anything did.
    void rethrow();

   private:
    struct DecodedFrame {
        MadeFrame frame;
        std::vector<float> audio;
        double codec_ms = 0;
        int64_t codec_row = 0;
    };
    using Job = std::function<void()>;

    void send(Job job);
    std::optional<Job> receive();
    void loop();
    void begin_segment(int64_t segment, std::span<const int32_t> ref_codes, int64_t n_text_frames, bool may_discard);
    void take_frame(const MadeFrame& frame);
    void end_segment(StopReason reason);
    void decode_pending();
    void watch_silence(std::span<const float> frame_audio);
    void publish(const DecodedFrame& decoded);
    void publish_join();
    void publish_held();

    FrameDecoder* decoder_;
    TakeBuffers* buffers_;
    const TakeSettings* settings_;
    std::atomic<bool>* cancel_;
    Clock::time_point take_began_;
    std::function<void()> wait_while_paused_;
    size_t hop_samples_;
    std::atomic<int64_t> n_decoded_in_take_{0};  // discarded attempts included, as in the tap groups
    std::atomic<double> decode_seconds_{0};

    // The running segment.
    int64_t segment_ = 0;
    int64_t n_text_frames_ = 0;
    int64_t n_decoded_ = 0;
    int64_t n_silent_ = 0;
    bool may_discard_ = false;
    bool joined_ = false;  // the pause before this segment was published, or none is needed
    std::vector<MadeFrame> pending_;
    std::vector<DecodedFrame> held_;
    SegmentResult result_;
    std::optional<Alarm> alarm_;

    std::atomic<bool> silent_{false};
    std::atomic<bool> alarmed_{false};
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Job> jobs_;
    bool closing_ = false;
    bool ended_ = true;
    std::exception_ptr failure_;
    std::thread thread_;
};

}  // namespace phonoscope
