// Everything a take records while it is being made. One thread writes each buffer, readers never lock.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/append_buffer.hpp"
#include "base/taps.hpp"
#include "models/qwen3_tts/codec_decoder.hpp"
#include "models/qwen3_tts/config.hpp"

namespace phonoscope::qwen3_tts {

// When and how fast a frame was made; one row a frame.
struct FrameRecord {
    double talker_ms;     // one talker step and the draw of codebook 0
    double predictor_ms;  // all passes of the code predictor
    double codec_ms;      // this frame's share of its codec chunk
    double published_ms;  // since the take began
    double segment;       // which segment of the text; -1 for the pause that joins two segments
    // Where the tap groups hold this frame (they also keep attempts that were discarded); -1: nowhere.
    double talker_row;     // of the groups "talker", "talker_keys", "talker_values": the state that chose codebook 0
    double predictor_row;  // first of this frame's passes in the group "predictor"
    double codec_row;      // in the groups "codec_transformer" and "codec_blocks"
};

// What the sampler did, for each codebook of a frame.
struct DrawRecord {
    float entropy;      // nats
    float probability;  // of the code that was drawn
};

struct TakeBuffers {
    // `capacity_frames` bounds audio and codes, `capacity_positions` the talker's taps; memory is committed as it fills.
    TakeBuffers(const TalkerConfig& model, const CodecDecoder& codec, size_t capacity_frames, size_t capacity_positions,
                bool record_magnitudes);

    AppendBuffer<float> audio;       // [frames * hop_samples]
    AppendBuffer<int32_t> codes;     // [frames][n_code_groups]; -1 in joining pauses
    AppendBuffer<DrawRecord> draws;  // [frames][n_code_groups]
    AppendBuffer<FrameRecord> frames;
    // Tap groups; empty when magnitudes are not recorded.
    std::unique_ptr<TapGroup> talker;
    std::unique_ptr<TapGroup> talker_keys;
    std::unique_ptr<TapGroup> talker_values;
    std::unique_ptr<TapGroup> predictor;
    std::unique_ptr<TapGroup> codec_transformer;
    std::unique_ptr<TapGroup> codec_blocks;

    std::vector<TapGroup*> tap_groups() const;
};

}  // namespace phonoscope::qwen3_tts
