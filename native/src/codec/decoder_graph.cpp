#include "codec/decoder_graph.hpp"

#include <algorithm>
#include <string>

namespace phonoscope::codec {

namespace {

// Builds the nodes of one graph, for chunks of `n_frames` frames.
class Builder {
   public:
    Builder(NodeGraph& graph, DecoderSession& session, int64_t n_frames)
        : g_(graph),
          s_(session),
          w_(session.weights),
          c_(session.weights.config),
          n_frames_(n_frames),
          probes_(graph, w_.layers, session.first_frame, n_frames) {}

    void advance(std::vector<RowHistory*> histories, std::vector<int64_t> rows);
    void quantizer();
    void latents();
    ggml_tensor* transformer();
    void upsamples(ggml_tensor* x);
    void vocoder_input();
    void block(size_t index);
    void mono();

   private:
    ggml_tensor* codewords(const CodebookGroup& group, int64_t first_quantizer);
    ggml_tensor* transformer_input();

    NodeGraph& g_;
    DecoderSession& s_;
    const DecoderWeights& w_;
    const DecoderConfig& c_;
    int64_t n_frames_;
    ProbeNodes probes_;
    int64_t rows_ = 0;  // rows of the stage reached so far
};

void Builder::advance(std::vector<RowHistory*> histories, std::vector<int64_t> rows) {
    const auto n = static_cast<int64_t>(histories.size());
    g_.effect({}, n, [histories, rows](float* /*out*/, int64_t i) {
        histories[static_cast<size_t>(i)]->advance(rows[static_cast<size_t>(i)]);
    });
}

ggml_tensor* Builder::codewords(const CodebookGroup& group, int64_t first_quantizer) {
    const int64_t width = c_.codeword_width;
    return g_.node(
        row_stride(width), n_frames_, {}, n_frames_,
        [session = &s_, &group, width, first_quantizer, n_quantizers = c_.n_quantizers()](float* out, int64_t frame) {
            const std::span<float> sum(out + frame * row_stride(width), static_cast<size_t>(width));
            std::ranges::fill(sum, 0.0F);
            const int32_t* codes = session->codes.data() + frame * n_quantizers + first_quantizer;
            for (const Codebook& codebook : group.codebooks) {
                codebook.add_to(*codes++, sum);
            }
        });
}

void Builder::quantizer() {
    rows_ = n_frames_;
    ggml_tensor* sum = nullptr;
    int64_t first = 0;
    for (const CodebookGroup& group : w_.codebook_groups) {
        const bool is_last = &group == &w_.codebook_groups.back();
        sum = g_.conv({.weights = group.output,
                       .rows = rows_,
                       .input = codewords(group, first),
                       .residual = sum,
                       .out = is_last ? &s_.state.quantized : nullptr});
        first += std::ssize(group.codebooks);
    }
    probes_.add(s_.quantized, s_.state.quantized);
}

void Builder::latents() {
    rows_ = n_frames_;
    g_.effect({}, rows_, [session = &s_, width = c_.quantizer_width](float* /*out*/, int64_t row) {
        RowHistory& to = session->state.quantized;
        std::copy_n(session->latents + row * width, width, to.new_rows() + row * to.stride());
    });
    probes_.add(s_.quantized, s_.state.quantized);
}

ggml_tensor* Builder::transformer_input() {
    if (w_.pre_conv) {
        ggml_tensor* latent = g_.conv({.weights = *w_.pre_conv, .rows = rows_, .history = &s_.state.quantized});
        probes_.add(s_.pre_conv, latent);
        return g_.conv({.weights = *w_.transformer_input, .rows = rows_, .input = latent});
    }
    return g_.node(s_.state.quantized.stride(), rows_, {}, rows_,
                   [&history = s_.state.quantized, width = c_.quantizer_width](float* out, int64_t row) {
                       std::copy_n(history.first_tap() + row * history.stride(), width, out + row * history.stride());
                   });
}

ggml_tensor* Builder::transformer() {
    const LayerKernels& kernels = w_.layers;
    ggml_tensor* x =
        window_transformer(g_, kernels, w_.transformer, s_.state.transformer, transformer_input(), probes_, s_.layers);
    x = rms_norm(g_, kernels, x, w_.transformer.norm, c_.transformer.rms_eps);
    if (w_.transformer_output) {
        x = g_.conv({.weights = *w_.transformer_output, .rows = rows_, .input = x});
    }
    probes_.add(s_.transformer, x);
    return x;
}

void Builder::upsamples(ggml_tensor* x) {
    for (size_t i = 0; i < w_.upsamples.size(); ++i) {
        const UpsampleWeights& up = w_.upsamples[i];
        const bool is_last = i + 1 == w_.upsamples.size();
        RowHistory* next = is_last ? &s_.state.vocoder_input : nullptr;
        x = g_.conv({.weights = up.upsample, .rows = rows_, .input = x, .n_phases = up.ratio});
        rows_ *= up.ratio;
        x = convnext(g_, w_.layers, up.convnext, s_.state.depthwise[i], x, next);
        if (is_last) {
            probes_.add(s_.upsamples[i], *next);
        } else {
            probes_.add(s_.upsamples[i], x);
        }
    }
}

void Builder::vocoder_input() {
    ggml_tensor* x = g_.conv({.weights = w_.vocoder_input,
                              .rows = rows_,
                              .history = &s_.state.vocoder_input,
                              .snake = &w_.blocks.front().snake,
                              .activated = &s_.state.blocks.front().upsample});
    probes_.add(s_.vocoder.front(), x);
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
        const SnakeWeights* next_snake = &w_.final_snake;
        RowHistory* next = &s_.state.mono;
        if (u + 1 < weights.units.size()) {
            next_snake = &weights.units[u + 1].snake1;
            next = &state.units[u + 1];
        } else if (index + 1 < w_.blocks.size()) {
            next_snake = &w_.blocks[index + 1].snake;
            next = &s_.state.blocks[index + 1].upsample;
        }
        x = residual_unit(g_, weights.units[u], state.units[u], x, rows_, rows_ / n_frames_, *next_snake, *next);
    }
    probes_.add(s_.vocoder[index + 1], x);
}

void Builder::mono() {
    constexpr int64_t kUnitRows = 64;
    rows_ = c_.hop_samples();
    probes_.add(s_.vocoder[w_.blocks.size() + 1], s_.state.mono);
    const int64_t n_units = (rows_ + kUnitRows - 1) / kUnitRows;
    const int64_t width = s_.vocoder[w_.blocks.size()].width;
    ggml_tensor* audio = g_.node(
        1, rows_, {}, n_units,
        [session = &s_, n_units, width, n_rows = rows_](float* out, int64_t unit) {
            const DecoderWeights& weights = session->weights;
            const RowHistory& history = session->state.mono;
            const MonoConvTask task{weights.mono.data(), weights.mono_bias, width, DecoderWeights::kVocoderTaps,
                                    history.first_tap(), history.stride(),  out};
            const int64_t begin = n_rows * unit / n_units;
            const int64_t end = n_rows * (unit + 1) / n_units;
            weights.conv.conv_to_mono(task, begin, end);
            std::copy(out + begin, out + end, session->audio.begin() + begin);
        },
        kUnitRows * width * DecoderWeights::kVocoderTaps);
    probes_.add(s_.vocoder.back(), audio);
}

}  // namespace

DecoderSession::DecoderSession(const DecoderWeights& decoder)
    : weights(decoder),
      state(weights),
      codes(static_cast<size_t>(DecoderState::kMaxFrames * weights.config.n_quantizers())),
      audio(static_cast<size_t>(weights.config.hop_samples())),
      quantized("quantized", weights.config.quantizer_width, 1, DecoderState::kMaxFrames),
      pre_conv("pre_conv", weights.config.latent_width, 1, DecoderState::kMaxFrames),
      transformer("transformer", weights.config.latent_width, 1, DecoderState::kMaxFrames) {
    const DecoderConfig& c = weights.config;
    constexpr int64_t kMaxFrames = DecoderState::kMaxFrames;
    const auto frames_at_once = [&](size_t stage) { return stage <= state.first_frame_block ? kMaxFrames : 1; };
    const auto numbered = [](const char* name, size_t i) { return name + std::to_string(i); };
    for (size_t i = 0; i < weights.transformer.layers.size(); ++i) {
        layers.emplace_back(numbered("layer", i), c.transformer.width, 1, kMaxFrames);
    }
    int64_t rate = 1;
    for (size_t i = 0; i < weights.upsamples.size(); ++i) {
        rate *= weights.upsamples[i].ratio;
        upsamples.emplace_back(numbered("up", i), c.latent_width, rate, kMaxFrames);
    }
    int64_t width = c.decoder_width;
    vocoder.emplace_back("block0", width, rate, kMaxFrames);
    for (size_t i = 0; i < weights.blocks.size(); ++i) {
        rate *= weights.blocks[i].rate;
        width = weights.blocks[i].n_channels;
        vocoder.emplace_back(numbered("block", i + 1), width, rate, frames_at_once(i + 1));
    }
    vocoder.emplace_back(numbered("block", vocoder.size()), width, rate, 1);
    vocoder.emplace_back(numbered("block", vocoder.size()), 1, rate, 1);
}

void build_chunk_graph(NodeGraph& graph, DecoderSession& session, InputKind input, int64_t n_frames) {
    DecoderState& state = session.state;
    Builder build(graph, session, n_frames);
    std::vector<RowHistory*> histories{&state.quantized};
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
    if (input == InputKind::codes) {
        build.quantizer();
    } else {
        build.latents();
    }
    build.upsamples(build.transformer());
    build.vocoder_input();
    for (size_t i = 0; i < state.first_frame_block; ++i) {
        build.block(i);
    }
    graph.allocate();
}

void build_frame_graph(NodeGraph& graph, DecoderSession& session) {
    DecoderState& state = session.state;
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

}  // namespace phonoscope::codec
