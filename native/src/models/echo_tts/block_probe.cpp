#include "models/echo_tts/block_probe.hpp"

#include <cmath>

namespace phonoscope::echo_tts {

std::map<std::string, std::vector<float>> probe_first_block(const EchoWeights& weights, std::span<const float> x,
                                                            const Conditioning& conditioning,
                                                            const Conditions& conditions, ComputePool& pool) {
    const EchoConfig& config = weights.config();
    const TransformerConfig& c = config.denoiser;
    const DenoiserBlock& block = weights.blocks.front();
    const int64_t n_rows = std::ssize(x) / config.latent_width;
    const PanelRotary rotary(c.head_dim(), n_rows, conditions.first_position, 1);
    const Layout layout{.n_rows = n_rows, .n_rotated = c.n_heads / 2, .rotary = &rotary};
    const Modulation attention_norm = conditioning.at(0, 0, 0);
    const Modulation ffn_norm = conditioning.at(0, 0, 1);
    const float one = 1;
    BlockOps ops;
    std::map<std::string, ggml_tensor*> stages;
    Graph graph(128);
    ggml_context* ctx = graph.context();
    const auto keep = [&](const char* name, ggml_tensor* t) { return stages[name] = graph.output(t); };
    const auto norm = [&](ggml_tensor* in, const Modulation& m) {
        return panel_norm(
            ctx, in, ops.norms.emplace_back(PanelNormOp{.eps = config.norm_eps, .gain = &m.gain, .shift = &m.shift}));
    };
    const auto gated = [&](ggml_tensor* in, ggml_tensor* y, const Modulation& m) {
        return panel_add_scaled(ctx, in, y, ops.gains.emplace_back(PanelGainOp{.gain = &m.gate}));
    };
    ggml_tensor* in = Graph::input(new_panels(ctx, config.latent_width, layout.n_panels()));
    ggml_tensor* h =
        keep("in_proj", panel_add_bias(ctx, panel_linear(ctx, {weights.in_proj}, in), weights.in_bias, one));
    ggml_tensor* a = keep("attn_adaln_out", norm(h, attention_norm));
    for (const int64_t n_rotated : {int64_t{0}, layout.n_rotated}) {
        ggml_tensor* q = panel_linear(ctx, {block.attention.q}, a);
        keep(n_rotated == 0 ? "q_normed" : "q_rope",
             panel_heads(ctx, q,
                         ops.heads.emplace_back(PanelHeadsOp{.n_heads = c.n_heads,
                                                             .head_dim = c.head_dim(),
                                                             .eps = config.norm_eps,
                                                             .gain = values(block.attention.q_norm),
                                                             .n_rotated = n_rotated,
                                                             .rotary = &rotary,
                                                             .lane_panels = layout.lane_panels()})));
    }
    const AttentionNodes attention = add_attention(ctx, a, block.attention, c, config.norm_eps, layout, false, ops);
    ops.attentions.back().sources = {{conditions.text->source(0, conditions.text->n_keys())}};
    if (conditions.speaker != nullptr && !conditions.speaker->empty()) {
        ops.attentions.back().sources[0].push_back(conditions.speaker->source(0, conditions.speaker->n_keys()));
    }
    h = gated(h, keep("attention_out", attention.output), attention_norm);
    keep("mlp_out", add_feed_forward(ctx, keep("mlp_adaln_out", norm(h, ffn_norm)), block.ffn));
    graph.allocate(pool);
    rows_to_panels(x, config.latent_width, static_cast<float*>(in->data));
    graph.compute();
    std::map<std::string, std::vector<float>> out{{"attn_gate", {attention_norm.gate, attention_norm.gate + c.width}},
                                                  {"mlp_gate", {ffn_norm.gate, ffn_norm.gate + c.width}}};
    for (const auto& [name, tensor] : stages) {
        out[name].resize(static_cast<size_t>(n_rows * c.width));
        panels_to_rows(values(tensor), c.width, out[name]);
    }
    return out;
}

}  // namespace phonoscope::echo_tts
