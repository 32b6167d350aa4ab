// The transformer that talker and code predictor share: pre-norm layers with q/k norm, grouped-query
// attention, rotary positions and SwiGLU (specification section 3).
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "base/compute.hpp"
#include "gguf/weights.hpp"
#include "models/qwen3_tts/config.hpp"
#include "ops/attention.hpp"
#include "ops/norm.hpp"

namespace phonoscope::qwen3_tts {

struct LayerWeights {
    ggml_tensor* attn_norm;
    ggml_tensor* q;
    ggml_tensor* k;
    ggml_tensor* v;
    ggml_tensor* q_norm;
    ggml_tensor* k_norm;
    ggml_tensor* attn_output;
    ggml_tensor* ffn_norm;
    ggml_tensor* gate;
    ggml_tensor* up;
    ggml_tensor* down;
};

struct StackWeights {
    TransformerConfig config;
    std::vector<LayerWeights> layers;
    ggml_tensor* output_norm = nullptr;
};

// Checks and takes every tensor below `prefix` ("talker." or "code_pred."). Throws ModelFileError.
StackWeights load_stack(Weights& weights, const std::string& prefix, const TransformerConfig& config);
// The matrices that every step reads in full, in the order of their use.
std::vector<ggml_tensor*> streamed_matrices(const StackWeights& stack);

// The parameters of the custom operations of one graph; deques, because nodes keep pointers to their
// elements.
struct StackOps {
    std::deque<NormOp> norms;
    std::deque<AttentionOp> attentions;
};

// Where an alarm came from: the operation that produced the value which the numbered normalisation read.
struct StackOperation {
    int64_t layer;
    const char* name;
};

// State of one running stack: its cache and tables. Graphs built by it share that state.
class DecoderStack {
   public:
    // `capacity` positions; `half_precision` chooses the type of the cache.
    DecoderStack(const StackWeights& weights, int64_t capacity, bool half_precision, int n_threads);

    const TransformerConfig& config() const { return weights_->config; }
    int64_t capacity() const { return cache_.capacity(); }
    // Makes positions below `n` usable. Call before a graph computes them.
    void reserve_positions(int64_t n) { rotary_.reserve(n); }
    // Adds all layers for the rows of `x` [width, rows]; returns the rows after the final norm.
    ggml_tensor* build(ggml_context* context, ggml_tensor* x, Step& step, StackOps& ops);
    // Decodes Step::first_nonfinite.
    StackOperation operation_of(int64_t first_nonfinite) const;

   private:
    const StackWeights* weights_;
    KvCache cache_;
    RotaryTable rotary_;
    AttentionScratch scratch_;
};

}  // namespace phonoscope::qwen3_tts
