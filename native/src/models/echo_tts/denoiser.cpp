#include "models/echo_tts/denoiser.hpp"

#include <algorithm>
#include <cmath>

namespace phonoscope::echo_tts {

namespace {

constexpr size_t kNodesPerBlock = 24;
constexpr float kUnscaled = 1;

}  // namespace

bool Denoiser::run(std::span<const float> x, const Conditioning& conditioning, int64_t step,
                   const Conditions& conditions, std::span<const Lane> lanes, std::span<float> v,
                   const std::atomic<bool>* cancel) {
    const int64_t latent_width = weights_->config().latent_width;
    const int64_t n_rows = std::ssize(x) / latent_width;
    LanesGraph& g = graph_for(std::ssize(lanes), n_rows);
    prepare(g, n_rows, conditioning, step, conditions, lanes);
    const int64_t lane_values = panels_for(n_rows) * latent_width * kPanelRows;
    for (int64_t lane = 0; lane < std::ssize(lanes); ++lane) {
        rows_to_panels(x, latent_width, static_cast<float*>(g.input->data) + lane * lane_values);
    }
    if (!g.graph.compute(cancel)) {
        return false;
    }
    for (int64_t lane = 0; lane < std::ssize(lanes); ++lane) {
        panels_to_rows(values(g.velocity) + lane * lane_values, latent_width,
                       v.subspan(static_cast<size_t>(lane) * x.size(), x.size()));
    }
    read_taps(g, n_rows);
    return true;
}

Denoiser::LanesGraph& Denoiser::graph_for(int64_t n_lanes, int64_t n_rows) {
    const GraphKey key{n_lanes, n_rows, keep_blocks_};
    const auto [it, fresh] = graphs_.try_emplace(key, weights_->blocks.size() * kNodesPerBlock + 16);
    if (fresh) {
        build(it->second, n_lanes, n_rows);
    }
    return it->second;
}

void Denoiser::build(LanesGraph& g, int64_t n_lanes, int64_t n_rows) {
    const EchoConfig& config = weights_->config();
    const TransformerConfig& c = config.denoiser;
    const Layout layout{.n_rows = n_rows, .n_lanes = n_lanes, .n_rotated = c.n_heads / 2, .rotary = &g.rotary};
    g.modulations.resize(weights_->blocks.size() * 2);
    g.watches.resize(weights_->blocks.size(),
                     {.n_rows = n_rows, .panels = std::vector<PanelSums>(static_cast<size_t>(layout.lane_panels()))});
    ggml_context* ctx = g.graph.context();
    const auto add_norm_node = [&](ggml_tensor* x, const float* const* gain, const float* const* shift,
                                   PanelWatch* watch) {
        return panel_norm(ctx, x,
                          g.ops.norms.emplace_back(
                              PanelNormOp{.eps = config.norm_eps, .gain = gain, .shift = shift, .watch = watch}));
    };
    const auto add_gated = [&](ggml_tensor* x, ggml_tensor* y, const float* const* gate) {
        return panel_add_scaled(ctx, x, y, g.ops.gains.emplace_back(PanelGainOp{.gain = gate}));
    };
    g.input = Graph::input(new_panels(ctx, config.latent_width, layout.n_panels()));
    ggml_tensor* x = panel_add_bias(ctx, panel_linear(ctx, {weights_->in_proj}, g.input), weights_->in_bias, kUnscaled);
    for (size_t i = 0; i < weights_->blocks.size(); ++i) {
        const DenoiserBlock& block = weights_->blocks[i];
        const Modulation& before_attention = g.modulations[2 * i];
        const Modulation& before_ffn = g.modulations[2 * i + 1];
        // Each norm watches what the block before it left.
        PanelWatch* watch = i > 0 ? &g.watches[i - 1] : nullptr;
        ggml_tensor* h = add_norm_node(x, &before_attention.gain, &before_attention.shift, watch);
        const AttentionNodes attention =
            add_attention(ctx, h, block.attention, c, config.norm_eps, layout, false, g.ops);
        x = add_gated(x, attention.output, &before_attention.gate);
        h = add_norm_node(x, &before_ffn.gain, &before_ffn.shift, nullptr);
        x = add_gated(x, add_feed_forward(ctx, h, block.ffn), &before_ffn.gate);
        if (keep_blocks_) {
            g.blocks.push_back(g.graph.output(x));
        }
    }
    const float* const& gain = g.ops.vectors.emplace_back(values(weights_->out_norm));
    ggml_tensor* normed = add_norm_node(x, &gain, nullptr, &g.watches.back());
    g.velocity = g.graph.output(
        panel_add_bias(ctx, panel_linear(ctx, {weights_->out_proj}, normed), weights_->out_bias, kUnscaled));
    g.graph.allocate(*pool_);
}

void Denoiser::prepare(LanesGraph& g, int64_t n_rows, const Conditioning& conditioning, int64_t step,
                       const Conditions& conditions, std::span<const Lane> lanes) {
    const TransformerConfig& c = weights_->config().denoiser;
    if (g.rotary_start != conditions.first_position) {
        g.rotary = PanelRotary(c.head_dim(), n_rows, conditions.first_position, 1);
        g.rotary_start = conditions.first_position;
    }
    for (int64_t layer = 0; layer < c.n_layers; ++layer) {
        for (int64_t branch = 0; branch < 2; ++branch) {
            g.modulations[static_cast<size_t>(2 * layer + branch)] = conditioning.at(step, layer, branch);
        }
        std::vector<std::vector<KeySource>>& sources = g.ops.attentions[static_cast<size_t>(layer)].sources;
        sources.assign(lanes.size(), {});
        const float scale = layer < conditions.n_scaled_layers ? conditions.speaker_scale : 1;
        for (size_t lane = 0; lane < lanes.size(); ++lane) {
            if (lanes[lane].text) {
                sources[lane].push_back(conditions.text->source(layer, conditions.text->n_keys()));
            }
            if (lanes[lane].speaker && conditions.speaker != nullptr && !conditions.speaker->empty()) {
                sources[lane].push_back(conditions.speaker->source(layer, conditions.speaker->n_keys(), scale));
            }
            if (conditions.latent != nullptr && !conditions.latent->empty()) {
                sources[lane].push_back(conditions.latent->source(layer, conditions.latent->n_keys()));
            }
        }
    }
}

void Denoiser::read_taps(const LanesGraph& g, int64_t n_rows) {
    const int64_t width = weights_->config().denoiser.width;
    taps_.blocks.clear();
    taps_.first_bad_layer = -1;
    for (const PanelWatch& watch : g.watches) {
        taps_.blocks.push_back(watch.magnitude(width));
        if (taps_.blocks.back().n_nonfinite > 0 && taps_.first_bad_layer < 0) {
            taps_.first_bad_layer = std::ssize(taps_.blocks) - 1;
        }
    }
    kept_.clear();
    for (const ggml_tensor* block : g.blocks) {
        kept_.resize(kept_.size() + static_cast<size_t>(n_rows * width));
        panels_to_rows(values(block), width, std::span(kept_).last(static_cast<size_t>(n_rows * width)));
    }
}

size_t Denoiser::n_working_bytes() const {
    size_t n = 0;
    for (const auto& [key, g] : graphs_) {
        n += g.graph.n_working_bytes();
    }
    return n;
}

}  // namespace phonoscope::echo_tts
