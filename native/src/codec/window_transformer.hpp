// The causal transformer of a codec: pre-norm layers with sliding-window attention over a ring of past keys and values,
// SwiGLU, and a learnt scale on each branch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codec/node_graph.hpp"
#include "codec/rotary.hpp"
#include "codec/stage_probe.hpp"
#include "ops/weight_packer.hpp"

namespace phonoscope::codec {

struct WindowTransformerConfig {
    int64_t n_layers = 0;
    int64_t width = 0;
    int64_t ffn_width = 0;
    int64_t n_heads = 0;
    int64_t n_kv_heads = 0;
    Rotary rotary;       // knows the width of a head
    int64_t window = 0;  // positions that a row sees, its own among them
    float rms_eps = 0;

    int64_t head_dim() const { return rotary.head_dim; }
    // Throws ModelFileError in the name of `file` when the dimensions do not fit together.
    void check(const GgufFile& file) const;
};

struct TransformerLayerWeights {
    std::vector<float> attention_norm;
    ConvWeights qkv;  // queries, keys, values stacked
    ConvWeights attention_output;
    std::vector<float> attention_scale;
    std::vector<float> ffn_norm;
    ConvWeights gate_up;  // gate, up stacked
    ConvWeights down;
    std::vector<float> ffn_scale;
};

struct WindowTransformerWeights {
    // Reads `prefix`blk.N.{attn_norm, attn_q, attn_k, attn_v, attn_output, ffn_norm, ffn_gate, ffn_up,
    // ffn_down}.weight, `prefix`blk.N.{attn_scale, ffn_scale} and `prefix`norm.weight.
    WindowTransformerWeights(WeightPacker& packer, const std::string& prefix, const WindowTransformerConfig& config);

    WindowTransformerConfig config;
    std::vector<TransformerLayerWeights> layers;
    std::vector<float> norm;
};

// Keys (after rotation) and values of one layer, [position % n_rows][keys | values].
struct KeyValueRing {
    KeyValueRing(int64_t rows, int64_t width)
        : n_rows(rows), stride(2 * width), data(static_cast<size_t>(rows * stride)) {}
    int64_t n_rows;
    int64_t stride;
    std::vector<float> data;
    float* keys(int64_t position) { return data.data() + position % n_rows * stride; }
    float* values(int64_t position) { return keys(position) + stride / 2; }
};

// What a transformer remembers, and its working memory for steps of at most `max_rows` rows.
struct WindowTransformerState {
    WindowTransformerState(const WindowTransformerConfig& transformer, int64_t max_rows);
    // Forgets all positions: what the rings still hold is seen by none.
    void reset() { position = 0; }
    // Before a step of `n_rows` rows: prepares their rotations.
    void begin(int64_t n_rows);

    WindowTransformerConfig config;
    int64_t position = 0;  // of the first row of this step; the caller moves it on after the step
    std::vector<KeyValueRing> rings;
    std::vector<float> rotations;  // [row][head_dim / 2][cos, sin]
    std::vector<float> scores;     // attention's working memory, [row][head][visible position]
};

// y = x / sqrt(mean(x^2) + eps) weight, row by row.
ggml_tensor* rms_norm(NodeGraph& graph, const LayerKernels& kernels, ggml_tensor* x, const std::vector<float>& weight,
                      float eps);

// The layers over the rows of `x`, without the final norm; `probes` look at the residual stream after each.
ggml_tensor* window_transformer(NodeGraph& graph, const LayerKernels& kernels, const WindowTransformerWeights& weights,
                                WindowTransformerState& state, ggml_tensor* x, ProbeNodes& probe_nodes,
                                std::vector<StageProbe>& probes);

}  // namespace phonoscope::codec
