#include "models/echo_tts/encoder.hpp"

#include <cmath>
#include <string>

#include "base/error.hpp"

namespace phonoscope::echo_tts {

namespace {

constexpr size_t kNodesPerBlock = 24;
// The reference divides the projected latents by this.
constexpr float kInputScale = 1.0F / 6.0F;

}  // namespace

std::optional<EncodedStates> Encoder::encode_text(std::span<const int32_t> ids, const std::atomic<bool>* cancel) const {
    if (ids.empty() || std::ssize(ids) > kMaxTextIds) {
        throw ArgumentError("a text of " + std::to_string(ids.size()) + " ids: give 1 to " +
                            std::to_string(kMaxTextIds));
    }
    const int64_t width = weights_->config.width;
    const ggml_tensor* table = weights_->embedding;
    std::vector<float> rows(ids.size() * static_cast<size_t>(width));
    for (size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] < 0 || ids[i] >= table->ne[1]) {
            throw ArgumentError("text id " + std::to_string(ids[i]) + " is not in the vocabulary of " +
                                std::to_string(table->ne[1]));
        }
        panel_kernels(cpu_level())
            .unpack(table->type,
                    static_cast<const std::byte*>(table->data) + static_cast<size_t>(ids[i]) * table->nb[1], 0, width,
                    rows.data() + i * static_cast<size_t>(width));
    }
    return encode(rows, std::ssize(ids), width, cancel);
}

std::optional<EncodedStates> Encoder::encode_latents(std::span<const float> latents,
                                                     const std::atomic<bool>* cancel) const {
    const int64_t patch = config_->latent_width * config_->patch_frames;
    if (latents.empty() || std::ssize(latents) % patch != 0 ||
        std::ssize(latents) > kMaxSpeakerFrames * config_->latent_width) {
        throw ArgumentError("latents of " + std::to_string(std::ssize(latents) / config_->latent_width) +
                            " frames: give 1 to " + std::to_string(kMaxSpeakerFrames / config_->patch_frames) +
                            " times " + std::to_string(config_->patch_frames));
    }
    return encode(latents, std::ssize(latents) / patch, patch, cancel);
}

std::optional<EncodedStates> Encoder::encode(std::span<const float> rows, int64_t n_rows, int64_t row_width,
                                             const std::atomic<bool>* cancel) const {
    const EncoderWeights& w = *weights_;
    const TransformerConfig& c = w.config;
    const float eps = config_->norm_eps;
    const PanelRotary rotary(c.head_dim(), n_rows, 0, 1);
    const Layout layout{.n_rows = n_rows, .n_rotated = c.n_heads, .rotary = &rotary};
    BlockOps ops;
    Graph graph(w.blocks.size() * kNodesPerBlock + 16);
    ggml_context* ctx = graph.context();
    ggml_tensor* in = Graph::input(new_panels(ctx, row_width, layout.n_panels()));
    ggml_tensor* x = in;
    ggml_tensor* projected = nullptr;
    if (w.in_proj != nullptr) {
        x = panel_add_bias(ctx, panel_linear(ctx, {w.in_proj}, x), w.in_bias, kInputScale);
        projected = graph.output(x);
    }
    for (const EncoderBlock& block : w.blocks) {
        ggml_tensor* h = add_norm(ctx, x, block.attention_norm, eps, ops);
        x = ggml_add(ctx, x, add_attention(ctx, h, block.attention, c, eps, layout, w.causal, ops).output);
        h = add_norm(ctx, x, block.ffn_norm, eps, ops);
        x = ggml_add(ctx, x, add_feed_forward(ctx, h, block.ffn));
    }
    ggml_tensor* states = graph.output(x);
    ggml_tensor* normed = graph.output(add_norm(ctx, x, w.output_norm, eps, ops));
    graph.allocate(*pool_);
    rows_to_panels(rows, row_width, static_cast<float*>(in->data));
    if (!graph.compute(cancel)) {
        return std::nullopt;
    }
    const auto to_rows = [&](const ggml_tensor* t) {
        std::vector<float> out(static_cast<size_t>(n_rows * c.width));
        panels_to_rows(values(t), c.width, out);
        return out;
    };
    EncodedStates out{.n_rows = n_rows, .input = {}, .states = to_rows(states), .normed = to_rows(normed)};
    if (projected != nullptr) {
        out.input = to_rows(projected);
    }
    return out;
}

KeyCache::KeyCache(const EchoWeights& weights, SourceWeights DenoiserBlock::* source, const EncodedStates& states,
                   bool rotated, ComputePool& pool, const std::atomic<bool>* cancel)
    : n_keys_(states.n_rows), width_(weights.config().denoiser.width) {
    const TransformerConfig& c = weights.config().denoiser;
    const int64_t n_panels = panels_for(n_keys_);
    memory_ = MappedMemory(static_cast<size_t>(c.n_layers * n_panels * 2 * width_ * kPanelRows) * sizeof(float));
    const PanelRotary rotary =
        rotated ? PanelRotary(c.head_dim(), n_keys_, 0, weights.config().patch_frames) : PanelRotary();
    BlockOps ops;
    Graph graph(weights.blocks.size() * 4 + 8);
    ggml_context* ctx = graph.context();
    ggml_tensor* in = Graph::input(new_panels(ctx, std::ssize(states.normed) / n_keys_, n_panels));
    for (int64_t i = 0; i < c.n_layers; ++i) {
        const DenoiserBlock& block = weights.blocks[static_cast<size_t>(i)];
        const SourceWeights& w = block.*source;
        ggml_tensor* both = panel_linear(ctx, {w.k, w.v}, in);
        both->data = layer(i);  // computed in place
        graph.output(panel_heads(ctx, both,
                                 ops.heads.emplace_back(PanelHeadsOp{.n_heads = c.n_heads,
                                                                     .head_dim = c.head_dim(),
                                                                     .eps = weights.config().norm_eps,
                                                                     .gain = echo_tts::values(block.attention.k_norm),
                                                                     .n_rotated = rotated ? c.n_heads / 2 : 0,
                                                                     .rotary = &rotary,
                                                                     .lane_panels = n_panels})));
    }
    graph.allocate(pool);
    rows_to_panels(states.normed, in->ne[1], static_cast<float*>(in->data));
    if (!graph.compute(cancel)) {
        *this = KeyCache();
    }
}

float* KeyCache::layer(int64_t i) const {
    return reinterpret_cast<float*>(memory_.data()) + i * panels_for(n_keys_) * 2 * width_ * kPanelRows;
}

KeySource KeyCache::source(int64_t i, int64_t n, float scale) const {
    const float* keys = layer(i);
    return {.keys = keys,
            .values = keys + width_ * kPanelRows,
            .panel_stride = 2 * width_ * kPanelRows,
            .n_keys = n,
            .scale = scale};
}

std::vector<float> KeyCache::rows(int64_t i, int64_t first_channel) const {
    std::vector<float> out(static_cast<size_t>(n_keys_ * width_));
    for (int64_t row = 0; row < n_keys_; ++row) {
        const float* column =
            layer(i) + (row / kPanelRows * 2 * width_ + first_channel) * kPanelRows + row % kPanelRows;
        for (int64_t c = 0; c < width_; ++c) {
            out[static_cast<size_t>(row * width_ + c)] = column[c * kPanelRows];
        }
    }
    return out;
}

Magnitude KeyCache::magnitude(int64_t i, int64_t first_channel) const {
    const std::vector<float> all = rows(i, first_channel);
    Magnitude m = magnitude_of(all);
    double sum = 0;
    for (const float v : all) {
        sum += std::isfinite(v) ? static_cast<double>(v) : 0.0;
    }
    const double mean = sum / static_cast<double>(all.size());
    m.rms = static_cast<float>(std::sqrt(std::max(0.0, static_cast<double>(m.rms) * m.rms - mean * mean)));
    return m;
}

}  // namespace phonoscope::echo_tts
