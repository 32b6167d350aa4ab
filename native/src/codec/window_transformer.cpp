#include "codec/window_transformer.hpp"

#include <algorithm>
#include <cmath>

namespace phonoscope::codec {

namespace {

int64_t padded_window(const WindowTransformerConfig& c) { return (c.window + 15) / 16 * 16; }

ggml_tensor* attention(NodeGraph& graph, const LayerKernels& kernels, const TransformerLayerWeights& layer,
                       WindowTransformerState& state, size_t index, ggml_tensor* x) {
    const WindowTransformerConfig& c = state.config;
    const int64_t rows = x->ne[1];
    const int64_t query_width = c.n_heads * c.head_dim();
    const int64_t key_width = c.n_kv_heads * c.head_dim();
    KeyValueRing* ring = &state.rings[index];
    ggml_tensor* qkv = graph.conv({.weights = layer.qkv, .rows = rows, .input = x});

    // Rotates queries in place and keys into the ring.
    graph.effect({qkv}, rows, [=, &c, &state](float* /*unused*/, int64_t row) {
        float* q = static_cast<float*>(qkv->data) + row * qkv->ne[0];
        const float* k = q + query_width;
        const float* rotation = state.rotations.data() + row * c.head_dim();
        const int64_t position = state.position + row;
        for (int64_t h = 0; h < c.n_heads; ++h) {
            c.rotary.rotate(q + h * c.head_dim(), rotation, q + h * c.head_dim());
        }
        for (int64_t h = 0; h < c.n_kv_heads; ++h) {
            c.rotary.rotate(k + h * c.head_dim(), rotation, ring->keys(position) + h * c.head_dim());
        }
        std::copy_n(k + key_width, key_width, ring->values(position));
    });

    const int64_t window = padded_window(c);
    return graph.node(
        row_stride(query_width), rows, {qkv}, rows * c.n_heads,
        [=, &c, &state, kernel = kernels.window_attention](float* out, int64_t unit) {
            const int64_t row = unit / c.n_heads;
            const int64_t head = unit % c.n_heads;
            const int64_t kv_offset = head / (c.n_heads / c.n_kv_heads) * c.head_dim();
            WindowAttentionTask task;
            task.query = static_cast<const float*>(qkv->data) + row * qkv->ne[0] + head * c.head_dim();
            task.keys = ring->data.data() + kv_offset;
            task.values = task.keys + ring->stride / 2;
            task.ring_stride = ring->stride;
            task.ring_rows = ring->n_rows;
            task.last = state.position + row;
            task.first = std::max<int64_t>(0, task.last - c.window + 1);
            task.head_dim = c.head_dim();
            task.scale = 1.0F / std::sqrt(static_cast<float>(c.head_dim()));
            task.scores = state.scores.data() + unit * window;
            task.out = out + row * row_stride(query_width) + head * c.head_dim();
            kernel(task);
        },
        2 * window * c.head_dim());
}

ggml_tensor* swiglu(NodeGraph& graph, const LayerKernels& kernels, const TransformerLayerWeights& layer, int64_t width,
                    ggml_tensor* x) {
    const int64_t rows = x->ne[1];
    ggml_tensor* gate_up = graph.conv({.weights = layer.gate_up, .rows = rows, .input = x});
    return graph.node(row_stride(width), rows, {gate_up}, rows,
                      [gate_up, width, kernel = kernels.swiglu](float* out, int64_t row) {
                          const float* gate = static_cast<const float*>(gate_up->data) + row * gate_up->ne[0];
                          kernel(gate, gate + width, width, out + row * row_stride(width));
                      });
}

}  // namespace

void WindowTransformerConfig::check(const GgufFile& file) const {
    constexpr int64_t kMostLayers = 1024;
    constexpr int64_t kLongestWindow = 1 << 14;
    if (n_layers > kMostLayers || n_heads % n_kv_heads != 0 || head_dim() % 2 != 0 || window > kLongestWindow) {
        file.refuse("the codec's transformer dimensions do not fit together (layers " + std::to_string(n_layers) +
                    ", heads " + std::to_string(n_heads) + "/" + std::to_string(n_kv_heads) + " x " +
                    std::to_string(head_dim()) + ", window " + std::to_string(window) + ")");
    }
}

WindowTransformerWeights::WindowTransformerWeights(WeightPacker& packer, const std::string& prefix,
                                                   const WindowTransformerConfig& c)
    : config(c) {
    const int64_t query_width = c.n_heads * c.head_dim();
    const int64_t key_width = c.n_kv_heads * c.head_dim();
    for (size_t i = 0; i < static_cast<size_t>(c.n_layers); ++i) {
        const std::string p = prefix + "blk." + std::to_string(i) + ".";
        TransformerLayerWeights& layer = layers.emplace_back();
        layer.attention_norm = packer.channels(p + "attn_norm.weight", c.width);
        layer.qkv =
            packer.dense({{p + "attn_q", query_width}, {p + "attn_k", key_width}, {p + "attn_v", key_width}}, c.width);
        layer.attention_output = packer.dense({{p + "attn_output", c.width}}, query_width);
        layer.attention_scale = packer.padded(packer.channels(p + "attn_scale", c.width));
        layer.ffn_norm = packer.channels(p + "ffn_norm.weight", c.width);
        layer.gate_up = packer.dense({{p + "ffn_gate", c.ffn_width}, {p + "ffn_up", c.ffn_width}}, c.width);
        layer.down = packer.dense({{p + "ffn_down", c.width}}, c.ffn_width);
        layer.ffn_scale = packer.padded(packer.channels(p + "ffn_scale", c.width));
    }
    norm = packer.channels(prefix + "norm.weight", c.width);
}

WindowTransformerState::WindowTransformerState(const WindowTransformerConfig& transformer, int64_t max_rows)
    : config(transformer),
      rings(static_cast<size_t>(config.n_layers),
            KeyValueRing(config.window - 1 + max_rows, config.n_kv_heads * config.head_dim())),
      rotations(static_cast<size_t>(max_rows * config.head_dim())),
      scores(static_cast<size_t>(max_rows * config.n_heads * padded_window(config))) {}

void WindowTransformerState::begin(int64_t n_rows) {
    config.rotary.fill(position, std::span(rotations).first(static_cast<size_t>(n_rows * config.head_dim())));
}

ggml_tensor* rms_norm(NodeGraph& graph, const LayerKernels& kernels, ggml_tensor* x, const std::vector<float>& weight,
                      float eps) {
    return graph.node(x->ne[0], x->ne[1], {x}, x->ne[1],
                      [x, weight = weight.data(), eps, width = static_cast<int64_t>(weight.size()),
                       kernel = kernels.rms_norm](float* out, int64_t row) {
                          kernel(static_cast<const float*>(x->data) + row * x->ne[0], weight, eps, width,
                                 out + row * x->ne[0]);
                      });
}

ggml_tensor* window_transformer(NodeGraph& graph, const LayerKernels& kernels, const WindowTransformerWeights& weights,
                                WindowTransformerState& state, ggml_tensor* x, ProbeNodes& probe_nodes,
                                std::vector<StageProbe>& probes) {
    const WindowTransformerConfig& c = weights.config;
    const int64_t rows = x->ne[1];
    for (size_t i = 0; i < weights.layers.size(); ++i) {
        const TransformerLayerWeights& layer = weights.layers[i];
        ggml_tensor* normed = rms_norm(graph, kernels, x, layer.attention_norm, c.rms_eps);
        x = graph.conv({.weights = layer.attention_output,
                        .rows = rows,
                        .input = attention(graph, kernels, layer, state, i, normed),
                        .scale = &layer.attention_scale,
                        .residual = x});
        normed = rms_norm(graph, kernels, x, layer.ffn_norm, c.rms_eps);
        x = graph.conv({.weights = layer.down,
                        .rows = rows,
                        .input = swiglu(graph, kernels, layer, c.ffn_width, normed),
                        .scale = &layer.ffn_scale,
                        .residual = x});
        probe_nodes.add(probes[i], x);
    }
    return x;
}

}  // namespace phonoscope::codec
