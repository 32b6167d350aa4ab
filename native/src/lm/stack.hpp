// The layers of a language model over codes: pre-norm, grouped-query attention (with a Mamba-2 mixer beside it in hybrid
// models), SwiGLU. One class serves every family and both its models, the backbone and the one that fills in codebooks.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "base/compute.hpp"
#include "gguf/weights.hpp"
#include "lm/stack_config.hpp"
#include "ops/attention.hpp"
#include "ops/linear.hpp"
#include "ops/mamba.hpp"
#include "ops/norm.hpp"

namespace phonoscope::lm {

// A linear layer; without a bias where the model has none.
struct Linear {
    ggml_tensor* weight = nullptr;
    ggml_tensor* bias = nullptr;
};

struct MixerWeights {
    Linear in;
    Linear out;
    std::vector<float> conv_weight;  // [tap][channel]; the file has them channel by channel
    ggml_tensor* conv_bias = nullptr;
    ggml_tensor* a = nullptr;
    ggml_tensor* d = nullptr;
    ggml_tensor* dt_bias = nullptr;
    ggml_tensor* norm = nullptr;
};

struct LayerWeights {
    ggml_tensor* attn_norm = nullptr;
    Linear q, k, v, attn_output;
    ggml_tensor* q_norm = nullptr;
    ggml_tensor* k_norm = nullptr;
    std::optional<MixerWeights> mixer;
    ggml_tensor* ffn_norm = nullptr;
    Linear gate, up, down;
};

struct StackWeights {
    StackConfig config;
    std::vector<LayerWeights> layers;
    ggml_tensor* output_norm = nullptr;
};

// Checks and takes every tensor below `prefix`. Throws ModelFileError.
StackWeights load_stack(Weights& weights, const std::string& prefix, const StackConfig& config);
// `bias` is looked for beside `name`.weight and optional.
Linear load_linear(Weights& weights, const std::string& name, int64_t n_in, int64_t n_out);
// The matrices that every step reads in full, in the order of their use.
std::vector<ggml_tensor*> streamed_matrices(const StackWeights& stack);

// W x + b.
ggml_tensor* apply(ggml_context* context, const Linear& layer, ggml_tensor* x);

// The parameters of the custom operations of one graph; deques, because nodes keep pointers to their elements.
struct StackOps {
    std::deque<NormOp> norms;
    std::deque<AttentionOp> attentions;
    std::deque<ReadAhead> ahead;
    std::deque<MambaOp> mixers;
    MambaStep mamba_step;  // what the mixers report of the step
};

// Outputs of the branches of every layer, for parity checks; marked as outputs of the graph.
struct BranchProbe {
    std::vector<ggml_tensor*> attention;
    std::vector<ggml_tensor*> mixer;
};

// Where an alarm came from.
struct StackOperation {
    int64_t layer;
    const char* name;
};

// State of one running stack: caches and tables. Graphs built by it share that state.
class Stack {
   public:
    // `capacity` positions; `half_precision` chooses the type of the attention's cache.
    Stack(const StackWeights& weights, int64_t capacity, bool half_precision, int n_threads);

    const StackConfig& config() const { return weights_->config; }
    const KvCache& cache() const { return cache_; }
    KvCache& cache() { return cache_; }
    int64_t capacity() const { return cache_.capacity(); }
    // Null where the stack has no mixer.
    MambaState* mixer_state() { return weights_->config.mixer ? &mixer_state_ : nullptr; }
    // Makes positions below `n` usable. Call before a graph computes them.
    void reserve_positions(int64_t n) { rotary_.reserve(n); }
    // Adds all layers for the rows of `x` [width, rows]; returns the rows after the final norm. `graph` and `probe` together
    // keep what the branches made.
    ggml_tensor* build(Graph& graph, ggml_tensor* x, Step& step, StackOps& ops, BranchProbe* probe = nullptr);
    // Of a graph that runs all layers, at most.
    size_t max_nodes() const { return static_cast<size_t>(config().n_layers * (config().mixer ? 48 : 24)); }
    // Decodes Step::first_nonfinite.
    StackOperation operation_of(int64_t first_nonfinite) const;

   private:
    ggml_tensor* attend(ggml_context* context, ggml_tensor* h, int64_t layer, Step& step, StackOps& ops);
    ggml_tensor* mix(ggml_context* context, ggml_tensor* h, int64_t layer, Step& step, StackOps& ops);
    ggml_tensor* feed_forward(ggml_context* context, ggml_tensor* h, ggml_tensor* residual, int64_t layer);

    const StackWeights* weights_;
    KvCache cache_;
    MambaState mixer_state_;
    RotaryTable rotary_;
    AttentionScratch scratch_;
};

}  // namespace phonoscope::lm
