#include "models/qwen3_tts/decoder_stack.hpp"

#include "ops/linear.hpp"

namespace phonoscope::qwen3_tts {

namespace {
const float* values(const ggml_tensor* t) { return static_cast<const float*>(t->data); }
}  // namespace

StackWeights load_stack(Weights& weights, const std::string& prefix, const TransformerConfig& c) {
    StackWeights stack{.config = c, .layers = {}, .output_norm = weights.f32(prefix + "output_norm.weight", {c.width})};
    const int64_t q_width = c.n_heads * c.head_dim;
    const int64_t kv_width = c.n_kv_heads * c.head_dim;
    for (int64_t i = 0; i < c.n_layers; ++i) {
        const std::string p = prefix + "blk." + std::to_string(i) + ".";
        stack.layers.push_back({
            .attn_norm = weights.f32(p + "attn_norm.weight", {c.width}),
            .q = weights.matrix(p + "attn_q.weight", {c.width, q_width}),
            .k = weights.matrix(p + "attn_k.weight", {c.width, kv_width}),
            .v = weights.matrix(p + "attn_v.weight", {c.width, kv_width}),
            .q_norm = weights.f32(p + "attn_q_norm.weight", {c.head_dim}),
            .k_norm = weights.f32(p + "attn_k_norm.weight", {c.head_dim}),
            .attn_output = weights.matrix(p + "attn_output.weight", {q_width, c.width}),
            .ffn_norm = weights.f32(p + "ffn_norm.weight", {c.width}),
            .gate = weights.matrix(p + "ffn_gate.weight", {c.width, c.ffn_width}),
            .up = weights.matrix(p + "ffn_up.weight", {c.width, c.ffn_width}),
            .down = weights.matrix(p + "ffn_down.weight", {c.ffn_width, c.width}),
        });
    }
    return stack;
}

std::vector<ggml_tensor*> streamed_matrices(const StackWeights& stack) {
    std::vector<ggml_tensor*> out;
    for (const LayerWeights& w : stack.layers) {
        out.insert(out.end(), {w.q, w.k, w.v, w.attn_output, w.gate, w.up, w.down});
    }
    return out;
}

DecoderStack::DecoderStack(const StackWeights& weights, int64_t capacity, bool half_precision, int n_threads)
    : weights_(&weights),
      cache_(weights.config.n_layers, weights.config.n_kv_heads, capacity, weights.config.head_dim, half_precision),
      rotary_(weights.config.head_dim, weights.config.rope_theta),
      scratch_(n_threads, weights.config.head_dim, capacity) {}

ggml_tensor* DecoderStack::build(ggml_context* context, ggml_tensor* x, Step& step, StackOps& ops) {
    const TransformerConfig& c = config();
    step.n_layers = c.n_layers;
    // Normalisations are numbered in graph order, two a layer and the final one: see operation_of().
    int64_t operation = 0;
    const auto add_norm = [&](ggml_tensor* in, const ggml_tensor* weight, int64_t watched_layer) {
        NormOp& op = ops.norms.emplace_back(NormOp{.eps = c.rms_eps,
                                                   .weight = values(weight),
                                                   .watched_layer = watched_layer,
                                                   .operation = operation++,
                                                   .step = &step});
        return norm(context, in, op);
    };
    for (int64_t i = 0; i < c.n_layers; ++i) {
        const LayerWeights& w = weights_->layers[static_cast<size_t>(i)];
        ggml_tensor* h = add_norm(x, w.attn_norm, i - 1);
        AttentionOp& op = ops.attentions.emplace_back(AttentionOp{.layer = i,
                                                                  .n_heads = c.n_heads,
                                                                  .n_kv_heads = c.n_kv_heads,
                                                                  .head_dim = c.head_dim,
                                                                  .norm_eps = c.rms_eps,
                                                                  .q_norm = values(w.q_norm),
                                                                  .k_norm = values(w.k_norm),
                                                                  .cache = &cache_,
                                                                  .rotary = &rotary_,
                                                                  .step = &step,
                                                                  .scratch = &scratch_});
        const int64_t rows = x->ne[1];
        ggml_tensor* qkv = linear_concat(context, {w.q, w.k, w.v}, h);
        const auto part = [&](const ggml_tensor* weight, int64_t offset) {
            return ggml_view_2d(context, qkv, weight->ne[1], rows, qkv->nb[1],
                                static_cast<size_t>(offset) * sizeof(float));
        };
        ggml_tensor* a =
            attention(context, part(w.q, 0), part(w.k, w.q->ne[1]), part(w.v, w.q->ne[1] + w.k->ne[1]), op);
        x = linear_add(context, w.attn_output, a, x);
        h = add_norm(x, w.ffn_norm, -1);
        x = linear_add(context, w.down, linear_swiglu(context, w.gate, w.up, h), x);
    }
    return add_norm(x, weights_->output_norm, c.n_layers - 1);
}

StackOperation DecoderStack::operation_of(int64_t first_nonfinite) const {
    const int64_t norm_index = first_nonfinite >> 32;
    if (norm_index == 0) {
        return {.layer = 0, .name = "input embedding"};
    }
    // Norm 2i+1 reads what attention of layer i left, norm 2i+2 what its feed-forward network left.
    return {.layer = (norm_index - 1) / 2, .name = norm_index % 2 == 1 ? "attention" : "feed-forward"};
}

}  // namespace phonoscope::qwen3_tts
