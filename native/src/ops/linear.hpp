// Linear layers as ggml operations on our own matrix-vector kernels: weights stream from their GGUF blocks,
// results do not depend on the number of threads or of columns. The fused forms spare meetings of the threads, during
// which the memory would idle.
//
// Weights are [k, n] (ggml order) of any type that Weights hands out, x is [k, columns] f32 with contiguous columns,
// results are f32 [n, columns].
#pragma once

#include <ggml.h>

#include <cstdint>
#include <functional>
#include <initializer_list>

#include "base/compute.hpp"

namespace phonoscope {

// Asks for one of `n_parts` parts of what the next operation reads, so that it finds that in the cache.
using ReadAhead = std::function<void(int64_t part, int64_t n_parts)>;

// Lets every custom operation of a finished graph know which linear one comes next, in ggml_tensor::extra.
void link_linears(ggml_cgraph* graph);
// What a thread of `n_threads` reads first in the linear operation that comes after `node`; nothing without a link.
Upcoming upcoming_weights(const ggml_tensor* node, int thread, int n_threads);
// The same as for_each_unit() takes it, for the threads of the graph being computed.
inline auto upcoming_after(const ggml_tensor* node) {
    const Workers* workers = current_workers();
    return [node, n_threads = workers != nullptr ? workers->n_threads() : 1](int thread) {
        return upcoming_weights(node, thread, n_threads);
    };
}

// W x.
ggml_tensor* linear(ggml_context* ctx, ggml_tensor* weight, ggml_tensor* x);

// residual + W x; residual is [n, columns] f32, contiguous.
ggml_tensor* linear_add(ggml_context* ctx, ggml_tensor* weight, ggml_tensor* x, ggml_tensor* residual);

// The results of several weights (at most nine) with one input, one below the other: [n1 + n2 + ...,
// columns]. For example the query, key and value projections; take them apart with ggml views.
// `ahead`, which must outlive the graph, is called while the weights stream by: the memory, which is busy anyway, then
// answers without anybody waiting for it. Each thread asks for about what it will use.
ggml_tensor* linear_concat(ggml_context* ctx, std::initializer_list<ggml_tensor*> weights, ggml_tensor* x,
                           const ReadAhead* ahead = nullptr);

// silu(gate x) * (up x), element by element: the first half of a SwiGLU feed-forward layer.
ggml_tensor* linear_swiglu(ggml_context* ctx, ggml_tensor* gate, ggml_tensor* up, ggml_tensor* x);

}  // namespace phonoscope
