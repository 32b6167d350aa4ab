// Graph nodes of a codec: our own kernels as custom operations on ggml's threads.
#pragma once

#include <ggml.h>

#include <atomic>
#include <deque>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

#include "base/compute.hpp"
#include "codec/row_history.hpp"
#include "codec/snake.hpp"
#include "kernels/minimal_filter.hpp"
#include "ops/weight_packer.hpp"

namespace phonoscope::codec {

// A convolution and what follows it, see ConvEpilogue. Its input is a history or a tensor of rows.
struct ConvStep {
    const ConvWeights& weights;
    int64_t rows = 0;  // input rows of this step; output rows where `stride` is above 1
    // Rows of a frame, where `rows` are whole frames: seven taps with f16 weights are then computed by minimal
    // filtering, frame by frame.
    int64_t frame_rows = 0;
    const RowHistory* history = nullptr;
    ggml_tensor* input = nullptr;
    int64_t dilation = 1;
    int64_t stride = 1;    // input rows from one output row to the next; above 1 for WeightPacker::strided alone
    int64_t n_phases = 1;  // output rows for each input row, side by side in the weights' outputs
    const std::vector<float>* scale = nullptr;
    ggml_tensor* residual = nullptr;  // added to the result, which takes its place in memory
    bool gelu = false;
    RowHistory* out = nullptr;  // where the result goes, when not into the node's own tensor
    // snake(result) goes to `activated`; without one it takes the place of the result.
    const SnakeWeights* snake = nullptr;
    RowHistory* activated = nullptr;
};

// A Graph whose nodes run in the order in which they were added.
class NodeGraph {
   public:
    // `out` is the node's own tensor.
    using Body = std::function<void(float* out, int64_t unit)>;

    // A row that is copied, normalised or gated.
    static constexpr int64_t kLittleWork = 4096;

    NodeGraph(const ConvKernels& kernels, ComputePool& pool) : kernels_(kernels), pool_(pool), graph_(kMaxNodes) {}

    // A node that computes `rows` rows of `width` floats in `n_units` independent units of about `unit_work`
    // multiply-adds. Every tensor that the body reads must be among `inputs`, which keeps its memory alive until then.
    ggml_tensor* node(int64_t width, int64_t rows, std::initializer_list<ggml_tensor*> inputs, int64_t n_units,
                      Body body, int64_t unit_work = kLittleWork);
    // A node that only has side effects.
    void effect(std::initializer_list<ggml_tensor*> inputs, int64_t n_units, Body body,
                int64_t unit_work = kLittleWork);
    // A convolution. What it returns stands for its result also where that goes elsewhere (see ConvStep).
    ggml_tensor* conv(const ConvStep& step);

    // Once, after the last node was added.
    void allocate() { graph_.allocate(pool_); }
    // Runs all nodes; returns false when `*cancel` became true on the way.
    bool compute(const std::atomic<bool>* cancel);

   private:
    static constexpr size_t kMaxNodes = 4096;
    struct Node {
        int64_t n_units;
        int64_t unit_work;
        Body body;
    };
    // Where the results of a convolution go; `out` is its node's tensor, with rows of `stride`.
    static ConvEpilogue epilogue(const ConvStep& step, float* out, int64_t stride);
    ggml_tensor* filtered_conv(const ConvStep& step, ggml_tensor* in_place_of, int64_t width, int64_t rows,
                               std::vector<ggml_tensor*> inputs);
    ggml_tensor* add(ggml_tensor* in_place_of, int64_t width, int64_t rows, std::vector<ggml_tensor*> inputs,
                     Node node);

    const ConvKernels& kernels_;
    ComputePool& pool_;
    Graph graph_;
    std::deque<Node> nodes_;
    uint64_t run_ = 0;  // number of the computation in work, of all graphs
};

}  // namespace phonoscope::codec
