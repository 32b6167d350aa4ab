// The graph of the DAC encoder: a chunk of audio to the codes and latents of its frames.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codec/node_graph.hpp"
#include "codec/row_history.hpp"
#include "codec/stage_probe.hpp"
#include "codec/window_transformer.hpp"
#include "models/dac/encoder_weights.hpp"

namespace phonoscope::dac {

// What an encoder remembers between chunks, and what its graph reads and writes. Every chunk is computed at its full
// length: nothing looks ahead, so frames behind the end of a recording change none before it.
struct EncoderSession {
    // Frames of one chunk: rows enough to use the weights of the slow stages several times.
    static constexpr int64_t kChunkFrames = 8;

    explicit EncoderSession(const EncoderWeights& weights);
    // Before a recording: forgets the one before.
    void reset();
    // Takes as many of the recording's next samples as the chunk has room for; returns how many.
    size_t take_in(std::span<const float> next);
    bool is_full() const { return n_samples == samples.size(); }
    // Fills the chunk up with silence. Returns the frames that hold anything else, the last of them perhaps in part.
    int64_t pad();
    // Before a full chunk is computed, and after it.
    void begin();
    void end();

    const EncoderWeights& weights;
    const EncoderConfig& config;
    int64_t first_frame = 0;     // of the chunk
    std::vector<float> samples;  // of the chunk
    size_t n_samples = 0;        // of them, so far
    std::vector<int32_t> codes;  // [frame][quantizer]
    std::vector<float> latents;  // [frame][latent_width]: sums of the projected codewords
    codec::RowHistory audio;
    struct Block {
        std::vector<codec::RowHistory> units;
        codec::RowHistory downsample;
    };
    std::vector<Block> blocks;
    codec::WindowTransformerState transformer;
    codec::RowHistory last;
    struct Downsample {
        codec::RowHistory input;
        codec::RowHistory depthwise;
    };
    std::vector<Downsample> downsamples;
    codec::WindowTransformerState before_quantizer;

    std::vector<codec::StageProbe> block_outputs;
    std::vector<codec::StageProbe> transformer_layers;
    codec::StageProbe encoder_out;
    codec::StageProbe downsampled;
    std::vector<codec::StageProbe> before_quantizer_layers;
    codec::StageProbe before_quantizer_out;
};

// Adds the nodes that turn the samples of a full chunk into codes and latents.
void build_encoder_graph(codec::NodeGraph& graph, EncoderSession& session);

}  // namespace phonoscope::dac
