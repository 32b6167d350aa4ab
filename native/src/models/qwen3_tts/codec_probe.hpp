// Looks at the codec's stages while their values are hot: magnitudes for the taps, whole tensors for parity.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "base/taps.hpp"
#include "kernels/layers.hpp"

namespace phonoscope::qwen3_tts {

// Whole stage tensors of one decode.
struct CodecCapture {
    struct Stage {
        std::string name;
        int64_t width = 0;
        int64_t n_rows = 0;
        std::vector<float> values;  // [n_rows][width]
    };
    std::deque<Stage> stages;
};

// One stage of the decoder. A graph node hands it the rows of a chunk, in pieces, from several threads.
class StageProbe {
   public:
    StageProbe(std::string name, int64_t width, int64_t rows_per_frame, int64_t max_frames);

    // Pieces per frame; piece boundaries do not depend on the chunk or the threads.
    int64_t n_pieces() const { return n_pieces_; }
    // Looks at one piece of frame `frame` of the graph's chunk, which starts at `rows` and is frame
    // `position` of the stream.
    void look(const LayerKernels& kernels, const float* rows, int64_t stride, int64_t frame, int64_t piece,
              int64_t position);
    // What the pieces of one frame add up to. Stages that run frame by frame hold the latest frame only.
    Magnitude magnitude(int64_t frame) const;

    bool measures = false;
    CodecCapture::Stage* capture = nullptr;
    int64_t capture_from = 0;  // first captured frame of the stream
    const std::string name;
    const int64_t width;
    const int64_t rows_per_frame;

   private:
    int64_t n_pieces_;
    int64_t max_frames_;
    std::vector<MagnitudeSum> sums_;  // [frame][piece]
};

}  // namespace phonoscope::qwen3_tts
