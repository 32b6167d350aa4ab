#include "models/qwen3_tts/speaker_encoder.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <utility>

#include "base/error.hpp"
#include "codec/node_graph.hpp"

namespace phonoscope::qwen3_tts {

namespace {

constexpr double kMinVariance = 1e-12;
constexpr int64_t kChannelsAtOnce = 64;  // of statistics over time: enough for whole cache lines of every row

float* row_of(ggml_tensor* t, int64_t row) { return static_cast<float*>(t->data) + row * t->ne[0]; }

// Row of `n_rows` that stands at `row`, mirrored at both ends without repeating the outermost.
int64_t mirrored(int64_t row, int64_t n_rows) {
    row = row < 0 ? -row : row;
    return row >= n_rows ? 2 * (n_rows - 1) - row : row;
}

// Builds the nodes for one clip. Everything is rows of frames; columns beyond a tensor's width are padding.
class Builder {
   public:
    Builder(codec::NodeGraph& graph, const SpeakerWeights& weights, int64_t n_frames)
        : g_(graph), w_(weights), n_frames_(n_frames) {}

    ggml_tensor* mel(const MelSpectrogram& front_end, std::span<const float> audio);
    ggml_tensor* input(ggml_tensor* mel);
    // The block's output goes to columns `column`.. of `outputs` as well, for the aggregation.
    ggml_tensor* block(const SpeakerBlockWeights& weights, ggml_tensor* x, ggml_tensor* outputs, int64_t column);
    ggml_tensor* block_outputs();
    ggml_tensor* aggregate(ggml_tensor* outputs) { return relu(dense(w_.aggregate, outputs), w_.n_pooled); }
    ggml_tensor* pool(ggml_tensor* x);
    ggml_tensor* vector(ggml_tensor* pooled) { return g_.conv({.weights = w_.output, .rows = 1, .input = pooled}); }
    void keep(ggml_tensor* x, EncoderStage& stage);

   private:
    ggml_tensor* dense(const ConvWeights& weights, ggml_tensor* x) {
        return g_.conv({.weights = weights, .rows = x->ne[1], .input = x});
    }
    ggml_tensor* relu(ggml_tensor* x, int64_t width);
    ggml_tensor* extended(ggml_tensor* x, int64_t n_edge);
    ggml_tensor* res2net(const SpeakerBlockWeights& weights, ggml_tensor* x);
    ggml_tensor* gains(const SpeakerBlockWeights& weights, ggml_tensor* x);
    ggml_tensor* statistics(ggml_tensor* x, ggml_tensor* scores);

    // Mean over time of each channel, and its standard deviation when `deviation` is given, of channels begin..end-1.
    static void weighted_statistics(ggml_tensor* x, ggml_tensor* weights, int64_t begin, int64_t end, float* mean,
                                    float* deviation);

    static void softmax_over_time(ggml_tensor* scores, int64_t begin, int64_t end);

    codec::NodeGraph& g_;
    const SpeakerWeights& w_;
    int64_t n_frames_;
};

ggml_tensor* Builder::mel(const MelSpectrogram& front_end, std::span<const float> audio) {
    constexpr int64_t kBands = MelSpectrogram::kBands;
    return g_.node(kBands, n_frames_, {}, n_frames_, [&front_end, audio](float* out, int64_t frame) {
        front_end.frame(audio, frame, out + frame * kBands);
    });
}

ggml_tensor* Builder::relu(ggml_tensor* x, int64_t width) {
    g_.effect({x}, x->ne[1], [x, width](float* /*out*/, int64_t row) {
        float* v = row_of(x, row);
        for (int64_t i = 0; i < width; ++i) {
            v[i] = v[i] < 0.0F ? 0.0F : v[i];  // keeps NaN
        }
    });
    return x;
}

ggml_tensor* Builder::extended(ggml_tensor* x, int64_t n_edge) {
    const int64_t width = x->ne[0];
    return g_.node(width, n_frames_ + 2 * n_edge, {x}, n_frames_ + 2 * n_edge,
                   [x, n_edge, width, n_frames = n_frames_](float* out, int64_t row) {
                       std::copy_n(row_of(x, mirrored(row - n_edge, n_frames)), width, out + row * width);
                   });
}

ggml_tensor* Builder::input(ggml_tensor* mel) {
    return relu(
        g_.conv({.weights = w_.input, .rows = n_frames_, .input = extended(mel, SpeakerWeights::kInputTaps / 2)}),
        w_.n_channels);
}

ggml_tensor* Builder::res2net(const SpeakerBlockWeights& weights, ggml_tensor* x) {
    const int64_t width = w_.n_channels / SpeakerWeights::kGroups;
    const int64_t n_edge = weights.dilation * (SpeakerWeights::kGroupTaps / 2);
    // Works in place: a group's input is read before its output overwrites it, and no later group reads it again.
    for (size_t i = 0; i < weights.groups.size(); ++i) {
        const int64_t column = static_cast<int64_t>(i + 1) * width;
        ggml_tensor* sum = g_.node(width, n_frames_ + 2 * n_edge, {x}, n_frames_ + 2 * n_edge,
                                   [=, n_frames = n_frames_](float* out, int64_t row) {
                                       const float* in = row_of(x, mirrored(row - n_edge, n_frames)) + column;
                                       for (int64_t c = 0; c < width; ++c) {
                                           out[row * width + c] = i == 0 ? in[c] : in[c] + in[c - width];
                                       }
                                   });
        ggml_tensor* y =
            g_.conv({.weights = weights.groups[i], .rows = n_frames_, .input = sum, .dilation = weights.dilation});
        g_.effect({x, y}, n_frames_, [=](float* /*out*/, int64_t row) {
            std::ranges::transform(std::span(row_of(y, row), static_cast<size_t>(width)), row_of(x, row) + column,
                                   [](float v) { return v < 0.0F ? 0.0F : v; });
        });
    }
    return x;
}

// One row: sigmoid of two dense layers over the mean.
ggml_tensor* Builder::gains(const SpeakerBlockWeights& weights, ggml_tensor* x) {
    const int64_t n_channels = w_.n_channels;
    const int64_t n_units = (n_channels + kChannelsAtOnce - 1) / kChannelsAtOnce;
    ggml_tensor* mean = g_.node(n_channels, 1, {x}, n_units, [=](float* out, int64_t unit) {
        const int64_t begin = unit * kChannelsAtOnce;
        const int64_t end = std::min(begin + kChannelsAtOnce, n_channels);
        weighted_statistics(x, nullptr, begin, end, out, nullptr);
    });
    ggml_tensor* squeezed = relu(dense(weights.squeeze, mean), weights.squeeze.weights.n_out);
    ggml_tensor* gain = dense(weights.excite, squeezed);
    g_.effect({gain}, 1, [gain, n_channels](float* /*out*/, int64_t /*unit*/) {
        float* v = row_of(gain, 0);
        std::transform(v, v + n_channels, v, [](float y) { return 1.0F / (1.0F + std::exp(-y)); });
    });
    return gain;
}

ggml_tensor* Builder::block_outputs() {
    const auto n_blocks = static_cast<int64_t>(w_.blocks.size());
    // Its columns are written block by block.
    return g_.node(codec::row_stride(n_blocks * w_.n_channels), n_frames_, {}, 0,
                   [](float* /*out*/, int64_t /*unit*/) {});
}

ggml_tensor* Builder::block(const SpeakerBlockWeights& weights, ggml_tensor* x, ggml_tensor* outputs, int64_t column) {
    const int64_t width = w_.n_channels;
    ggml_tensor* y = res2net(weights, relu(dense(weights.before, x), width));
    y = relu(dense(weights.after, y), width);
    ggml_tensor* gain = gains(weights, y);
    g_.effect({x, y, gain, outputs}, n_frames_, [=](float* /*out*/, int64_t row) {
        const float* shortcut = row_of(x, row);
        const float* g = row_of(gain, 0);
        float* v = row_of(y, row);
        float* copy = row_of(outputs, row) + column;
        for (int64_t i = 0; i < width; ++i) {
            v[i] = v[i] * g[i] + shortcut[i];
            copy[i] = v[i];
        }
    });
    return y;
}

void Builder::weighted_statistics(ggml_tensor* x, ggml_tensor* weights, int64_t begin, int64_t end, float* mean,
                                  float* deviation) {
    const int64_t n_rows = x->ne[1];
    const auto n = static_cast<size_t>(end - begin);
    std::array<double, kChannelsAtOnce> sums{};
    const auto weight = [&](int64_t row, size_t c) {
        return weights == nullptr ? 1.0F / static_cast<float>(n_rows)
                                  : row_of(weights, row)[begin + static_cast<int64_t>(c)];
    };
    for (int64_t row = 0; row < n_rows; ++row) {
        const float* v = row_of(x, row) + begin;
        for (size_t c = 0; c < n; ++c) {
            sums[c] += static_cast<double>(weight(row, c) * v[c]);
        }
    }
    for (size_t c = 0; c < n; ++c) {
        mean[begin + static_cast<int64_t>(c)] = static_cast<float>(sums[c]);
    }
    if (deviation == nullptr) {
        return;
    }
    sums.fill(0.0);
    for (int64_t row = 0; row < n_rows; ++row) {
        const float* v = row_of(x, row) + begin;
        for (size_t c = 0; c < n; ++c) {
            const float off = v[c] - mean[begin + static_cast<int64_t>(c)];
            sums[c] += static_cast<double>(weight(row, c) * off * off);
        }
    }
    for (size_t c = 0; c < n; ++c) {
        deviation[begin + static_cast<int64_t>(c)] = static_cast<float>(std::sqrt(std::max(sums[c], kMinVariance)));
    }
}

void Builder::softmax_over_time(ggml_tensor* scores, int64_t begin, int64_t end) {
    const auto n = static_cast<size_t>(end - begin);
    std::array<float, kChannelsAtOnce> highest;
    std::array<double, kChannelsAtOnce> total{};
    highest.fill(-INFINITY);
    const auto each = [&](auto body) {
        for (int64_t row = 0; row < scores->ne[1]; ++row) {
            float* v = row_of(scores, row) + begin;
            for (size_t c = 0; c < n; ++c) {
                body(v[c], c);
            }
        }
    };
    each([&](float v, size_t c) { highest[c] = std::max(highest[c], v); });
    each([&](float& v, size_t c) {
        v = std::exp(v - highest[c]);
        total[c] += static_cast<double>(v);
    });
    each([&](float& v, size_t c) { v /= static_cast<float>(total[c]); });
}

// One row: mean of every channel, then deviation of every channel. `scores` become weights by a softmax over time;
// without them all frames count the same.
ggml_tensor* Builder::statistics(ggml_tensor* x, ggml_tensor* scores) {
    const int64_t width = w_.n_pooled;
    const int64_t n_units = (width + kChannelsAtOnce - 1) / kChannelsAtOnce;
    const auto body = [=](float* out, int64_t unit) {
        const int64_t begin = unit * kChannelsAtOnce;
        const int64_t end = std::min(begin + kChannelsAtOnce, width);
        if (scores != nullptr) {
            softmax_over_time(scores, begin, end);
        }
        weighted_statistics(x, scores, begin, end, out, out + width);
    };
    return scores != nullptr ? g_.node(2 * width, 1, {x, scores}, n_units, body)
                             : g_.node(2 * width, 1, {x}, n_units, body);
}

ggml_tensor* Builder::pool(ggml_tensor* x) {
    const int64_t width = w_.n_pooled;
    ggml_tensor* context = statistics(x, nullptr);
    ggml_tensor* wide =
        g_.node(codec::row_stride(3 * width), n_frames_, {x, context}, n_frames_, [=](float* out, int64_t row) {
            float* to = out + row * codec::row_stride(3 * width);
            std::copy_n(row_of(x, row), width, to);
            std::copy_n(row_of(context, 0), 2 * width, to + width);
        });
    const int64_t n_attention = w_.attention.weights.n_out;
    ggml_tensor* attention = relu(dense(w_.attention, wide), n_attention);
    g_.effect({attention}, n_frames_, [=](float* /*out*/, int64_t row) {
        float* v = row_of(attention, row);
        std::transform(v, v + n_attention, v, [](float y) { return std::tanh(y); });
    });
    return statistics(x, dense(w_.attention_score, attention));
}

void Builder::keep(ggml_tensor* x, EncoderStage& stage) {
    stage.n_rows = x->ne[1];
    stage.values.resize(static_cast<size_t>(stage.n_rows * stage.width));
    g_.effect({x}, stage.n_rows, [x, &stage](float* /*out*/, int64_t row) {
        std::copy_n(row_of(x, row), stage.width, stage.values.begin() + row * stage.width);
    });
}

}  // namespace

SpeakerEncoder::SpeakerEncoder(std::shared_ptr<const SpeakerWeights> weights, ComputePool& pool)
    : weights_(std::move(weights)), pool_(pool) {}

std::vector<float> SpeakerEncoder::encode(std::span<const float> audio, const std::atomic<bool>* cancel,
                                          std::vector<EncoderStage>* stages) {
    if (static_cast<int64_t>(audio.size()) < kMinSamples) {
        throw ArgumentError(std::to_string(audio.size()) + " samples are too short a recording (at least " +
                            std::to_string(kMinSamples) + " at 24 kHz)");
    }
    const SpeakerWeights& w = *weights_;
    std::deque<EncoderStage> kept;  // the graph's nodes refer to its elements
    codec::NodeGraph graph(w.conv, pool_);
    Builder build(graph, w, MelSpectrogram::n_frames(static_cast<int64_t>(audio.size())));
    const auto keep = [&](const std::string& name, ggml_tensor* x, int64_t width) {
        if (stages != nullptr) {
            build.keep(x, kept.emplace_back(EncoderStage{name, width, 0, {}}));
        }
        return x;
    };
    ggml_tensor* x = keep("mel", build.mel(mel_, audio), MelSpectrogram::kBands);
    x = keep("blk0", build.input(x), w.n_channels);
    ggml_tensor* outputs = build.block_outputs();
    for (size_t i = 0; i < w.blocks.size(); ++i) {
        x = keep("blk" + std::to_string(i + 1),
                 build.block(w.blocks[i], x, outputs, static_cast<int64_t>(i) * w.n_channels), w.n_channels);
    }
    x = keep("mfa", build.aggregate(outputs), w.n_pooled);
    EncoderStage vector{"xvector", w.width, 0, {}};
    build.keep(build.vector(keep("asp", build.pool(x), 2 * w.n_pooled)), vector);
    graph.allocate();
    if (!graph.compute(cancel)) {
        return {};
    }
    if (stages != nullptr) {
        stages->assign(std::make_move_iterator(kept.begin()), std::make_move_iterator(kept.end()));
    }
    return std::move(vector.values);
}

}  // namespace phonoscope::qwen3_tts
