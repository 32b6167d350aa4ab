// Graph nodes of the codec: our own kernels as custom operations on ggml's threads.
#pragma once

#include <ggml.h>

#include <atomic>
#include <deque>
#include <functional>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "base/compute.hpp"
#include "models/qwen3_tts/codec_state.hpp"
#include "models/qwen3_tts/codec_weights.hpp"

namespace phonoscope::qwen3_tts {

// Shares the units of one node out among the threads: each starts on its own contiguous range, so that its
// caches keep what it wrote in the node before, and helps the others when done, so that a thread held up by a
// neighbour process does not hold up the rest. Who runs a unit never changes its result.
class UnitQueue {
   public:
    UnitQueue(int64_t n_units, int n_threads)
        : n_units_(n_units), n_threads_(n_threads), next_(new Next[static_cast<size_t>(n_threads)]) {}

    // Called once by each of the threads for every run of the node.
    template <typename Body>
    void run(int thread, Body body) {
        for (int i = 0; i < n_threads_; ++i) {
            const int owner = (thread + i) % n_threads_;
            const int64_t begin = n_units_ * owner / n_threads_;
            const int64_t end = n_units_ * (owner + 1) / n_threads_;
            auto& next = next_[static_cast<size_t>(owner)].taken;
            for (int64_t u = begin + next.fetch_add(1); u < end; u = begin + next.fetch_add(1)) {
                body(u);
            }
        }
        if (n_finished_.fetch_add(1) + 1 == n_threads_) {  // the last one out prepares the next run
            n_finished_ = 0;
            for (int i = 0; i < n_threads_; ++i) {
                next_[static_cast<size_t>(i)].taken = 0;
            }
        }
    }

   private:
    struct alignas(64) Next {
        std::atomic<int64_t> taken{0};
    };
    int64_t n_units_;
    int n_threads_;
    std::unique_ptr<Next[]> next_;
    std::atomic<int> n_finished_{0};
};

// A convolution and what follows it, see ConvEpilogue. Its input is a history or a tensor of rows.
struct ConvStep {
    const ConvWeights& weights;
    int64_t rows = 0;  // input rows of this step; output rows where `stride` is above 1
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

    NodeGraph(const ConvKernels& kernels, ComputePool& pool) : kernels_(kernels), pool_(pool), graph_(kMaxNodes) {}

    // A node that computes `rows` rows of `width` floats in `n_units` independent units. Every tensor that
    // the body reads must be among `inputs`, which keeps its memory alive until then.
    ggml_tensor* node(int64_t width, int64_t rows, std::initializer_list<ggml_tensor*> inputs, int64_t n_units,
                      Body body);
    // A node that only has side effects.
    void effect(std::initializer_list<ggml_tensor*> inputs, int64_t n_units, Body body);
    ggml_tensor* conv(const ConvStep& step);

    void allocate() { graph_.allocate(pool_); }
    bool compute(const std::atomic<bool>* cancel) { return graph_.compute(cancel); }

   private:
    static constexpr size_t kMaxNodes = 4096;
    struct Node {
        Node(int64_t n_units, int n_threads, Body node_body) : queue(n_units, n_threads), body(std::move(node_body)) {}
        UnitQueue queue;
        Body body;
    };
    ggml_tensor* add(ggml_tensor* in_place_of, int64_t width, int64_t rows, std::vector<ggml_tensor*> inputs,
                     int64_t n_units, Body body);

    const ConvKernels& kernels_;
    ComputePool& pool_;
    Graph graph_;
    std::deque<Node> nodes_;
};

}  // namespace phonoscope::qwen3_tts
