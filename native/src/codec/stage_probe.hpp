// Looks at a codec's stages while their values are hot: magnitudes for the taps, whole tensors for parity.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <vector>

#include "base/taps.hpp"
#include "codec/node_graph.hpp"
#include "codec/row_history.hpp"
#include "kernels/layers.hpp"

namespace phonoscope::codec {

// Whole stage tensors of one run.
struct StageCapture {
    struct Stage {
        std::string name;
        int64_t width = 0;
        int64_t n_rows = 0;
        std::vector<float> values;  // [n_rows][width]
    };
    std::deque<Stage> stages;
};

// One stage of a decoder or encoder. A graph node hands it the rows of a chunk, in pieces, from several threads.
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
    StageCapture::Stage* capture = nullptr;
    int64_t capture_from = 0;  // first captured frame of the stream
    const std::string name;
    const int64_t width;
    const int64_t rows_per_frame;

   private:
    int64_t n_pieces_;
    int64_t max_frames_;
    std::vector<MagnitudeSum> sums_;  // [frame][piece]
};

// Lets probes keep the whole tensors of `n_frames` frames from frame `first_frame` of the stream on, for its lifetime.
class CaptureScope {
   public:
    CaptureScope(std::vector<StageProbe*> probes, int64_t n_frames, int64_t first_frame);
    ~CaptureScope();
    CaptureScope(const CaptureScope&) = delete;
    CaptureScope& operator=(const CaptureScope&) = delete;
    // What was kept; ends the capture.
    StageCapture take();

   private:
    void detach();

    std::vector<StageProbe*> probes_;
    StageCapture capture_;
};

// Adds the nodes of one graph that let probes look at `n_frames` frames, the first of which is frame `first_frame` of
// the stream when the graph runs.
class ProbeNodes {
   public:
    ProbeNodes(NodeGraph& graph, const LayerKernels& kernels, const int64_t& first_frame, int64_t n_frames)
        : graph_(graph), kernels_(kernels), first_frame_(first_frame), n_frames_(n_frames) {}
    // Looks at the rows of a tensor, or of the step that a history holds.
    void add(StageProbe& probe, ggml_tensor* x);
    void add(StageProbe& probe, RowHistory& x);

   private:
    void look(StageProbe& probe, const float* rows, int64_t stride, int64_t unit) const;

    NodeGraph& graph_;
    const LayerKernels& kernels_;
    const int64_t& first_frame_;
    int64_t n_frames_;
};

}  // namespace phonoscope::codec
