#include "models/audio8/slow_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.hpp"
#include "base/finite.hpp"
#include "ops/embedding.hpp"
#include "ops/linear.hpp"

namespace phonoscope::audio8 {

SlowWeights load_slow(Weights& w, const Config& c) {
    return {.stack = lm::load_stack(w, "slow.", c.slow),
            .token_embedding = w.matrix("slow.token_embd.weight", {c.slow.width, c.vocab_size}),
            .code_embedding = w.matrix("slow.code_embd.weight", {c.slow.width, c.n_codebooks * c.codebook_size}),
            .head = w.matrix("slow.head.weight", {c.slow.width, c.n_scores()})};
}

// The cache is exact (f32) for exact weights, and half as large otherwise: rounding keys and values to f16 changes far
// less than rounding the weights did.
SlowModel::SlowModel(const Config& config, const SlowWeights& weights, ComputePool& pool)
    : config_(&config),
      weights_(&weights),
      pool_(&pool),
      stack_(weights.stack, config.max_positions, weights.stack.layers.front().q.weight->type != GGML_TYPE_F32,
             pool.n_threads()),
      scratch_(static_cast<size_t>(config.slow.width)) {}

void SlowModel::check(std::span<const int32_t> columns) const {
    const auto size = static_cast<size_t>(config_->column_size());
    if (columns.empty() || columns.size() % size != 0) {
        throw ArgumentError("a prompt is made of columns of " + std::to_string(size) + " ids");
    }
    for (size_t i = 0; i < columns.size(); ++i) {
        const bool is_token = i % size == 0;
        const int64_t end = is_token ? config_->vocab_size : config_->codebook_size;
        if (columns[i] < 0 || columns[i] >= end) {
            throw ArgumentError(std::string(is_token ? "text token " : "code ") + std::to_string(columns[i]) +
                                " of column " + std::to_string(i / size) + " is outside the model's range 0.." +
                                std::to_string(end - 1));
        }
    }
}

void SlowModel::embed(std::span<const int32_t> column, std::span<float> out) {
    std::fill(out.begin(), out.end(), 0.0F);
    const int32_t token = column.front();
    add_embedding_row(weights_->token_embedding, token, out, scratch_);
    if (token >= config_->semantic_begin && token < config_->semantic_begin + config_->codebook_size) {
        for (int64_t book = 0; book < config_->n_codebooks; ++book) {
            const int64_t row = book * config_->codebook_size + column[static_cast<size_t>(book + 1)];
            add_embedding_row(weights_->code_embedding, row, out, scratch_);
        }
    }
    // The scale is that of the sum: folded into the text table it would leave the codes out.
    for (float& v : out) {
        v *= config_->embedding_scale;
    }
}

void SlowModel::reset() {
    n_positions_ = 0;
    if (MambaState* state = stack_.mixer_state()) {
        state->reset();
    }
}

bool SlowModel::run(std::span<const int32_t> columns, const std::atomic<bool>* cancel) {
    alarm_.reset();
    check(columns);
    const auto size = static_cast<size_t>(config_->column_size());
    auto n_left = static_cast<int64_t>(columns.size() / size);
    if (n_positions_ + n_left > capacity()) {
        throw ArgumentError("the sequence would be " + std::to_string(n_positions_ + n_left) +
                            " positions long, the model allows " + std::to_string(capacity()));
    }
    // States that are kept are those behind every single position.
    const bool keeps_states = captures_.windows != nullptr || captures_.ssm != nullptr;
    while (n_left > 0) {
        const int64_t n = keeps_states ? 1 : std::min(n_left, kMaxRows);
        const size_t n_ids = static_cast<size_t>(n) * size;
        if (!run_rows(columns.first(n_ids), n, cancel)) {
            return false;
        }
        columns = columns.subspan(n_ids);
        n_left -= n;
    }
    return true;
}

bool SlowModel::run_rows(std::span<const int32_t> columns, int64_t n_rows, const std::atomic<bool>* cancel) {
    RowsGraph& g = graph_for(n_rows);
    prepare(g, n_rows);
    const auto size = static_cast<size_t>(config_->column_size());
    const auto n_width = static_cast<size_t>(width());
    for (size_t row = 0; row < static_cast<size_t>(n_rows); ++row) {
        embed(columns.subspan(row * size, size), {static_cast<float*>(g.input->data) + row * n_width, n_width});
    }
    if (!g.graph.compute(cancel)) {
        return false;
    }
    publish_taps(g, n_rows);
    const auto* hidden = static_cast<const float*>(g.hidden->data);
    hidden_.assign(hidden, hidden + n_rows * width());
    const auto* logits = static_cast<const float*>(g.logits->data);
    logits_.assign(logits, logits + config_->n_scores());
    const auto read = [&](const std::vector<ggml_tensor*>& branches, std::vector<float>& out) {
        out.clear();
        for (const ggml_tensor* t : branches) {
            const auto* values = static_cast<const float*>(t->data);
            out.insert(out.end(), values, values + ggml_nelements(t));
        }
    };
    read(g.probe.attention, attention_branches_);
    read(g.probe.mixer, mixer_branches_);
    if (!is_finite(g, n_rows)) {
        return false;
    }
    keep_states();
    n_positions_ += n_rows;
    return true;
}

bool SlowModel::is_finite(const RowsGraph& g, int64_t n_rows) {
    if (const int64_t bad = g.step.first_nonfinite.load(); bad != Step::kAllFinite) {
        const lm::StackOperation operation = stack_.operation_of(bad);
        alarm_ = {.stage = "slow",
                  .layer = operation.layer,
                  .step = n_positions_ + (bad & INT32_MAX),
                  .operation = operation.name};
    } else if (!all_finite(logits_)) {
        alarm_ = {.stage = "slow",
                  .layer = stack_.config().n_layers,
                  .step = n_positions_ + n_rows - 1,
                  .operation = "semantic head"};
    }
    return !alarm_;
}

void SlowModel::prepare(RowsGraph& g, int64_t n_rows) {
    stack_.reserve_positions(n_positions_ + n_rows);
    const lm::StackConfig& c = stack_.config();
    Step& step = g.step;
    step.first_position = n_positions_;
    step.first_nonfinite = Step::kAllFinite;
    step.capture = captures_.layers;
    step.magnitudes =
        taps_.layers != nullptr ? taps_.layers->rows.reserve(static_cast<size_t>(n_rows)) : std::span<Magnitude>();
    if (std::ssize(step.magnitudes) < n_rows * step.n_layers) {
        step.magnitudes = {};  // the tap buffer is full
    }
    const auto room = [&](auto& parts, const TapGroup* group, int64_t n_parts) {
        parts.resize(group != nullptr ? static_cast<size_t>(n_rows * c.n_layers * n_parts) : 0);
        return std::span(parts);
    };
    step.key_heads = room(key_heads_, taps_.keys, c.n_kv_heads);
    step.value_heads = room(value_heads_, taps_.keys, c.n_kv_heads);
    if (c.mixer) {
        g.ops.mamba_step.windows = room(window_parts_, taps_.windows, c.mixer->n_conv_blocks());
        g.ops.mamba_step.ssm = room(ssm_parts_, taps_.ssm != nullptr ? taps_.ssm : taps_.ssm_heads, c.mixer->n_heads);
    }
}

namespace {

// Puts the parts of every [row][layer] together and publishes the rows.
template <typename Part, typename Together>
void publish_parts(TapGroup* group, const std::vector<Part>& parts, size_t n_rows, Together put_together) {
    if (group == nullptr || parts.empty()) {
        return;
    }
    std::span<Magnitude> rows = group->rows.reserve(n_rows);
    for (size_t i = 0; i < rows.size(); ++i) {
        rows[i] = put_together(std::span(parts).subspan(i * put_together.n_parts, put_together.n_parts));
    }
    group->rows.commit(rows.size() / group->n_layers);
}

struct HeadsTogether {
    size_t n_parts;
    Magnitude operator()(std::span<const Magnitude> heads) const {
        double squares = 0;
        Magnitude m{};
        for (const Magnitude& head : heads) {
            squares += static_cast<double>(head.rms) * head.rms;
            m.absmax = std::max(m.absmax, head.absmax);
            m.n_nonfinite += head.n_nonfinite;
        }
        m.rms = static_cast<float>(std::sqrt(squares / static_cast<double>(heads.size())));
        return m;
    }
};

struct PartsTogether {
    size_t n_parts;
    int64_t n_values;
    Magnitude operator()(std::span<const PartialMagnitude> parts) const { return together(parts, n_values); }
};

}  // namespace

void SlowModel::publish_taps(const RowsGraph& g, int64_t n_rows) {
    const lm::StackConfig& c = stack_.config();
    const auto n = static_cast<size_t>(n_rows);
    const auto per_layer = [&](const auto& parts) { return parts.size() / (n * static_cast<size_t>(c.n_layers)); };
    if (!g.step.magnitudes.empty()) {
        taps_.layers->rows.commit(n);
    }
    publish_parts(taps_.keys, key_heads_, n, HeadsTogether{per_layer(key_heads_)});
    publish_parts(taps_.values, value_heads_, n, HeadsTogether{per_layer(value_heads_)});
    if (c.mixer) {
        publish_parts(taps_.windows, window_parts_, n, PartsTogether{per_layer(window_parts_), c.mixer->window_size()});
        publish_parts(taps_.ssm_heads, ssm_parts_, n, PartsTogether{1, c.mixer->head_dim * c.mixer->n_state});
        publish_parts(taps_.ssm, ssm_parts_, n, PartsTogether{per_layer(ssm_parts_), c.mixer->ssm_size()});
    }
}

void SlowModel::keep_states() {
    const MambaState* state = stack_.mixer_state();
    if (state == nullptr) {
        return;
    }
    for (int64_t layer = 0; layer < state->n_layers(); ++layer) {
        if (captures_.windows != nullptr) {
            captures_.windows->keep(layer, n_positions_, state->window(layer));
        }
        if (captures_.ssm != nullptr) {
            captures_.ssm->keep(layer, n_positions_, state->ssm(layer));
        }
    }
}

SlowModel::RowsGraph& SlowModel::graph_for(int64_t n_rows) {
    const auto [it, fresh] = graphs_.try_emplace(n_rows, stack_.max_nodes() + 16);
    RowsGraph& g = it->second;
    if (fresh) {
        ggml_context* c = g.graph.context();
        g.input = Graph::input(ggml_new_tensor_2d(c, GGML_TYPE_F32, width(), n_rows));
        lm::BranchProbe* probe = probes_branches_ ? &g.probe : nullptr;
        g.hidden = g.graph.output(stack_.build(g.graph, g.input, g.step, g.ops, probe));
        ggml_tensor* last = ggml_view_1d(c, g.hidden, width(), static_cast<size_t>(n_rows - 1) * g.hidden->nb[1]);
        g.logits = g.graph.output(linear(c, weights_->head, last));
        g.graph.allocate(*pool_);
    }
    return g;
}

}  // namespace phonoscope::audio8
