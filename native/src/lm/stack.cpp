#include "lm/stack.hpp"

#include <algorithm>

#include "ops/linear.hpp"

namespace phonoscope::lm {

namespace {

const float* values(const ggml_tensor* t) { return t == nullptr ? nullptr : static_cast<const float*>(t->data); }

ggml_tensor* add_bias(ggml_context* context, ggml_tensor* y, const Linear& layer) {
    return layer.bias == nullptr ? y : ggml_add(context, y, layer.bias);
}

// Operations that can meet a value which is not finite are numbered in the order of data, three a layer: the norm before
// the branches, the mixer, the norm before the feed-forward network; then the final norm.
constexpr int64_t kOperationsPerLayer = 3;

MixerWeights load_mixer(Weights& w, const std::string& p, const StackConfig& c) {
    const MambaConfig& m = *c.mixer;
    MixerWeights mixer{.in = load_linear(w, p + "ssm_in", c.width, m.projected_width()),
                       .out = load_linear(w, p + "ssm_out", m.inner_width(), c.width),
                       .conv_weight = std::vector<float>(static_cast<size_t>(m.window_size())),
                       .conv_bias = w.f32(p + "ssm_conv1d.bias", {m.conv_width()}),
                       .a = w.f32(p + "ssm_a", {m.n_heads}),
                       .d = w.f32(p + "ssm_d", {m.n_heads}),
                       .dt_bias = w.f32(p + "ssm_dt.bias", {m.n_heads}),
                       .norm = m.norms_output ? w.f32(p + "ssm_norm.weight", {m.inner_width()}) : nullptr};
    const float* stored = values(w.f32(p + "ssm_conv1d.weight", {m.n_taps, m.conv_width()}));
    for (int64_t channel = 0; channel < m.conv_width(); ++channel) {
        for (int64_t tap = 0; tap < m.n_taps; ++tap) {
            mixer.conv_weight[static_cast<size_t>(tap * m.conv_width() + channel)] = *stored++;
        }
    }
    return mixer;
}

}  // namespace

Linear load_linear(Weights& w, const std::string& name, int64_t n_in, int64_t n_out) {
    return {.weight = w.matrix(name + ".weight", {n_in, n_out}),
            .bias = w.has(name + ".bias") ? w.f32(name + ".bias", {n_out}) : nullptr};
}

StackWeights load_stack(Weights& w, const std::string& prefix, const StackConfig& c) {
    StackWeights stack{.config = c, .layers = {}, .output_norm = w.f32(prefix + "output_norm.weight", {c.width})};
    const int64_t q_width = c.n_heads * c.head_dim;
    const int64_t kv_width = c.n_kv_heads * c.head_dim;
    for (int64_t i = 0; i < c.n_layers; ++i) {
        const std::string p = prefix + "blk." + std::to_string(i) + ".";
        LayerWeights layer{.attn_norm = w.f32(p + "attn_norm.weight", {c.width}),
                           .q = load_linear(w, p + "attn_q", c.width, q_width),
                           .k = load_linear(w, p + "attn_k", c.width, kv_width),
                           .v = load_linear(w, p + "attn_v", c.width, kv_width),
                           .attn_output = load_linear(w, p + "attn_output", q_width, c.width),
                           .q_norm = c.norms_qk ? w.f32(p + "attn_q_norm.weight", {c.head_dim}) : nullptr,
                           .k_norm = c.norms_qk ? w.f32(p + "attn_k_norm.weight", {c.head_dim}) : nullptr,
                           .mixer = std::nullopt,
                           .ffn_norm = w.f32(p + "ffn_norm.weight", {c.width}),
                           .gate = load_linear(w, p + "ffn_gate", c.width, c.ffn_width),
                           .up = load_linear(w, p + "ffn_up", c.width, c.ffn_width),
                           .down = load_linear(w, p + "ffn_down", c.ffn_width, c.width)};
        if (c.mixer) {
            layer.mixer = load_mixer(w, p, c);
        }
        stack.layers.push_back(std::move(layer));
    }
    return stack;
}

std::vector<ggml_tensor*> streamed_matrices(const StackWeights& stack) {
    std::vector<ggml_tensor*> out;
    for (const LayerWeights& w : stack.layers) {
        if (w.mixer) {
            out.insert(out.end(), {w.mixer->in.weight, w.mixer->out.weight});
        }
        out.insert(out.end(), {w.q.weight, w.k.weight, w.v.weight, w.attn_output.weight, w.gate.weight, w.up.weight,
                               w.down.weight});
    }
    return out;
}

ggml_tensor* apply(ggml_context* context, const Linear& layer, ggml_tensor* x) {
    return add_bias(context, linear(context, layer.weight, x), layer);
}

Stack::Stack(const StackWeights& weights, int64_t capacity, bool half_precision, int n_threads)
    : weights_(&weights),
      cache_(weights.config.n_layers, weights.config.n_kv_heads, capacity, weights.config.head_dim, half_precision),
      rotary_(weights.config.head_dim, weights.config.rope_theta, weights.config.rotates_pairs),
      scratch_(n_threads, weights.config.head_dim, capacity) {
    if (weights.config.mixer) {
        mixer_state_ = MambaState(weights.config.n_layers, *weights.config.mixer);
    }
}

ggml_tensor* Stack::build(Graph& graph, ggml_tensor* x, Step& step, StackOps& ops, BranchProbe* probe) {
    ggml_context* context = graph.context();
    const StackConfig& c = config();
    step.n_layers = c.n_layers;
    const auto add_norm = [&](ggml_tensor* in, const ggml_tensor* weight, int64_t watched_layer, int64_t operation) {
        NormOp& op = ops.norms.emplace_back(NormOp{.eps = c.norm_eps,
                                                   .weight = values(weight),
                                                   .watched_layer = watched_layer,
                                                   .operation = operation,
                                                   .step = &step});
        return norm(context, in, op);
    };
    for (int64_t i = 0; i < c.n_layers; ++i) {
        const LayerWeights& w = weights_->layers[static_cast<size_t>(i)];
        ggml_tensor* h = add_norm(x, w.attn_norm, i - 1, kOperationsPerLayer * i);
        ggml_tensor* heads = attend(context, h, i, step, ops);
        if (!w.mixer && probe == nullptr && w.attn_output.bias == nullptr) {
            x = linear_add(context, w.attn_output.weight, heads, x);  // the same sum in one node
        } else {
            ggml_tensor* branches = apply(context, w.attn_output, heads);
            if (probe != nullptr) {
                probe->attention.push_back(graph.output(branches));
            }
            if (w.mixer) {
                ggml_tensor* mixed = mix(context, h, i, step, ops);
                if (probe != nullptr) {
                    probe->mixer.push_back(graph.output(mixed));
                }
                branches = ggml_add(context, mixed, branches);
            }
            x = ggml_add(context, x, branches);
        }
        h = add_norm(x, w.ffn_norm, -1, kOperationsPerLayer * i + 2);
        x = feed_forward(context, h, x, i);
    }
    return add_norm(x, weights_->output_norm, c.n_layers - 1, kOperationsPerLayer * c.n_layers);
}

ggml_tensor* Stack::attend(ggml_context* context, ggml_tensor* h, int64_t layer, Step& step, StackOps& ops) {
    const StackConfig& c = config();
    const LayerWeights& w = weights_->layers[static_cast<size_t>(layer)];
    AttentionOp& op = ops.attentions.emplace_back(AttentionOp{.layer = layer,
                                                              .n_heads = c.n_heads,
                                                              .n_kv_heads = c.n_kv_heads,
                                                              .head_dim = c.head_dim,
                                                              .norm_eps = c.norm_eps,
                                                              .q_norm = values(w.q_norm),
                                                              .k_norm = values(w.k_norm),
                                                              .rotates_pairs = c.rotates_pairs,
                                                              .cache = &cache_,
                                                              .rotary = &rotary_,
                                                              .step = &step,
                                                              .scratch = &scratch_});
    const ReadAhead& ahead =
        ops.ahead.emplace_back([&op](int64_t part, int64_t n_parts) { read_ahead(op, part, n_parts); });
    ggml_tensor* qkv = linear_concat(context, {w.q.weight, w.k.weight, w.v.weight}, h, &ahead);
    int64_t offset = 0;
    const auto part = [&](const Linear& layer_weights) {
        ggml_tensor* y = ggml_view_2d(context, qkv, layer_weights.weight->ne[1], h->ne[1], qkv->nb[1],
                                      static_cast<size_t>(offset) * sizeof(float));
        offset += layer_weights.weight->ne[1];
        return add_bias(context, y, layer_weights);
    };
    ggml_tensor* q = part(w.q);
    ggml_tensor* k = part(w.k);
    ggml_tensor* v = part(w.v);
    return attention(context, q, k, v, op);
}

ggml_tensor* Stack::mix(ggml_context* context, ggml_tensor* h, int64_t layer, Step& step, StackOps& ops) {
    const MixerWeights& w = *weights_->layers[static_cast<size_t>(layer)].mixer;
    MambaOp& op = ops.mixers.emplace_back(MambaOp{.config = *config().mixer,
                                                  .layer = layer,
                                                  .operation = kOperationsPerLayer * layer + 1,
                                                  .norm_eps = config().norm_eps,
                                                  .conv_weight = w.conv_weight.data(),
                                                  .conv_bias = values(w.conv_bias),
                                                  .a = values(w.a),
                                                  .d = values(w.d),
                                                  .dt_bias = values(w.dt_bias),
                                                  .norm_weight = values(w.norm),
                                                  .state = &mixer_state_,
                                                  .step = &step,
                                                  .mamba_step = &ops.mamba_step});
    return apply(context, w.out, mamba(context, apply(context, w.in, h), op));
}

ggml_tensor* Stack::feed_forward(ggml_context* context, ggml_tensor* h, ggml_tensor* residual, int64_t layer) {
    const LayerWeights& w = weights_->layers[static_cast<size_t>(layer)];
    ggml_tensor* inner =
        w.gate.bias == nullptr && w.up.bias == nullptr
            ? linear_swiglu(context, w.gate.weight, w.up.weight, h)
            : ggml_mul(context, ggml_silu(context, apply(context, w.gate, h)), apply(context, w.up, h));
    return add_bias(context, linear_add(context, w.down.weight, inner, residual), w.down);
}

StackOperation Stack::operation_of(int64_t first_nonfinite) const {
    const int64_t operation = first_nonfinite >> 32;
    if (operation == 0) {
        return {.layer = 0, .name = "input embedding"};
    }
    switch (operation % kOperationsPerLayer) {
        case 0: return {.layer = operation / kOperationsPerLayer - 1, .name = "feed-forward"};
        case 1: return {.layer = operation / kOperationsPerLayer, .name = "state-space mixer"};
        default: return {.layer = operation / kOperationsPerLayer, .name = "attention"};
    }
}

}  // namespace phonoscope::lm
