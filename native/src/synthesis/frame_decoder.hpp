// What a take asks of a codec, whichever it is: frames in, audio out, in order.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "base/compute.hpp"
#include "base/taps.hpp"
#include "synthesis/take_buffers.hpp"

namespace phonoscope {

// One frame as the model made it.
struct MadeFrame {
    std::vector<int32_t> codes;     // [n_codebooks]; empty where the codec takes latents
    std::vector<float> latent;      // for codecs of continuous latents; else empty
    std::vector<DrawRecord> draws;  // [n_codebooks]
    double first_ms = 0;            // time in the first two stages that the family declares
    double second_ms = 0;
    int64_t position_row = 0;  // first row of this frame in the tap groups that have a row a position / a pass
    int64_t pass_row = 0;
};

// A codec in the middle of a take. It keeps the state of a stream: the audio of a frame depends on the frames since
// begin() and on nothing else. Used by one thread.
class FrameDecoder {
   public:
    virtual ~FrameDecoder() = default;
    // Rate of the sound, and its samples in a frame.
    virtual int64_t sample_rate_hz() const = 0;
    virtual int64_t hop_samples() const = 0;
    // The threads that it computes on, which it may share with the model.
    virtual ComputePool& pool() const = 0;
    // Begins a new stream, behind reference frames that nobody hears and of which no taps are recorded.
    virtual void begin(std::span<const int32_t> ref_codes, const std::atomic<bool>* cancel) = 0;
    // Decodes frames to frames.size() * hop_samples() samples, and records one row a frame in the codec's tap groups.
    // Returns false when `*cancel` became true on the way.
    virtual bool decode(std::span<const MadeFrame> frames, std::span<float> audio, const std::atomic<bool>* cancel) = 0;
    // Where the first value was that was not finite, for a frame whose audio is not: row `row` of the codec's tap
    // groups.
    virtual Alarm alarm_at(int64_t row) const = 0;
};

// Names the first of the layers first..end-1 of `group` that had a value which is not finite in row `row`, if one had.
bool name_nonfinite_layer(const TapGroup* group, int64_t row, size_t first, size_t end, Alarm& alarm);

}  // namespace phonoscope
