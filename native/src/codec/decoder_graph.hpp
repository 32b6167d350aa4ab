// The two graphs of a codec decoder: input to vocoder input for a chunk of frames, and the rest frame by frame.
#pragma once

#include <cstdint>
#include <vector>

#include "codec/decoder_state.hpp"
#include "codec/decoder_weights.hpp"
#include "codec/node_graph.hpp"
#include "codec/stage_probe.hpp"

namespace phonoscope::codec {

// What a decoder is given: codes, or the values that its quantizer would make of them.
enum class InputKind { codes, latents };

// Everything that the graphs of one decoder share.
struct DecoderSession {
    explicit DecoderSession(const DecoderWeights& weights);

    const DecoderWeights& weights;
    DecoderState state;
    std::vector<int32_t> codes;      // [frame][quantizer] of the chunk
    const float* latents = nullptr;  // [frame][quantizer_width] of the chunk, when it comes without codes
    std::vector<float> audio;        // one frame, as the last convolution gives it
    int64_t first_frame = 0;         // of the stream, that the running graph works on
    StageProbe quantized;
    StageProbe pre_conv;
    std::vector<StageProbe> layers;
    StageProbe transformer;
    std::vector<StageProbe> upsamples;
    std::vector<StageProbe> vocoder;  // input convolution, blocks, final snake, last convolution
};

// `n_frames` frames of input to the history at the boundary (DecoderState::boundary).
void build_chunk_graph(NodeGraph& graph, DecoderSession& session, InputKind input, int64_t n_frames);
// One frame from the boundary to DecoderSession::audio.
void build_frame_graph(NodeGraph& graph, DecoderSession& session);

}  // namespace phonoscope::codec
