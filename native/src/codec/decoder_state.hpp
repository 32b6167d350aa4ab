// What a codec decoder remembers between frames: the last inputs of every convolution, and keys and values.
#pragma once

#include <cstdint>
#include <vector>

#include "codec/decoder_weights.hpp"
#include "codec/row_history.hpp"
#include "codec/window_transformer.hpp"

namespace phonoscope::codec {

struct VocoderBlockState {
    RowHistory upsample;
    std::vector<RowHistory> units;
};

struct DecoderState {
    // Chunks of more frames gain nothing: at 8 the weights are already read once per 8 frames.
    static constexpr int64_t kMaxFrames = 8;

    explicit DecoderState(const DecoderWeights& weights);
    // Forgets all frames.
    void reset();

    RowHistory quantized;                // what the quantizer gives, input of everything else
    WindowTransformerState transformer;  // knows how many frames were decoded so far
    std::vector<RowHistory> depthwise;
    RowHistory vocoder_input;
    std::vector<VocoderBlockState> blocks;
    RowHistory mono;

    // Blocks from this one on run frame by frame: by then a frame has rows enough to fill the kernels' tiles,
    // and its activations stay in cache.
    size_t first_frame_block;
    // The history between the two parts: written for all frames of a chunk, read frame by frame.
    RowHistory& boundary() { return first_frame_block < blocks.size() ? blocks[first_frame_block].upsample : mono; }
    int64_t boundary_rows_per_frame;
    // Frames after which nothing earlier is left in the histories behind the boundary.
    int64_t frame_graph_memory_frames;
};

}  // namespace phonoscope::codec
