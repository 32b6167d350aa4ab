#include "models/qwen3_tts/codec_graph.hpp"

#include <algorithm>
#include <cmath>

#include "models/qwen3_tts/rotary.hpp"

namespace phonoscope::qwen3_tts {

namespace {

std::string numbered(const std::string& name, size_t i) { return name + std::to_string(i); }

int64_t padded_window(const CodecConfig& c) { return (c.sliding_window + 15) / 16 * 16; }

void look(const CodecSession& session, StageProbe& probe, const float* rows, int64_t stride, int64_t unit) {
    const int64_t frame = unit / probe.n_pieces();
    probe.look(session.weights.layers, rows + frame * probe.rows_per_frame * stride, stride, frame,
               unit % probe.n_pieces(), session.first_position + frame);
}

// Builds the nodes of one graph, for chunks of `n_frames` frames.
class Builder {
   public:
    Builder(NodeGraph& graph, CodecSession& session, int64_t n_frames)
        : g_(graph), s_(session), w_(session.weights), c_(session.weights.config), n_frames_(n_frames) {}

    void advance(std::vector<RowHistory*> histories, std::vector<int64_t> rows);
    void quantizer();
    ggml_tensor* transformer();
    void upsamples(ggml_tensor* x);
    void vocoder_input();
    void block(size_t index);
    void mono();

   private:
    ggml_tensor* attention(ggml_tensor* x, size_t layer);
    ggml_tensor* feed_forward(ggml_tensor* x, const CodecLayerWeights& layer);
    ggml_tensor* rms_norm(ggml_tensor* x, const std::vector<float>& weight, float eps);
    void probe(StageProbe& p, ggml_tensor* x);
    void probe(StageProbe& p, RowHistory& x);

    NodeGraph& g_;
    CodecSession& s_;
    const CodecWeights& w_;
    const CodecConfig& c_;
    int64_t n_frames_;
    int64_t rows_ = 0;  // rows of the stage reached so far
};

void Builder::advance(std::vector<RowHistory*> histories, std::vector<int64_t> rows) {
    const auto n = static_cast<int64_t>(histories.size());
    g_.effect({}, n, [histories, rows](float* /*out*/, int64_t i) {
        histories[static_cast<size_t>(i)]->advance(rows[static_cast<size_t>(i)]);
    });
}

void Builder::probe(StageProbe& p, ggml_tensor* x) {
    g_.effect(
        {x}, n_frames_ * p.n_pieces(),
        [this_probe = &p, x, session = &s_](float* /*out*/, int64_t unit) {
            look(*session, *this_probe, static_cast<const float*>(x->data), x->ne[0], unit);
        },
        p.rows_per_frame * p.width / p.n_pieces());
}

void Builder::probe(StageProbe& p, RowHistory& x) {
    g_.effect(
        {}, n_frames_ * p.n_pieces(),
        [this_probe = &p, &x, session = &s_](float* /*out*/, int64_t unit) {
            look(*session, *this_probe, x.read_rows(), x.stride(), unit);
        },
        p.rows_per_frame * p.width / p.n_pieces());
}

void Builder::quantizer() {
    const int64_t width = c_.codebook_dim;
    const auto lookup = [&](int64_t first, int64_t last) {
        return g_.node(row_stride(width), n_frames_, {}, n_frames_,
                       [this_session = &s_, width, first, last](float* out, int64_t frame) {
                           const CodecWeights& weights = this_session->weights;
                           const std::span<float> sum(out + frame * row_stride(width), static_cast<size_t>(width));
                           std::ranges::fill(sum, 0.0F);
                           for (int64_t q = first; q < last; ++q) {
                               const int64_t at = frame * weights.config.n_quantizers + q;
                               weights.add_codeword(q, this_session->codes[static_cast<size_t>(at)], sum);
                           }
                       });
    };
    rows_ = n_frames_;
    ggml_tensor* semantic = g_.conv({.weights = w_.semantic_output, .rows = rows_, .input = lookup(0, 1)});
    g_.conv({.weights = w_.acoustic_output,
             .rows = rows_,
             .input = lookup(1, c_.n_quantizers),
             .residual = semantic,
             .out = &s_.state.pre_conv});
    probe(s_.quantized, s_.state.pre_conv);
}

ggml_tensor* Builder::rms_norm(ggml_tensor* x, const std::vector<float>& weight, float eps) {
    return g_.node(x->ne[0], rows_, {x}, rows_,
                   [x, weight = weight.data(), eps, width = static_cast<int64_t>(weight.size()),
                    kernel = w_.layers.rms_norm](float* out, int64_t row) {
                       kernel(static_cast<const float*>(x->data) + row * x->ne[0], weight, eps, width,
                              out + row * x->ne[0]);
                   });
}

ggml_tensor* Builder::attention(ggml_tensor* x, size_t layer) {
    const TransformerConfig& t = c_.transformer;
    const int64_t query_width = t.n_heads * t.head_dim;
    const int64_t key_width = t.n_kv_heads * t.head_dim;
    KeyValueRing* ring = &s_.state.layers[layer];
    CodecSession* session = &s_;
    ggml_tensor* qkv = g_.conv({.weights = w_.transformer[layer].qkv, .rows = rows_, .input = x});

    // Rotates queries in place and keys into the ring: pairs (i, i + head_dim / 2) of each head.
    const int64_t head_dim = t.head_dim;
    g_.effect({qkv}, rows_, [=, n_heads = t.n_heads, n_kv_heads = t.n_kv_heads](float* /*unused*/, int64_t row) {
        float* q = static_cast<float*>(qkv->data) + row * qkv->ne[0];
        const float* k = q + query_width;
        const float* rotation = session->rotations.data() + row * head_dim;
        const int64_t position = session->state.position + row;
        for (int64_t h = 0; h < n_heads; ++h) {
            rotate_pairs(q + h * head_dim, rotation, head_dim, q + h * head_dim);
        }
        for (int64_t h = 0; h < n_kv_heads; ++h) {
            rotate_pairs(k + h * head_dim, rotation, head_dim, ring->keys(position) + h * head_dim);
        }
        std::copy_n(k + key_width, key_width, ring->values(position));
    });

    const int64_t window = padded_window(c_);
    return g_.node(
        row_stride(query_width), rows_, {qkv}, rows_ * t.n_heads,
        [=, &config = c_, kernel = w_.layers.window_attention](float* out, int64_t unit) {
            const TransformerConfig& tc = config.transformer;
            const int64_t row = unit / tc.n_heads;
            const int64_t head = unit % tc.n_heads;
            const int64_t kv_offset = head / (tc.n_heads / tc.n_kv_heads) * tc.head_dim;
            WindowAttentionTask task;
            task.query = static_cast<const float*>(qkv->data) + row * qkv->ne[0] + head * tc.head_dim;
            task.keys = ring->data.data() + kv_offset;
            task.values = task.keys + ring->stride / 2;
            task.ring_stride = ring->stride;
            task.ring_rows = ring->n_rows;
            task.last = session->state.position + row;
            task.first = std::max<int64_t>(0, task.last - config.sliding_window + 1);
            task.head_dim = tc.head_dim;
            task.scale = 1.0F / std::sqrt(static_cast<float>(tc.head_dim));
            task.scores = session->scores.data() + unit * window;
            task.out = out + row * row_stride(query_width) + head * tc.head_dim;
            kernel(task);
        },
        2 * window * t.head_dim);
}

ggml_tensor* Builder::feed_forward(ggml_tensor* x, const CodecLayerWeights& layer) {
    const int64_t width = c_.transformer.ffn_width;
    ggml_tensor* gate_up = g_.conv({.weights = layer.gate_up, .rows = rows_, .input = x});
    return g_.node(row_stride(width), rows_, {gate_up}, rows_,
                   [gate_up, width, kernel = w_.layers.swiglu](float* out, int64_t row) {
                       const float* gate = static_cast<const float*>(gate_up->data) + row * gate_up->ne[0];
                       kernel(gate, gate + width, width, out + row * row_stride(width));
                   });
}

ggml_tensor* Builder::transformer() {
    ggml_tensor* latent = g_.conv({.weights = w_.pre_conv, .rows = rows_, .history = &s_.state.pre_conv});
    probe(s_.pre_conv, latent);
    ggml_tensor* x = g_.conv({.weights = w_.transformer_input, .rows = rows_, .input = latent});
    const float eps = c_.transformer.rms_eps;
    for (size_t i = 0; i < w_.transformer.size(); ++i) {
        const CodecLayerWeights& layer = w_.transformer[i];
        x = g_.conv({.weights = layer.attention_output,
                     .rows = rows_,
                     .input = attention(rms_norm(x, layer.attention_norm, eps), i),
                     .scale = &layer.attention_scale,
                     .residual = x});
        x = g_.conv({.weights = layer.down,
                     .rows = rows_,
                     .input = feed_forward(rms_norm(x, layer.ffn_norm, eps), layer),
                     .scale = &layer.ffn_scale,
                     .residual = x});
        probe(s_.layer_probes[i], x);
    }
    x = g_.conv({.weights = w_.transformer_output, .rows = rows_, .input = rms_norm(x, w_.transformer_norm, eps)});
    probe(s_.pre_transformer, x);
    return x;
}

void Builder::upsamples(ggml_tensor* x) {
    const int64_t width = c_.latent_width;
    for (size_t i = 0; i < w_.upsamples.size(); ++i) {
        const UpsampleWeights& up = w_.upsamples[i];
        RowHistory& history = s_.state.depthwise[i];
        const bool is_last = i + 1 == w_.upsamples.size();
        x = g_.conv({.weights = up.upsample, .rows = rows_, .input = x, .n_phases = up.ratio});
        rows_ *= up.ratio;
        g_.effect({x}, rows_, [x, width, &history](float* /*out*/, int64_t row) {
            std::copy_n(static_cast<const float*>(x->data) + row * x->ne[0], width,
                        history.new_rows() + row * history.stride());
        });
        const DepthwiseNormTask task{up.depthwise.data(),         up.depthwise_bias.data(),    up.norm_weight.data(),
                                     up.norm_bias.data(),         CodecWeights::kLayerNormEps, width,
                                     CodecWeights::kDepthwiseTaps};
        ggml_tensor* y = g_.node(row_stride(width), rows_, {}, rows_,
                                 [task, &history, width, kernel = w_.layers.depthwise_norm](float* out, int64_t row) {
                                     kernel(task, history.first_tap() + row * history.stride(), history.stride(),
                                            out + row * row_stride(width));
                                 });
        y = g_.conv({.weights = up.expand, .rows = rows_, .input = y, .gelu = true});
        RowHistory* next = is_last ? &s_.state.vocoder_input : nullptr;
        x = g_.conv(
            {.weights = up.contract, .rows = rows_, .input = y, .scale = &up.gamma, .residual = x, .out = next});
        if (is_last) {
            probe(s_.upsamples[i], *next);
        } else {
            probe(s_.upsamples[i], x);
        }
    }
}

void Builder::vocoder_input() {
    ggml_tensor* x = g_.conv({.weights = w_.vocoder_input,
                              .rows = rows_,
                              .history = &s_.state.vocoder_input,
                              .snake = &w_.blocks.front().snake,
                              .activated = &s_.state.blocks.front().upsample});
    probe(s_.vocoder.front(), x);
}

void Builder::block(size_t index) {
    const VocoderBlockWeights& weights = w_.blocks[index];
    VocoderBlockState& state = s_.state.blocks[index];
    if (rows_ == 0) {  // the first block of the frame graph
        rows_ = s_.state.boundary_rows_per_frame;
    }
    ggml_tensor* x = g_.conv({.weights = weights.upsample,
                              .rows = rows_,
                              .history = &state.upsample,
                              .n_phases = weights.rate,
                              .snake = &weights.units.front().snake1,
                              .activated = &state.units.front()});
    rows_ *= weights.rate;
    for (size_t u = 0; u < weights.units.size(); ++u) {
        const ResidualUnitWeights& unit = weights.units[u];
        ggml_tensor* y = g_.conv({.weights = unit.conv1,
                                  .rows = rows_,
                                  .history = &state.units[u],
                                  .dilation = unit.dilation,
                                  .snake = &unit.snake2});
        const SnakeWeights* next_snake = &w_.final_snake;
        RowHistory* next = &s_.state.mono;
        if (u + 1 < weights.units.size()) {
            next_snake = &weights.units[u + 1].snake1;
            next = &state.units[u + 1];
        } else if (index + 1 < w_.blocks.size()) {
            next_snake = &w_.blocks[index + 1].snake;
            next = &s_.state.blocks[index + 1].upsample;
        }
        x = g_.conv(
            {.weights = unit.conv2, .rows = rows_, .input = y, .residual = x, .snake = next_snake, .activated = next});
    }
    probe(s_.vocoder[index + 1], x);
}

void Builder::mono() {
    constexpr int64_t kUnitRows = 64;
    rows_ = c_.hop_samples;
    probe(s_.vocoder[w_.blocks.size() + 1], s_.state.mono);
    const int64_t n_units = (rows_ + kUnitRows - 1) / kUnitRows;
    const int64_t width = s_.vocoder[w_.blocks.size()].width;
    ggml_tensor* audio = g_.node(
        1, rows_, {}, n_units,
        [session = &s_, n_units, width, n_rows = rows_](float* out, int64_t unit) {
            const CodecWeights& weights = session->weights;
            const RowHistory& history = session->state.mono;
            const MonoConvTask task{weights.mono.data(), weights.mono_bias, width, CodecWeights::kVocoderTaps,
                                    history.first_tap(), history.stride(),  out};
            const int64_t begin = n_rows * unit / n_units;
            const int64_t end = n_rows * (unit + 1) / n_units;
            weights.conv.conv_to_mono(task, begin, end);
            std::copy(out + begin, out + end, session->audio.begin() + begin);
        },
        kUnitRows * width * CodecWeights::kVocoderTaps);
    probe(s_.vocoder.back(), audio);
}

}  // namespace

CodecSession::CodecSession(const CodecWeights& codec_weights, int64_t max_frames)
    : weights(codec_weights),
      state(codec_weights.config),
      codes(static_cast<size_t>(max_frames * weights.config.n_quantizers)),
      rotations(static_cast<size_t>(max_frames * weights.config.transformer.head_dim)),
      scores(static_cast<size_t>(max_frames * weights.config.transformer.n_heads * padded_window(weights.config))),
      audio(static_cast<size_t>(weights.config.hop_samples)),
      quantized("quantized", weights.config.quantizer_width, 1, max_frames),
      pre_conv("pre_conv", weights.config.latent_width, 1, max_frames),
      pre_transformer("pre_transformer", weights.config.latent_width, 1, max_frames) {
    const CodecConfig& c = weights.config;
    const auto frames_at_once = [&](size_t stage) { return stage <= state.first_frame_block ? max_frames : 1; };
    for (size_t i = 0; i < weights.transformer.size(); ++i) {
        layer_probes.emplace_back(numbered("layer", i), c.transformer.width, 1, max_frames);
    }
    int64_t rate = 1;
    for (size_t i = 0; i < weights.upsamples.size(); ++i) {
        rate *= weights.upsamples[i].ratio;
        upsamples.emplace_back(numbered("up", i), c.latent_width, rate, max_frames);
    }
    int64_t width = c.decoder_width;
    vocoder.emplace_back("block0", width, rate, max_frames);
    for (size_t i = 0; i < weights.blocks.size(); ++i) {
        rate *= weights.blocks[i].rate;
        width = weights.blocks[i].n_channels;
        vocoder.emplace_back(numbered("block", i + 1), width, rate, frames_at_once(i + 1));
    }
    vocoder.emplace_back(numbered("block", vocoder.size()), width, rate, 1);
    vocoder.emplace_back(numbered("block", vocoder.size()), 1, rate, 1);
}

void build_chunk_graph(NodeGraph& graph, CodecSession& session, int64_t n_frames) {
    CodecState& state = session.state;
    Builder build(graph, session, n_frames);
    std::vector<RowHistory*> histories{&state.pre_conv};
    std::vector<int64_t> rows{n_frames};
    int64_t rate = n_frames;
    for (size_t i = 0; i < state.depthwise.size(); ++i) {
        rate *= session.weights.upsamples[i].ratio;
        histories.push_back(&state.depthwise[i]);
        rows.push_back(rate);
    }
    histories.push_back(&state.vocoder_input);
    rows.push_back(rate);
    for (size_t i = 0; i < state.first_frame_block; ++i) {
        histories.push_back(&state.blocks[i].upsample);
        rows.push_back(rate);
        rate *= session.weights.blocks[i].rate;
        for (RowHistory& unit : state.blocks[i].units) {
            histories.push_back(&unit);
            rows.push_back(rate);
        }
    }
    histories.push_back(&state.boundary());
    rows.push_back(rate);
    build.advance(std::move(histories), std::move(rows));
    build.quantizer();
    build.upsamples(build.transformer());
    build.vocoder_input();
    for (size_t i = 0; i < state.first_frame_block; ++i) {
        build.block(i);
    }
    graph.allocate();
}

void build_frame_graph(NodeGraph& graph, CodecSession& session) {
    CodecState& state = session.state;
    Builder build(graph, session, 1);
    std::vector<RowHistory*> histories;
    std::vector<int64_t> rows;
    int64_t rate = state.boundary_rows_per_frame;
    for (size_t i = state.first_frame_block; i < state.blocks.size(); ++i) {
        if (i > state.first_frame_block) {
            histories.push_back(&state.blocks[i].upsample);
            rows.push_back(rate);
        }
        rate *= session.weights.blocks[i].rate;
        for (RowHistory& unit : state.blocks[i].units) {
            histories.push_back(&unit);
            rows.push_back(rate);
        }
    }
    if (state.first_frame_block < state.blocks.size()) {
        histories.push_back(&state.mono);
        rows.push_back(rate);
    }
    build.advance(std::move(histories), std::move(rows));
    for (size_t i = state.first_frame_block; i < state.blocks.size(); ++i) {
        build.block(i);
    }
    build.mono();
    graph.allocate();
}

}  // namespace phonoscope::qwen3_tts
