// The parts that encoder and denoiser blocks share, as nodes of a graph. Parameters of operations live in deques,
// because nodes keep pointers to their elements.
#pragma once

#include <deque>

#include "models/echo_tts/weights.hpp"
#include "ops/panels.hpp"

namespace phonoscope::echo_tts {

struct BlockOps {
    std::deque<PanelNormOp> norms;
    std::deque<PanelHeadsOp> heads;
    std::deque<PanelAttentionOp> attentions;
    std::deque<PanelGainOp> gains;
    std::deque<const float*> vectors;  // gains that never change
};

inline const float* values(const ggml_tensor* t) { return static_cast<const float*>(t->data); }

// How positions are laid out and marked in one graph.
struct Layout {
    int64_t n_rows = 0;   // of a lane
    int64_t n_lanes = 1;  // padded to whole panels each
    int64_t n_rotated = 0;
    const PanelRotary* rotary = nullptr;
    int64_t lane_panels() const { return panels_for(n_rows); }
    int64_t n_panels() const { return n_lanes * lane_panels(); }
};

struct AttentionNodes {
    ggml_tensor* projected;  // q | k | v | g, queries and keys ready
    ggml_tensor* attended;   // before the output projection
    ggml_tensor* output;
};

// Weighted RMS norm of `x`.
ggml_tensor* add_norm(ggml_context* ctx, ggml_tensor* x, const ggml_tensor* weight, float eps, BlockOps& ops);

// Gated attention over the rows of `x`, which are normalised already, and over what `attention.sources` adds later.
AttentionNodes add_attention(ggml_context* ctx, ggml_tensor* x, const AttentionWeights& w, const TransformerConfig& c,
                             float eps, const Layout& layout, bool causal, BlockOps& ops);

// w2(silu(w1 x) * w3 x)
ggml_tensor* add_feed_forward(ggml_context* ctx, ggml_tensor* x, const FeedForwardWeights& w);

}  // namespace phonoscope::echo_tts
