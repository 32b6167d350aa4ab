// What a codec decoder remembers between frames: the last inputs of every convolution, and keys and values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/qwen3_tts/config.hpp"

namespace phonoscope::qwen3_tts {

// The input rows of a causal convolution: `n_past` rows of earlier steps, then the rows of this step.
class RowHistory {
   public:
    RowHistory(int64_t n_past, int64_t max_rows, int64_t stride);

    // First row of this step, to be written; and the row that the first tap of the first output reads.
    float* new_rows() { return rows_.data() + n_past_ * stride_; }
    const float* first_tap() const { return rows_.data() + read_offset_rows_ * stride_; }
    // First row of the piece in work.
    const float* read_rows() const { return first_tap() + n_past_ * stride_; }
    int64_t stride() const { return stride_; }
    // At the start of a step of `n_rows`: the last rows of the step before become the past of this one.
    void advance(int64_t n_rows);
    // Lets the reader work through the step in pieces: output row 0 is row `n` of the step.
    void read_from(int64_t n) { read_offset_rows_ = n; }
    void clear();

   private:
    int64_t n_past_;
    int64_t stride_;
    int64_t filled_rows_ = 0;
    int64_t read_offset_rows_ = 0;
    std::vector<float> rows_;
};

// Floats between rows: rows of a power of two would all fall into the same few cache sets.
inline int64_t row_stride(int64_t width) { return width % 512 == 0 ? width + 16 : width; }

// Keys (after rotation) and values of one layer, [position % n_rows][keys | values].
struct KeyValueRing {
    KeyValueRing(int64_t rows, int64_t width)
        : n_rows(rows), stride(2 * width), data(static_cast<size_t>(rows * stride)) {}
    int64_t n_rows;
    int64_t stride;
    std::vector<float> data;
    float* keys(int64_t position) { return data.data() + position % n_rows * stride; }
    float* values(int64_t position) { return keys(position) + stride / 2; }
};

struct VocoderBlockState {
    RowHistory upsample;
    std::vector<RowHistory> units;
};

struct CodecState {
    // Chunks of more frames gain nothing: at 8 the weights are already read once per 8 frames.
    static constexpr int64_t kMaxFrames = 8;

    explicit CodecState(const CodecConfig& config);
    void reset();

    int64_t position = 0;  // frames decoded so far
    RowHistory pre_conv;
    std::vector<KeyValueRing> layers;
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

}  // namespace phonoscope::qwen3_tts
