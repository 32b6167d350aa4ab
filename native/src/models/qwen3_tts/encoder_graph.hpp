// The graph of the codec encoder: a chunk of audio to the codes of its frames.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "codec/node_graph.hpp"
#include "codec/rotary.hpp"
#include "codec/row_history.hpp"
#include "codec/stage_probe.hpp"
#include "codec/window_transformer.hpp"
#include "models/qwen3_tts/encoder_weights.hpp"

namespace phonoscope::qwen3_tts {

// What an encoder remembers between chunks, and what its graph reads and writes. Every chunk is computed at its full
// length; of the last one, rows beyond the end of the recording are zero where a convolution with a stride would see
// them.
struct EncoderSession {
    // Frames of one chunk: enough rows in the slow stages to use each weight several times, few enough for the fast
    // ones to stay in cache.
    static constexpr int64_t kChunkFrames = 8;

    explicit EncoderSession(const EncoderWeights& weights);
    // Before a recording of `n_recorded` samples.
    void reset(int64_t n_recorded);
    int64_t n_positions() const { return (n_samples + config.samples_per_position - 1) / config.samples_per_position; }

    const EncoderWeights& weights;
    const CodecEncoderConfig& config;
    codec::Rotary rotary;
    int64_t n_samples = 0;       // of the recording
    int64_t first_frame = 0;     // of the chunk
    std::vector<float> samples;  // of the chunk
    codec::RowHistory audio;
    struct Stage {
        codec::RowHistory narrow;      // inputs of the residual block's first convolution
        codec::RowHistory downsample;  // inputs of the strided one
    };
    std::vector<Stage> stages;
    codec::RowHistory last;
    std::vector<codec::KeyValueRing> layers;  // every position: attention sees all of the past
    codec::RowHistory downsample;
    std::vector<float> rotations;  // [position of the chunk][head_dim / 2][cos, sin]
    std::vector<float> scores;     // attention's working memory, [position of the chunk][head][visible position]
    std::vector<int32_t> codes;    // [frame of the chunk][quantizer]
    codec::StageProbe seanet;
    codec::StageProbe transformer;
    codec::StageProbe downsampled;
};

// Adds the nodes that turn the samples of a chunk into codes.
void build_encoder_graph(codec::NodeGraph& graph, EncoderSession& session);

}  // namespace phonoscope::qwen3_tts
