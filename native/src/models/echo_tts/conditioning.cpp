#include "models/echo_tts/conditioning.hpp"

#include <bit>
#include <cmath>

#include "ops/panels.hpp"

namespace phonoscope::echo_tts {

namespace {

constexpr float kFirstTimestep = 0.999F;
constexpr float kUnscaled = 1;

const float* values(const ggml_tensor* t) { return static_cast<const float*>(t->data); }

}  // namespace

std::vector<float> timestep_schedule(int64_t n_steps) {
    const float step = -1.0F / static_cast<float>(n_steps);
    std::vector<float> t(static_cast<size_t>(n_steps + 1));
    for (int64_t i = 0; i <= n_steps; ++i) {
        // Each half counts from its own end.
        const float even =
            i < (n_steps + 1) / 2 ? 1.0F + step * static_cast<float>(i) : 0.0F - step * static_cast<float>(n_steps - i);
        t[static_cast<size_t>(i)] = even * kFirstTimestep;
    }
    return t;
}

float round_to_bf16(float value) {
    const auto bits = std::bit_cast<uint32_t>(value);
    return std::bit_cast<float>((bits + 0x7fffU + (bits >> 16 & 1U)) & 0xffff0000U);
}

std::vector<float> embed_timestep(float t, int64_t width) {
    const int64_t half = width / 2;
    std::vector<float> out(static_cast<size_t>(width));
    for (int64_t j = 0; j < half; ++j) {
        const float exponent = -std::log(10000.0F) * static_cast<float>(j) / static_cast<float>(half);
        const float angle = t * (1000.0F * std::exp(exponent));
        out[static_cast<size_t>(j)] = std::cos(angle);
        out[static_cast<size_t>(half + j)] = std::sin(angle);
    }
    return out;
}

std::optional<Conditioning> Conditioning::prepare(const EchoWeights& weights, std::span<const float> timesteps,
                                                  ComputePool& pool, const std::atomic<bool>* cancel) {
    const EchoConfig& config = weights.config();
    Conditioning c;
    c.n_steps_ = std::ssize(timesteps);
    c.n_layers_ = config.denoiser.n_layers;
    c.width_ = config.denoiser.width;
    // The steps are the rows.
    const int64_t n_panels = panels_for(c.n_steps_);
    Graph graph(weights.blocks.size() * 40 + 16);
    ggml_context* ctx = graph.context();
    ggml_tensor* in = Graph::input(new_panels(ctx, config.timestep_width, n_panels));
    ggml_tensor* h = panel_silu(ctx, panel_linear(ctx, {weights.cond[0]}, in));
    h = panel_silu(ctx, panel_linear(ctx, {weights.cond[1]}, h));
    ggml_tensor* embedded = graph.output(panel_linear(ctx, {weights.cond[2]}, h));
    ggml_tensor* activated = panel_silu(ctx, embedded);
    std::vector<ggml_tensor*> refined;  // [layer][branch][part]
    for (const DenoiserBlock& block : weights.blocks) {
        for (const AdaptiveNorm* norm : {&block.attention_norm, &block.ffn_norm}) {
            for (int64_t part = 0; part < 3; ++part) {
                const LowRank& w = (*norm)[static_cast<size_t>(part)];
                ggml_tensor* down =
                    panel_linear(ctx, {w.down}, panel_channels(ctx, activated, part * c.width_, c.width_));
                ggml_tensor* up = panel_add_bias(ctx, panel_linear(ctx, {w.up}, down), w.bias, kUnscaled);
                // Elementwise over matching strides; the view is only read.
                refined.push_back(
                    graph.output(ggml_add(ctx, up, panel_channels(ctx, embedded, part * c.width_, c.width_))));
            }
        }
    }
    graph.allocate(pool);
    std::vector<float> rows;
    for (const float t : timesteps) {
        const std::vector<float> row = embed_timestep(t, config.timestep_width);
        rows.insert(rows.end(), row.begin(), row.end());
    }
    rows_to_panels(rows, config.timestep_width, static_cast<float*>(in->data));
    if (!graph.compute(cancel)) {
        return std::nullopt;
    }
    c.embedded_.resize(static_cast<size_t>(c.n_steps_ * 3 * c.width_));
    panels_to_rows(values(embedded), 3 * c.width_, c.embedded_);
    c.table_.resize(static_cast<size_t>(c.n_steps_) * refined.size() * static_cast<size_t>(c.width_));
    std::vector<float> part_rows(static_cast<size_t>(c.n_steps_ * c.width_));
    for (size_t part = 0; part < refined.size(); ++part) {
        panels_to_rows(values(refined[part]), c.width_, part_rows);
        for (int64_t step = 0; step < c.n_steps_; ++step) {
            float* out =
                c.table_.data() + (static_cast<size_t>(step) * refined.size() + part) * static_cast<size_t>(c.width_);
            for (int64_t i = 0; i < c.width_; ++i) {
                const float v = part_rows[static_cast<size_t>(step * c.width_ + i)];
                out[i] = part % 3 == 0 ? v : part % 3 == 1 ? 1.0F + v : std::tanh(v);
            }
        }
    }
    return c;
}

Modulation Conditioning::at(int64_t step, int64_t layer, int64_t branch) const {
    const float* shift = table_.data() + ((step * n_layers_ + layer) * 2 + branch) * 3 * width_;
    return {.shift = shift, .gain = shift + width_, .gate = shift + 2 * width_};
}

std::span<const float> Conditioning::embedded(int64_t step) const {
    return std::span<const float>(embedded_).subspan(static_cast<size_t>(step * 3 * width_),
                                                     static_cast<size_t>(3 * width_));
}

}  // namespace phonoscope::echo_tts
