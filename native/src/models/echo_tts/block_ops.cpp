#include "models/echo_tts/block_ops.hpp"

#include <cmath>

namespace phonoscope::echo_tts {

ggml_tensor* add_norm(ggml_context* ctx, ggml_tensor* x, const ggml_tensor* weight, float eps, BlockOps& ops) {
    const float* const& gain = ops.vectors.emplace_back(values(weight));
    return panel_norm(ctx, x, ops.norms.emplace_back(PanelNormOp{.eps = eps, .gain = &gain}));
}

AttentionNodes add_attention(ggml_context* ctx, ggml_tensor* x, const AttentionWeights& w, const TransformerConfig& c,
                             float eps, const Layout& layout, bool causal, BlockOps& ops) {
    const auto ready = [&](ggml_tensor* in, int64_t first_channel, const ggml_tensor* gain, float factor) {
        return panel_heads(ctx, in,
                           ops.heads.emplace_back(PanelHeadsOp{.first_channel = first_channel,
                                                               .n_heads = c.n_heads,
                                                               .head_dim = c.head_dim(),
                                                               .eps = eps,
                                                               .gain = values(gain),
                                                               .n_rotated = layout.n_rotated,
                                                               .rotary = layout.rotary,
                                                               .lane_panels = layout.lane_panels(),
                                                               .factor = factor}));
    };
    AttentionNodes nodes{};
    nodes.projected = panel_linear(ctx, {w.q, w.k, w.v, w.gate}, x);
    nodes.projected = ready(nodes.projected, 0, w.q_norm, 1.0F / std::sqrt(static_cast<float>(c.head_dim())));
    nodes.projected = ready(nodes.projected, c.width, w.k_norm, 1.0F);
    PanelAttentionOp& op = ops.attentions.emplace_back(PanelAttentionOp{
        .n_heads = c.n_heads, .head_dim = c.head_dim(), .n_rows = layout.n_rows, .causal = causal, .sources = {}});
    nodes.attended = panel_attention(ctx, nodes.projected, op);
    nodes.output = panel_linear(ctx, {w.output}, nodes.attended);
    return nodes;
}

ggml_tensor* add_feed_forward(ggml_context* ctx, ggml_tensor* x, const FeedForwardWeights& w) {
    return panel_linear(ctx, {w.down}, panel_swiglu(ctx, panel_linear(ctx, {w.gate, w.up}, x)));
}

}  // namespace phonoscope::echo_tts
