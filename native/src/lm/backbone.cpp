#include "lm/backbone.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "base/finite.hpp"
#include "ops/linear.hpp"

namespace phonoscope::lm {

namespace {

// Copies the values of one tensor after the other.
void read(std::span<ggml_tensor* const> tensors, std::vector<float>& out) {
    out.clear();
    for (const ggml_tensor* t : tensors) {
        const auto* values = static_cast<const float*>(t->data);
        out.insert(out.end(), values, values + ggml_nelements(t));
    }
}

}  // namespace

// The cache is exact (f32) for exact weights, and half as large otherwise: rounding keys and values to f16 changes far
// less than rounding the weights did.
Backbone::Backbone(std::string stage, const StackWeights& weights, ggml_tensor* head, int64_t capacity,
                   ComputePool& pool)
    : stage_(std::move(stage)),
      head_(head),
      pool_(&pool),
      stack_(weights, capacity, weights.layers.front().q.weight->type != GGML_TYPE_F32, pool.n_threads()),
      recorder_(weights.config) {}

void Backbone::reset() {
    n_positions_ = 0;
    if (MambaState* state = stack_.mixer_state()) {
        state->reset();
    }
}

Snapshot Backbone::snapshot() {
    Snapshot snapshot = take_snapshot(stack_, n_positions_);
    snapshot.recorded = recorder_.recorded(n_positions_);
    return snapshot;
}

bool Backbone::can_resume(const Snapshot& snapshot) const {
    return !captures_.any() && recorder_.is_all(snapshot.recorded);
}

void Backbone::restore(const Snapshot& snapshot) {
    lm::restore(snapshot, stack_);
    n_positions_ = snapshot.n_positions;
    recorder_.record_again(snapshot.recorded);
}

bool Backbone::run(std::span<const float> rows, const std::atomic<bool>* cancel) {
    alarm_.reset();
    int64_t n_left = std::ssize(rows) / width();
    if (n_positions_ + n_left > capacity()) {
        throw ArgumentError("the sequence would be " + std::to_string(n_positions_ + n_left) +
                            " positions long, the model allows " + std::to_string(capacity()));
    }
    // States that are kept are those behind every single position.
    const bool keeps_states = captures_.windows != nullptr || captures_.ssm != nullptr;
    while (n_left > 0) {
        const int64_t n = keeps_states ? 1 : std::min(n_left, kMaxRows);
        const auto n_values = static_cast<size_t>(n * width());
        if (!run_rows(rows.first(n_values), n, cancel)) {
            return false;
        }
        rows = rows.subspan(n_values);
        n_left -= n;
    }
    return true;
}

bool Backbone::run_rows(std::span<const float> rows, int64_t n_rows, const std::atomic<bool>* cancel) {
    RowsGraph& g = graph_for(n_rows);
    prepare(g, n_rows);
    std::memcpy(g.input->data, rows.data(), rows.size_bytes());
    if (!g.graph.compute(cancel)) {
        return false;
    }
    recorder_.publish(g.step, n_rows);
    read({&g.hidden, 1}, hidden_);
    read({&g.logits, 1}, logits_);
    read(g.probe.attention, attention_branches_);
    read(g.probe.mixer, mixer_branches_);
    if (!is_finite(g, n_rows)) {
        return false;
    }
    keep_states(n_rows);
    n_positions_ += n_rows;
    return true;
}

bool Backbone::is_finite(const RowsGraph& g, int64_t n_rows) {
    if (const int64_t bad = g.step.first_nonfinite.load(); bad != Step::kAllFinite) {
        const StackOperation operation = stack_.operation_of(bad);
        alarm_ = {.stage = stage_,
                  .layer = operation.layer,
                  .step = n_positions_ + (bad & INT32_MAX),
                  .operation = operation.name};
    } else if (!all_finite(logits_)) {
        alarm_ = {
            .stage = stage_, .layer = stack_.config().n_layers, .step = n_positions_ + n_rows - 1, .operation = "head"};
    }
    return !alarm_;
}

void Backbone::prepare(RowsGraph& g, int64_t n_rows) {
    stack_.reserve_positions(n_positions_ + n_rows);
    g.step.first_position = n_positions_;
    g.step.first_nonfinite = Step::kAllFinite;
    g.step.capture = captures_.layers;
    recorder_.prepare(g.step, g.ops.mamba_step, n_rows);
}

void Backbone::keep_states(int64_t n_rows) {
    stack_.cache().capture(captures_.cache, n_positions_, n_rows);
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

Backbone::RowsGraph& Backbone::graph_for(int64_t n_rows) {
    // Every prompt ends with a piece of another length; a graph is made in a moment, those of all lengths would take
    // a hundred MB and more.
    if (!graphs_.contains(n_rows)) {
        std::erase_if(graphs_, [](const auto& known) { return known.first != 1 && known.first != kMaxRows; });
    }
    const auto [it, fresh] = graphs_.try_emplace(n_rows, stack_.max_nodes() + 16);
    RowsGraph& g = it->second;
    if (fresh) {
        ggml_context* c = g.graph.context();
        g.input = Graph::input(ggml_new_tensor_2d(c, GGML_TYPE_F32, width(), n_rows));
        g.hidden = g.graph.output(stack_.build(g.graph, g.input, g.step, g.ops, probes_branches_ ? &g.probe : nullptr));
        ggml_tensor* last = ggml_view_1d(c, g.hidden, width(), static_cast<size_t>(n_rows - 1) * g.hidden->nb[1]);
        g.logits = g.graph.output(linear(c, head_, last));
        link_linears(g.graph.nodes());
        g.graph.allocate(*pool_);
    }
    return g;
}

}  // namespace phonoscope::lm
