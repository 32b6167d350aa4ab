#include "models/dac/encoder_graph.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace phonoscope::dac {

namespace {

using codec::ResidualUnitWeights;
using codec::RowHistory;

constexpr int64_t kFrames = EncoderSession::kChunkFrames;

float* row_of(ggml_tensor* t, int64_t row) { return static_cast<float*>(t->data) + row * t->ne[0]; }

class Builder {
   public:
    Builder(codec::NodeGraph& graph, EncoderSession& session)
        : g_(graph),
          s_(session),
          w_(session.weights),
          c_(session.config),
          probes_(graph, w_.layers, session.first_frame, kFrames),
          rows_(kFrames * c_.hop_samples()) {}

    void advance();
    ggml_tensor* blocks();
    void last(ggml_tensor* x);
    ggml_tensor* downsample();
    void quantizers(ggml_tensor* residual);

   private:
    ggml_tensor* nearest(ggml_tensor* residual, size_t quantizer);

    codec::NodeGraph& g_;
    EncoderSession& s_;
    const EncoderWeights& w_;
    const EncoderConfig& c_;
    codec::ProbeNodes probes_;
    int64_t rows_;  // rows of the stage reached so far
};

void Builder::advance() {
    std::vector<std::pair<RowHistory*, int64_t>> histories{{&s_.audio, rows_}};
    int64_t rows = rows_;
    for (size_t i = 0; i < s_.blocks.size(); ++i) {
        for (RowHistory& unit : s_.blocks[i].units) {
            histories.emplace_back(&unit, rows);
        }
        histories.emplace_back(&s_.blocks[i].downsample, rows);
        rows /= c_.rates[i];
    }
    histories.emplace_back(&s_.last, rows);
    for (size_t i = 0; i < s_.downsamples.size(); ++i) {
        histories.emplace_back(&s_.downsamples[i].input, rows);
        rows /= c_.downsampling_ratios[i];
        histories.emplace_back(&s_.downsamples[i].depthwise, rows);
    }
    const auto n = static_cast<int64_t>(histories.size());
    g_.effect({}, n, [histories](float* /*out*/, int64_t i) {
        const auto& [history, n_rows] = histories[static_cast<size_t>(i)];
        history->advance(n_rows);
    });
    g_.effect({}, 1, [session = &s_](float* /*out*/, int64_t /*unit*/) {
        std::ranges::copy(session->samples, session->audio.new_rows());
    });
}

ggml_tensor* Builder::blocks() {
    ggml_tensor* x = g_.conv({.weights = w_.input,
                              .rows = rows_,
                              .history = &s_.audio,
                              .snake = &w_.blocks.front().units.front().snake1,
                              .activated = &s_.blocks.front().units.front()});
    for (size_t i = 0; i < w_.blocks.size(); ++i) {
        const EncoderBlockWeights& block = w_.blocks[i];
        EncoderSession::Block& state = s_.blocks[i];
        for (size_t u = 0; u < block.units.size(); ++u) {
            const bool is_last = u + 1 == block.units.size();
            x = residual_unit(g_, block.units[u], state.units[u], x, rows_, rows_ / kFrames,
                              is_last ? block.snake : block.units[u + 1].snake1,
                              is_last ? state.downsample : state.units[u + 1]);
        }
        rows_ /= block.rate;
        const bool has_next = i + 1 < w_.blocks.size();
        x = g_.conv({.weights = block.downsample,
                     .rows = rows_,
                     .history = &state.downsample,
                     .stride = block.rate,
                     .snake = has_next ? &w_.blocks[i + 1].units.front().snake1 : nullptr,
                     .activated = has_next ? &s_.blocks[i + 1].units.front() : nullptr});
        probes_.add(s_.block_outputs[i], x);
    }
    return window_transformer(g_, w_.layers, w_.transformer, s_.transformer, x, probes_, s_.transformer_layers);
}

void Builder::last(ggml_tensor* x) {
    x = rms_norm(g_, w_.layers, x, w_.transformer.norm, c_.transformer.rms_eps);
    g_.effect({x}, rows_, [x, session = &s_, width = c_.transformer.width](float* /*out*/, int64_t row) {
        const codec::SnakeWeights& snake = session->weights.last_snake;
        session->weights.layers.snake(row_of(x, row), snake.frequency.data(), snake.scale.data(), width,
                                      session->last.new_rows() + row * session->last.stride());
    });
    RowHistory& out = s_.downsamples.front().input;
    g_.conv({.weights = w_.last, .rows = rows_, .history = &s_.last, .out = &out});
    probes_.add(s_.encoder_out, out);
}

ggml_tensor* Builder::downsample() {
    ggml_tensor* x = nullptr;
    for (size_t i = 0; i < w_.downsamples.size(); ++i) {
        const DownsampleWeights& weights = w_.downsamples[i];
        EncoderSession::Downsample& state = s_.downsamples[i];
        rows_ /= weights.ratio;
        x = g_.conv({.weights = weights.downsample, .rows = rows_, .history = &state.input, .stride = weights.ratio});
        RowHistory* next = i + 1 < s_.downsamples.size() ? &s_.downsamples[i + 1].input : nullptr;
        x = convnext(g_, w_.layers, weights.convnext, state.depthwise, x, next);
    }
    probes_.add(s_.downsampled, x);
    x = window_transformer(g_, w_.layers, w_.before_quantizer, s_.before_quantizer, x, probes_,
                           s_.before_quantizer_layers);
    x = rms_norm(g_, w_.layers, x, w_.before_quantizer.norm, c_.before_quantizer.rms_eps);
    probes_.add(s_.before_quantizer_out, x);
    return x;
}

// The codewords nearest to the rows of `residual`; notes their codes. The length of a row does not change which it is.
ggml_tensor* Builder::nearest(ggml_tensor* residual, size_t quantizer) {
    const QuantizerWeights& weights = w_.quantizers[quantizer];
    ggml_tensor* projected = g_.conv({.weights = weights.input, .rows = rows_, .input = residual});
    ggml_tensor* scores = g_.conv({.weights = weights.directions, .rows = rows_, .input = projected});
    const int64_t width = c_.codeword_width;
    const int64_t stride = codec::row_stride(width);
    return g_.node(stride, rows_, {scores}, rows_, [=, &weights, session = &s_](float* out, int64_t frame) {
        const auto n_quantizers = static_cast<size_t>(session->config.n_quantizers());
        const float* score = row_of(scores, frame);
        const int64_t code = std::max_element(score, score + session->config.codebook_sizes[quantizer]) - score;
        session->codes[static_cast<size_t>(frame) * n_quantizers + quantizer] = static_cast<int32_t>(code);
        std::copy_n(weights.vectors.data() + code * width, width, out + frame * stride);
    });
}

void Builder::quantizers(ggml_tensor* residual) {
    ggml_tensor* sum = nullptr;
    for (size_t q = 0; q < w_.quantizers.size(); ++q) {
        const QuantizerWeights& weights = w_.quantizers[q];
        ggml_tensor* codeword = nearest(residual, q);
        sum = g_.conv({.weights = weights.output, .rows = rows_, .input = codeword, .residual = sum});
        residual = g_.conv({.weights = weights.output,
                            .rows = rows_,
                            .input = codeword,
                            .scale = &w_.minus_one,
                            .residual = residual});
    }
    g_.effect({sum}, rows_, [sum, session = &s_, width = c_.latent_width](float* /*out*/, int64_t row) {
        std::copy_n(row_of(sum, row), width, session->latents.data() + row * width);
    });
}

}  // namespace

EncoderSession::EncoderSession(const EncoderWeights& encoder_weights)
    : weights(encoder_weights),
      config(weights.config),
      samples(static_cast<size_t>(kChunkFrames * config.hop_samples())),
      codes(static_cast<size_t>(kChunkFrames * config.n_quantizers())),
      latents(static_cast<size_t>(kChunkFrames * config.latent_width)),
      audio(EncoderWeights::kInputTaps - 1, kChunkFrames * config.hop_samples(), 1),
      transformer(config.transformer, kChunkFrames * config.positions_per_frame()),
      last(EncoderWeights::kLastTaps - 1, kChunkFrames * config.positions_per_frame(),
           codec::row_stride(config.transformer.width)),
      before_quantizer(config.before_quantizer, kChunkFrames),
      encoder_out("encoder", config.latent_width, config.positions_per_frame(), kChunkFrames),
      downsampled("downsample", config.latent_width, 1, kChunkFrames),
      before_quantizer_out("pre_module", config.latent_width, 1, kChunkFrames) {
    int64_t width = config.first_width;
    int64_t rows = kChunkFrames * config.hop_samples();
    for (size_t i = 0; i < config.rates.size(); ++i) {
        // Rows of a strided convolution's input lie side by side: no gaps. It looks back on one stride.
        Block& block = blocks.emplace_back(std::vector<RowHistory>{}, RowHistory(config.rates[i], rows, width));
        for (const int64_t dilation : ResidualUnitWeights::kDilations) {
            block.units.emplace_back(ResidualUnitWeights::past_rows(dilation), rows, codec::row_stride(width));
        }
        rows /= config.rates[i];
        width *= 2;
        block_outputs.emplace_back("block" + std::to_string(i), width, rows / kChunkFrames, kChunkFrames);
    }
    for (const int64_t ratio : config.downsampling_ratios) {
        downsamples.push_back({RowHistory(0, rows, config.latent_width),
                               RowHistory(codec::ConvNextWeights::kTaps - 1, rows / ratio, config.latent_width)});
        rows /= ratio;
    }
    const auto probe_layers = [](const codec::WindowTransformerConfig& t, int64_t rows_per_frame) {
        std::vector<codec::StageProbe> probes;
        for (int64_t i = 0; i < t.n_layers; ++i) {
            probes.emplace_back("layer" + std::to_string(i), t.width, rows_per_frame, kChunkFrames);
        }
        return probes;
    };
    transformer_layers = probe_layers(config.transformer, config.positions_per_frame());
    before_quantizer_layers = probe_layers(config.before_quantizer, 1);
}

void EncoderSession::reset() {
    first_frame = 0;
    n_samples = 0;
    audio.clear();
    for (Block& block : blocks) {
        std::ranges::for_each(block.units, &RowHistory::clear);
        block.downsample.clear();
    }
    transformer.reset();
    last.clear();
    for (Downsample& stage : downsamples) {
        stage.depthwise.clear();
    }
    before_quantizer.reset();
}

size_t EncoderSession::take_in(std::span<const float> next) {
    const size_t n = std::min(next.size(), samples.size() - n_samples);
    std::ranges::copy(next.first(n), samples.begin() + static_cast<std::ptrdiff_t>(n_samples));
    n_samples += n;
    return n;
}

int64_t EncoderSession::pad() {
    const int64_t hop = config.hop_samples();
    const int64_t n_frames = (static_cast<int64_t>(n_samples) + hop - 1) / hop;
    std::fill(samples.begin() + static_cast<std::ptrdiff_t>(n_samples), samples.end(), 0.0F);
    n_samples = samples.size();
    return n_frames;
}

void EncoderSession::begin() {
    transformer.begin(kChunkFrames * config.positions_per_frame());
    before_quantizer.begin(kChunkFrames);
}

void EncoderSession::end() {
    n_samples = 0;
    first_frame += kChunkFrames;
    transformer.position += kChunkFrames * config.positions_per_frame();
    before_quantizer.position += kChunkFrames;
}

void build_encoder_graph(codec::NodeGraph& graph, EncoderSession& session) {
    Builder build(graph, session);
    build.advance();
    build.last(build.blocks());
    build.quantizers(build.downsample());
    graph.allocate();
}

}  // namespace phonoscope::dac
