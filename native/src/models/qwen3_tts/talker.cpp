#include "models/qwen3_tts/talker.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.hpp"
#include "base/finite.hpp"
#include "ops/linear.hpp"

namespace phonoscope::qwen3_tts {

TalkerWeights load_talker(Weights& w, const TalkerConfig& c) {
    return {
        .config = c,
        .text_embedding = w.matrix("talker.text_embd.weight", {c.text_width, c.text_vocab}),
        .text_fc1 = w.matrix("talker.text_proj.fc1.weight", {c.text_width, c.text_width}),
        .text_fc1_bias = w.f32("talker.text_proj.fc1.bias", {c.text_width}),
        .text_fc2 = w.matrix("talker.text_proj.fc2.weight", {c.text_width, c.talker.width}),
        .text_fc2_bias = w.f32("talker.text_proj.fc2.bias", {c.talker.width}),
        .codec_embedding = w.matrix("talker.codec_embd.weight", {c.talker.width, c.codec_vocab}),
        .codec_head = w.matrix("talker.codec_head.weight", {c.talker.width, c.codec_vocab}),
        .stack = lm::load_stack(w, "talker.", c.talker),
    };
}

// The cache is exact (f32) for exact weights, and half as large otherwise: rounding keys and values to f16
// changes far less than rounding the weights did.
Talker::Talker(const TalkerWeights& weights, ComputePool& pool)
    : weights_(&weights),
      pool_(&pool),
      stack_(weights.stack, weights.config.max_positions, weights.stack.layers.front().q.weight->type != GGML_TYPE_F32,
             pool.n_threads()) {}

bool Talker::embed_text(std::span<const int32_t> ids, std::span<float> out, const std::atomic<bool>* cancel) {
    for (const int32_t id : ids) {
        if (id < 0 || id >= weights_->config.text_vocab) {
            throw ArgumentError("text token " + std::to_string(id) + " is not in the model's vocabulary of " +
                                std::to_string(weights_->config.text_vocab));
        }
    }
    while (!ids.empty()) {
        const size_t n = std::min<size_t>(ids.size(), kMaxRows);
        TextGraph& g = text_graph_for(static_cast<int64_t>(n));
        std::memcpy(g.ids->data, ids.data(), n * sizeof(int32_t));
        if (!g.graph.compute(cancel)) {
            return false;
        }
        const size_t n_values = n * static_cast<size_t>(width());
        std::memcpy(out.data(), g.output->data, n_values * sizeof(float));
        ids = ids.subspan(n);
        out = out.subspan(n_values);
    }
    return true;
}

bool Talker::run(std::span<const float> rows, const std::atomic<bool>* cancel) {
    alarm_.reset();
    int64_t n_left = static_cast<int64_t>(rows.size()) / width();
    if (n_positions_ + n_left > capacity()) {
        throw ArgumentError("the sequence would be " + std::to_string(n_positions_ + n_left) +
                            " positions long, the model allows " + std::to_string(capacity()));
    }
    while (n_left > 0) {
        const int64_t n = std::min(n_left, kMaxRows);
        const auto n_values = static_cast<size_t>(n * width());
        if (!run_rows(rows.first(n_values), n, cancel)) {
            return false;
        }
        rows = rows.subspan(n_values);
        n_left -= n;
    }
    return true;
}

bool Talker::run_rows(std::span<const float> rows, int64_t n_rows, const std::atomic<bool>* cancel) {
    RowsGraph& g = graph_for(n_rows);
    prepare(g, n_rows);
    std::memcpy(g.input->data, rows.data(), rows.size_bytes());
    if (!g.graph.compute(cancel)) {
        return false;
    }
    publish_taps(g, n_rows);
    const auto* hidden = static_cast<const float*>(g.hidden->data);
    hidden_.assign(hidden, hidden + n_rows * width());
    const auto* logits = static_cast<const float*>(g.logits->data);
    logits_.assign(logits, logits + weights_->config.codec_vocab);
    if (const int64_t bad = g.step.first_nonfinite.load(); bad != Step::kAllFinite) {
        const lm::StackOperation operation = stack_.operation_of(bad);
        alarm_ = {.stage = "talker",
                  .layer = operation.layer,
                  .step = n_positions_ + (bad & INT32_MAX),
                  .operation = operation.name};
        return false;
    }
    if (!all_finite(logits_)) {
        alarm_ = {.stage = "talker",
                  .layer = stack_.config().n_layers,
                  .step = n_positions_ + n_rows - 1,
                  .operation = "codec head"};
        return false;
    }
    n_positions_ += n_rows;
    return true;
}

void Talker::prepare(RowsGraph& g, int64_t n_rows) {
    stack_.reserve_positions(n_positions_ + n_rows);
    Step& step = g.step;
    step.first_position = n_positions_;
    step.first_nonfinite = Step::kAllFinite;
    step.capture = capture_;
    step.magnitudes =
        taps_.layers != nullptr ? taps_.layers->rows.reserve(static_cast<size_t>(n_rows)) : std::span<Magnitude>();
    if (std::ssize(step.magnitudes) < n_rows * step.n_layers) {
        step.magnitudes = {};  // the tap buffer is full
    }
    if (taps_.keys != nullptr) {
        const auto n = static_cast<size_t>(n_rows * step.n_layers * stack_.config().n_kv_heads);
        key_heads_.resize(n);
        value_heads_.resize(n);
        step.key_heads = key_heads_;
        step.value_heads = value_heads_;
    } else {
        step.key_heads = {};
        step.value_heads = {};
    }
}

namespace {

// Combines the heads of every [row][layer] into one magnitude and publishes the rows.
void publish_heads(TapGroup& group, std::span<const Magnitude> heads, size_t n_heads, size_t n_rows) {
    std::span<Magnitude> rows = group.rows.reserve(n_rows);
    for (size_t i = 0; i < rows.size(); ++i) {
        double squares = 0;
        Magnitude m{};
        for (const Magnitude& head : heads.subspan(i * n_heads, n_heads)) {
            squares += static_cast<double>(head.rms) * head.rms;
            m.absmax = std::max(m.absmax, head.absmax);
            m.n_nonfinite += head.n_nonfinite;
        }
        m.rms = static_cast<float>(std::sqrt(squares / static_cast<double>(n_heads)));
        rows[i] = m;
    }
    group.rows.commit(rows.size() / group.n_layers);
}

}  // namespace

void Talker::publish_taps(const RowsGraph& g, int64_t n_rows) {
    if (!g.step.magnitudes.empty()) {
        taps_.layers->rows.commit(static_cast<size_t>(n_rows));
    }
    if (!g.step.key_heads.empty()) {
        const auto n_heads = static_cast<size_t>(stack_.config().n_kv_heads);
        publish_heads(*taps_.keys, key_heads_, n_heads, static_cast<size_t>(n_rows));
        publish_heads(*taps_.values, value_heads_, n_heads, static_cast<size_t>(n_rows));
    }
}

Talker::RowsGraph& Talker::graph_for(int64_t n_rows) {
    const auto [it, fresh] = graphs_.try_emplace(n_rows, stack_.max_nodes() + 16);
    RowsGraph& g = it->second;
    if (fresh) {
        ggml_context* c = g.graph.context();
        g.input = Graph::input(ggml_new_tensor_2d(c, GGML_TYPE_F32, width(), n_rows));
        g.hidden = g.graph.output(stack_.build(g.graph, g.input, g.step, g.ops));
        ggml_tensor* last = ggml_view_1d(c, g.hidden, width(), static_cast<size_t>(n_rows - 1) * g.hidden->nb[1]);
        g.logits = g.graph.output(linear(c, weights_->codec_head, last));
        g.graph.allocate(*pool_);
    }
    return g;
}

Talker::TextGraph& Talker::text_graph_for(int64_t n_ids) {
    const auto [it, fresh] = text_graphs_.try_emplace(n_ids);
    TextGraph& g = it->second;
    if (fresh) {
        ggml_context* c = g.graph.context();
        g.ids = Graph::input(ggml_new_tensor_1d(c, GGML_TYPE_I32, n_ids));
        ggml_tensor* rows = ggml_get_rows(c, weights_->text_embedding, g.ids);
        ggml_tensor* h = ggml_add(c, linear(c, weights_->text_fc1, rows), weights_->text_fc1_bias);
        h = linear(c, weights_->text_fc2, ggml_silu(c, h));
        g.output = g.graph.output(ggml_add(c, h, weights_->text_fc2_bias));
        g.graph.allocate(*pool_);
    }
    return g;
}

}  // namespace phonoscope::qwen3_tts
