// The two graphs of the codec decoder: codes to vocoder input for a chunk of frames, and the rest frame by
// frame.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "models/qwen3_tts/codec_nodes.hpp"
#include "models/qwen3_tts/codec_probe.hpp"
#include "models/qwen3_tts/codec_state.hpp"
#include "models/qwen3_tts/codec_weights.hpp"

namespace phonoscope::qwen3_tts {

// Everything that the graphs of one decoder share.
struct CodecSession {
    CodecSession(const CodecWeights& weights, int64_t max_frames);

    const CodecWeights& weights;
    CodecState state;
    std::vector<int32_t> codes;    // [frame][quantizer] of the chunk
    std::vector<float> rotations;  // [frame][head_dim / 2][cos, sin]
    std::vector<float> scores;     // attention's working memory, [frame][head][visible position]
    std::vector<float> audio;      // one frame, before clamping
    int64_t first_position = 0;    // of the first frame that the graph works on
    std::vector<StageProbe> layer_probes;
    StageProbe quantized;
    StageProbe pre_conv;
    StageProbe pre_transformer;
    std::vector<StageProbe> upsamples;
    std::vector<StageProbe> vocoder;  // input convolution, blocks, final snake, last convolution
};

// Codes of `n_frames` frames to the history at the boundary (CodecState::boundary).
void build_chunk_graph(NodeGraph& graph, CodecSession& session, int64_t n_frames);
// One frame from the boundary to CodecSession::audio.
void build_frame_graph(NodeGraph& graph, CodecSession& session);

}  // namespace phonoscope::qwen3_tts
