// Everything a take records while it is being made. One thread writes each buffer, readers never lock.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/append_buffer.hpp"
#include "base/taps.hpp"

namespace phonoscope {

// When and how fast a frame was made; one row a frame.
struct FrameRecord {
    double first_ms;      // the stages that the family declares: one step of the model that chooses codebook 0
    double second_ms;     // all passes of the model that chooses the others
    double codec_ms;      // this frame's share of its codec chunk
    double published_ms;  // since the take began
    double segment;       // which segment of the text; -1 for the pause that joins two segments
    // Where the tap groups hold this frame (they also keep attempts that were discarded); -1: nowhere.
    double position_row;  // of the groups with a row a position: the state that chose codebook 0
    double pass_row;      // first of this frame's passes, of the groups with a row a pass
    double codec_row;     // of the groups with a row a frame
};

// What the sampler did, for each codebook of a frame.
struct DrawRecord {
    float entropy;      // nats
    float probability;  // of the code that was drawn
};

// When and how fast a step of a diffusion was made; one row a step.
struct StepRecord {
    double t;        // the step leads from here
    double next_t;   // to here
    double n_lanes;  // evaluations in it
    double ms;
    double published_ms;  // since the take began
};

// What a segment would sound like, by what one step of its diffusion leaves; one row each.
struct PreviewRecord {
    double step;     // row of the steps after which it was decoded
    double segment;  // of the text
    double first_sample;
    double n_samples;
    double published_ms;  // since the take began
};
// The sound of all previews one after another, and where each lies; the sound is published first.
struct PreviewTrack {
    PreviewTrack(size_t capacity_samples, size_t capacity_rows) : audio(capacity_samples, 1), rows(capacity_rows, 1) {}
    AppendBuffer<float> audio;
    AppendBuffer<PreviewRecord> rows;
};

class TakeBuffers {
   public:
    // `capacity_frames` bounds audio and codes; memory is committed as it fills.
    TakeBuffers(size_t capacity_frames, size_t hop_samples, size_t n_codebooks);

    AppendBuffer<float> audio;       // [frames * hop_samples]
    AppendBuffer<int32_t> codes;     // [frames][n_codebooks]; -1 in joining pauses
    AppendBuffer<DrawRecord> draws;  // [frames][n_codebooks]
    AppendBuffer<FrameRecord> frames;

    // Adds a group before anything is recorded. The pointer is good as long as the buffers are.
    TapGroup* add_group(std::string name, int64_t capacity_rows, int64_t n_layers);
    // In the order in which they were added; none when magnitudes are not recorded.
    const std::vector<std::unique_ptr<TapGroup>>& tap_groups() const { return tap_groups_; }

   private:
    std::vector<std::unique_ptr<TapGroup>> tap_groups_;
};

}  // namespace phonoscope
