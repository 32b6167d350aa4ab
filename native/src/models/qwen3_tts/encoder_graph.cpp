#include "models/qwen3_tts/encoder_graph.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace phonoscope::qwen3_tts {

namespace {

constexpr int64_t kFrames = EncoderSession::kChunkFrames;
constexpr int64_t kRowsAtOnce = 64;  // of an activation between two convolutions

float* row_of(ggml_tensor* t, int64_t row) { return static_cast<float*>(t->data) + row * t->ne[0]; }

class Builder {
   public:
    Builder(codec::NodeGraph& graph, EncoderSession& session)
        : g_(graph), s_(session), w_(session.weights), c_(session.config), rows_(kFrames * c_.hop_samples()) {}

    void advance();
    ggml_tensor* convolutions();
    ggml_tensor* transformer(ggml_tensor* x);
    ggml_tensor* downsample(ggml_tensor* x);
    void quantizers(ggml_tensor* embedding);

   private:
    // ELU of x's rows into `out`; rows after the end of the recording become zero, one row standing for
    // `samples_per_row`.
    void activate(ggml_tensor* x, int64_t width, codec::RowHistory& out, int64_t samples_per_row);
    void activate_in_place(ggml_tensor* x, int64_t width);
    ggml_tensor* layer_norm(ggml_tensor* x, const std::vector<float>& weight, const std::vector<float>& bias);
    ggml_tensor* attention(ggml_tensor* x, const EncoderLayerWeights& weights, codec::KeyValueRing& ring);
    void quantize(ggml_tensor* residual, int64_t quantizer);
    void probe(codec::StageProbe& p, ggml_tensor* x);

    codec::NodeGraph& g_;
    EncoderSession& s_;
    const EncoderWeights& w_;
    const CodecEncoderConfig& c_;
    int64_t rows_;  // rows of the stage reached so far
};

void Builder::advance() {
    std::vector<std::pair<codec::RowHistory*, int64_t>> histories{{&s_.audio, rows_}};
    int64_t rows = rows_;
    for (size_t i = 0; i < s_.stages.size(); ++i) {
        histories.emplace_back(&s_.stages[i].narrow, rows);
        histories.emplace_back(&s_.stages[i].downsample, rows);
        rows /= c_.strides[i];
    }
    histories.emplace_back(&s_.last, rows);
    histories.emplace_back(&s_.downsample, rows);
    const auto n = static_cast<int64_t>(histories.size());
    g_.effect({}, n, [histories](float* /*out*/, int64_t i) {
        const auto& [history, n_rows] = histories[static_cast<size_t>(i)];
        history->advance(n_rows);
    });
    g_.effect({}, 1, [session = &s_](float* /*out*/, int64_t /*unit*/) {
        std::ranges::copy(session->samples, session->audio.new_rows());
    });
}

void Builder::probe(codec::StageProbe& p, ggml_tensor* x) {
    g_.effect({x}, kFrames * p.n_pieces(), [this_probe = &p, x, session = &s_](float* /*out*/, int64_t unit) {
        const int64_t frame = unit / this_probe->n_pieces();
        this_probe->look(session->weights.layers, row_of(x, frame * this_probe->rows_per_frame), x->ne[0], frame,
                         unit % this_probe->n_pieces(), session->first_frame + frame);
    });
}

void Builder::activate(ggml_tensor* x, int64_t width, codec::RowHistory& out, int64_t samples_per_row) {
    const int64_t n_rows = rows_;
    g_.effect({x}, (n_rows + kRowsAtOnce - 1) / kRowsAtOnce, [=, &out, session = &s_](float* /*out*/, int64_t unit) {
        const int64_t first_row = session->first_frame * session->config.hop_samples() / samples_per_row;
        const int64_t n_valid = (session->n_samples + samples_per_row - 1) / samples_per_row - first_row;
        for (int64_t row = unit * kRowsAtOnce; row < std::min(n_rows, (unit + 1) * kRowsAtOnce); ++row) {
            float* to = out.new_rows() + row * out.stride();
            if (row < n_valid) {
                session->weights.layers.elu(row_of(x, row), width, to);
            } else {
                std::fill_n(to, width, 0.0F);
            }
        }
    });
}

void Builder::activate_in_place(ggml_tensor* x, int64_t width) {
    const int64_t n_rows = rows_;
    g_.effect({x}, (n_rows + kRowsAtOnce - 1) / kRowsAtOnce, [=, elu = w_.layers.elu](float* /*out*/, int64_t unit) {
        for (int64_t row = unit * kRowsAtOnce; row < std::min(n_rows, (unit + 1) * kRowsAtOnce); ++row) {
            elu(row_of(x, row), width, row_of(x, row));
        }
    });
}

ggml_tensor* Builder::convolutions() {
    int64_t width = c_.n_filters;
    int64_t samples_per_row = 1;
    ggml_tensor* x = g_.conv({.weights = w_.input, .rows = rows_, .history = &s_.audio});
    for (size_t i = 0; i < w_.stages.size(); ++i) {
        const EncoderStageWeights& stage = w_.stages[i];
        EncoderSession::Stage& state = s_.stages[i];
        activate(x, width, state.narrow, samples_per_row);
        ggml_tensor* y = g_.conv({.weights = stage.narrow, .rows = rows_, .history = &state.narrow});
        activate_in_place(y, width / c_.compress);
        x = g_.conv({.weights = stage.widen, .rows = rows_, .input = y, .residual = x});
        activate(x, width, state.downsample, samples_per_row);
        rows_ /= c_.strides[i];
        samples_per_row *= c_.strides[i];
        width *= 2;
        x = g_.conv(
            {.weights = stage.downsample, .rows = rows_, .history = &state.downsample, .stride = c_.strides[i]});
    }
    activate(x, width, s_.last, samples_per_row);
    x = g_.conv({.weights = w_.last, .rows = rows_, .history = &s_.last});
    probe(s_.seanet, x);
    return x;
}

ggml_tensor* Builder::layer_norm(ggml_tensor* x, const std::vector<float>& weight, const std::vector<float>& bias) {
    return g_.node(x->ne[0], rows_, {x}, rows_,
                   [=, w = weight.data(), b = bias.data(), eps = c_.transformer.norm_eps, width = c_.transformer.width,
                    kernel = w_.layers.layer_norm](float* out, int64_t row) {
                       kernel(row_of(x, row), w, b, eps, width, out + row * x->ne[0]);
                   });
}

ggml_tensor* Builder::attention(ggml_tensor* x, const EncoderLayerWeights& weights, codec::KeyValueRing& ring) {
    const lm::StackConfig& t = c_.transformer;
    const int64_t query_width = t.n_heads * t.head_dim;
    ggml_tensor* qkv = g_.conv({.weights = weights.qkv, .rows = rows_, .input = x});
    g_.effect({qkv}, rows_, [=, &ring, &t, session = &s_](float* /*out*/, int64_t row) {
        float* q = row_of(qkv, row);
        const float* k = q + query_width;
        const float* rotation = session->rotations.data() + row * t.head_dim;
        const int64_t position = session->first_frame * session->config.positions_per_frame + row;
        for (int64_t head = 0; head < t.n_heads; ++head) {
            session->rotary.rotate(q + head * t.head_dim, rotation, q + head * t.head_dim);
        }
        for (int64_t head = 0; head < t.n_kv_heads; ++head) {
            session->rotary.rotate(k + head * t.head_dim, rotation, ring.keys(position) + head * t.head_dim);
        }
        const int64_t key_width = t.n_kv_heads * t.head_dim;
        std::copy_n(k + key_width, key_width, ring.values(position));
    });
    return g_.node(codec::row_stride(query_width), rows_, {qkv}, rows_ * t.n_heads,
                   [=, &ring, &t, session = &s_](float* out, int64_t unit) {
                       const int64_t row = unit / t.n_heads;
                       const int64_t head = unit % t.n_heads;
                       WindowAttentionTask task;
                       task.query = row_of(qkv, row) + head * t.head_dim;
                       task.keys = ring.data.data() + head / (t.n_heads / t.n_kv_heads) * t.head_dim;
                       task.values = task.keys + ring.stride / 2;
                       task.ring_stride = ring.stride;
                       task.ring_rows = ring.n_rows;
                       task.last = session->first_frame * session->config.positions_per_frame + row;
                       task.head_dim = t.head_dim;
                       task.scale = 1.0F / std::sqrt(static_cast<float>(t.head_dim));
                       task.scores = session->scores.data() + unit * ring.n_rows;
                       task.out = out + row * codec::row_stride(query_width) + head * t.head_dim;
                       session->weights.layers.window_attention(task);
                   });
}

ggml_tensor* Builder::transformer(ggml_tensor* x) {
    for (size_t i = 0; i < w_.transformer.size(); ++i) {
        const EncoderLayerWeights& layer = w_.transformer[i];
        ggml_tensor* attended =
            attention(layer_norm(x, layer.attention_norm, layer.attention_norm_bias), layer, s_.layers[i]);
        x = g_.conv({.weights = layer.attention_output,
                     .rows = rows_,
                     .input = attended,
                     .scale = &layer.attention_scale,
                     .residual = x});
        ggml_tensor* y = g_.conv({.weights = layer.up,
                                  .rows = rows_,
                                  .input = layer_norm(x, layer.ffn_norm, layer.ffn_norm_bias),
                                  .gelu = true});
        x = g_.conv({.weights = layer.down, .rows = rows_, .input = y, .scale = &layer.ffn_scale, .residual = x});
    }
    probe(s_.transformer, x);
    return x;
}

// Beyond either end of the recording this convolution sees the outermost position again.
ggml_tensor* Builder::downsample(ggml_tensor* x) {
    const int64_t width = c_.transformer.width;
    const int64_t n_past = c_.downsample_taps - c_.positions_per_frame;
    g_.effect({x}, n_past + rows_, [=, session = &s_](float* /*out*/, int64_t unit) {
        codec::RowHistory& history = session->downsample;
        const int64_t row = unit - n_past;
        const int64_t first_position = session->first_frame * session->config.positions_per_frame;
        if (row < 0 && first_position > 0) {
            return;
        }
        const int64_t last_row = session->n_positions() - 1 - first_position;
        std::copy_n(row_of(x, std::clamp<int64_t>(row, 0, last_row)), width,
                    history.new_rows() + row * history.stride());
    });
    rows_ /= c_.positions_per_frame;
    ggml_tensor* embedding =
        g_.conv({.weights = w_.downsample, .rows = rows_, .history = &s_.downsample, .stride = c_.positions_per_frame});
    probe(s_.downsampled, embedding);
    return embedding;
}

void Builder::quantizers(ggml_tensor* embedding) {
    quantize(g_.conv({.weights = w_.semantic_input, .rows = rows_, .input = embedding}), 0);
    ggml_tensor* residual = g_.conv({.weights = w_.acoustic_input, .rows = rows_, .input = embedding});
    for (int64_t q = 1; q < c_.n_quantizers; ++q) {
        quantize(residual, q);
    }
}

// The nearest codeword of every row, taken off the row.
void Builder::quantize(ggml_tensor* residual, int64_t quantizer) {
    const EncoderCodebook& book = w_.codebooks[static_cast<size_t>(quantizer)];
    ggml_tensor* scores = g_.conv({.weights = book.score, .rows = rows_, .input = residual});
    g_.effect({residual, scores}, rows_, [=, &book, session = &s_](float* /*out*/, int64_t frame) {
        const CodecEncoderConfig& c = session->config;
        const float* score = row_of(scores, frame);
        const int64_t code = std::max_element(score, score + c.codebook_size) - score;
        session->codes[static_cast<size_t>(frame * c.n_quantizers + quantizer)] = static_cast<int32_t>(code);
        float* r = row_of(residual, frame);
        std::transform(r, r + c.codebook_dim, book.vectors.data() + code * c.codebook_dim, r, std::minus<>());
    });
}

}  // namespace

EncoderSession::EncoderSession(const EncoderWeights& encoder_weights)
    : weights(encoder_weights),
      config(encoder_weights.config),
      rotary{codec::RotaryForm::halves, config.transformer.head_dim, config.transformer.rope_theta},
      audio(config.input_taps - 1, kChunkFrames * config.hop_samples(), 1),
      last(0, 0, 0),
      downsample(config.downsample_taps - config.positions_per_frame, kChunkFrames * config.positions_per_frame,
                 config.transformer.width),
      rotations(static_cast<size_t>(kChunkFrames * config.positions_per_frame * config.transformer.head_dim)),
      codes(static_cast<size_t>(kChunkFrames * config.n_quantizers)),
      seanet("seanet", config.transformer.width, config.positions_per_frame, kChunkFrames),
      transformer("transformer", config.transformer.width, config.positions_per_frame, kChunkFrames),
      downsampled("downsample", config.transformer.width, 1, kChunkFrames) {
    int64_t width = config.n_filters;
    int64_t rows = kChunkFrames * config.hop_samples();
    for (const int64_t stride : config.strides) {
        // Rows of a strided convolution's input lie side by side: no gaps.
        stages.push_back({codec::RowHistory(config.residual_taps - 1, rows, codec::row_stride(width)),
                          codec::RowHistory(stride, rows, width)});
        rows /= stride;
        width *= 2;
    }
    last = codec::RowHistory(config.last_taps - 1, rows, codec::row_stride(width));
    layers.assign(static_cast<size_t>(config.transformer.n_layers), codec::KeyValueRing(0, 0));
}

void EncoderSession::reset(int64_t n_recorded) {
    n_samples = n_recorded;
    first_frame = 0;
    audio.clear();
    for (Stage& stage : stages) {
        stage.narrow.clear();
        stage.downsample.clear();
    }
    last.clear();
    downsample.clear();
    const int64_t chunk = kChunkFrames * config.hop_samples();
    const int64_t positions = (n_recorded + chunk - 1) / chunk * kChunkFrames * config.positions_per_frame;
    for (codec::KeyValueRing& ring : layers) {
        ring = codec::KeyValueRing(positions, config.transformer.n_kv_heads * config.transformer.head_dim);
    }
    scores.resize(
        static_cast<size_t>(kChunkFrames * config.positions_per_frame * config.transformer.n_heads * positions));
}

void build_encoder_graph(codec::NodeGraph& graph, EncoderSession& session) {
    Builder build(graph, session);
    build.advance();
    build.quantizers(build.downsample(build.transformer(build.convolutions())));
    graph.allocate();
}

}  // namespace phonoscope::qwen3_tts
