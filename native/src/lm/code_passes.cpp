#include "lm/code_passes.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "base/finite.hpp"
#include "ops/embedding.hpp"
#include "ops/linear.hpp"

namespace phonoscope::lm {

// The cache stays f32: it holds one frame only, and the activations of such models are known to leave the range of f16.
CodePasses::CodePasses(std::string stage, const CodePassWeights& weights, ComputePool& pool)
    : stage_(std::move(stage)),
      weights_(&weights),
      stack_(weights.stack, std::ssize(weights.heads) + 1, false, pool.n_threads()),
      graph_(weights.heads.size() * (stack_.max_nodes() + 16) + 16),
      choices_(weights.heads.size()) {
    build();
    link_linears(graph_.nodes());
    graph_.allocate(pool);
}

ggml_tensor* CodePasses::project(ggml_tensor* rows) {
    return weights_->projection.weight == nullptr ? rows : apply(graph_.context(), weights_->projection, rows);
}

// The two positions of pass 0: the backbone's state, whose scores nobody asks for, then codebook 0.
ggml_tensor* CodePasses::first_rows() {
    ggml_context* c = graph_.context();
    const ggml_tensor* matrix = weights_->projection.weight;
    const int64_t state_width = matrix == nullptr ? stack_.config().width : matrix->ne[0];
    state_ = Graph::input(ggml_new_tensor_2d(c, GGML_TYPE_F32, state_width, 1));
    first_code_ = Graph::input(ggml_new_tensor_1d(c, GGML_TYPE_I32, 1));
    ggml_tensor* code = embedding_rows(c, weights_->embeddings.front(), first_code_);
    // Both at once where both are projected: the matrix is read once.
    return weights_->projects_codes ? project(ggml_concat(c, state_, code, 1))
                                    : ggml_concat(c, project(state_), code, 1);
}

void CodePasses::build() {
    ggml_context* c = graph_.context();
    const size_t n_passes = weights_->heads.size();
    stack_.reserve_positions(stack_.capacity());
    ggml_tensor* x = first_rows();
    for (size_t i = 0; i < n_passes; ++i) {
        Pass& pass = passes_.emplace_back();
        pass.owner = this;
        pass.index = i;
        pass.step.first_position = i == 0 ? 0 : static_cast<int64_t>(i) + 1;
        pass.step.first_recorded = i == 0 ? 1 : 0;
        ggml_tensor* h = stack_.build(graph_, x, pass.step, ops_);
        ggml_tensor* last = ggml_view_1d(c, h, h->ne[0], static_cast<size_t>(h->ne[1] - 1) * h->nb[1]);
        pass.logits = graph_.output(linear(c, weights_->heads[i], last));
        ggml_tensor* code = ggml_custom_4d(
            c, GGML_TYPE_I32, 1, 1, 1, 1, &pass.logits, 1,
            [](ggml_tensor* dst, int ith, int nth, void* userdata) { draw(dst, dst->src[0], ith, nth, userdata); }, 1,
            &pass);
        if (i + 1 < n_passes) {
            ggml_tensor* row = embedding_rows(c, weights_->embeddings[i + 1], code);
            x = weights_->projects_codes ? project(row) : row;
        } else {
            graph_.output(code);
        }
    }
}

void CodePasses::draw(ggml_tensor* dst, const ggml_tensor* logits, int ith, int /*nth*/, void* userdata) {
    if (ith != 0) {
        return;
    }
    auto& pass = *static_cast<Pass*>(userdata);
    CodePasses& self = *pass.owner;
    const FrameRequest& frame = *self.frame_;
    const std::span<const float> scores(static_cast<const float*>(logits->data), static_cast<size_t>(logits->ne[0]));
    DrawAddress at = frame.at;
    at.codebook = static_cast<uint32_t>(pass.index + 1);
    // Scores that are not finite raise an alarm once the graph is done; until then any code will do.
    pass.has_finite_logits = all_finite(scores);
    Choice choice = pass.has_finite_logits ? self.draw_code_(scores, frame.seed, at) : Choice{};
    if (!frame.forced.empty()) {
        choice.token = frame.forced[pass.index];
    }
    self.choices_[pass.index] = choice;
    *static_cast<int32_t*>(dst->data) = choice.token;
}

void CodePasses::check(const FrameRequest& frame) const {
    const int64_t n_first = weights_->embeddings.front().n_rows();
    const int64_t n_codes = weights_->heads.front()->ne[1];
    if (std::ssize(frame.state) != state_->ne[0] || frame.first_code < 0 || frame.first_code >= n_first) {
        throw ArgumentError("the state must have " + std::to_string(state_->ne[0]) +
                            " values, and the first code be in 0.." + std::to_string(n_first - 1));
    }
    const bool fit = std::ranges::all_of(frame.forced, [&](int32_t code) { return code >= 0 && code < n_codes; });
    if (!frame.forced.empty() && (!fit || std::ssize(frame.forced) != n_passes())) {
        throw ArgumentError("forced codes must be " + std::to_string(n_passes()) + " numbers in 0.." +
                            std::to_string(n_codes - 1));
    }
}

bool CodePasses::run(const FrameRequest& frame, const std::atomic<bool>* cancel) {
    alarm_.reset();
    prepare(frame);
    const bool completed = graph_.compute(cancel);
    frame_ = nullptr;
    if (!completed) {
        return false;
    }
    if (taps_ != nullptr && !passes_.front().step.magnitudes.empty()) {
        taps_->rows.commit(passes_.size());
    }
    raise_alarm(frame);
    return !alarm_;
}

void CodePasses::prepare(const FrameRequest& frame) {
    frame_ = &frame;
    std::memcpy(state_->data, frame.state.data(), frame.state.size_bytes());
    *static_cast<int32_t*>(first_code_->data) = frame.first_code;
    const auto n_layers = static_cast<size_t>(stack_.config().n_layers);
    std::span<Magnitude> rows = taps_ != nullptr ? taps_->rows.reserve(passes_.size()) : std::span<Magnitude>();
    if (rows.size() < passes_.size() * n_layers) {
        rows = {};  // taps are off, or their buffer is full
    }
    for (Pass& pass : passes_) {
        pass.step.first_nonfinite = Step::kAllFinite;
        pass.step.capture = capture_;
        pass.step.magnitudes = rows.empty() ? rows : rows.subspan(pass.index * n_layers, n_layers);
    }
}

void CodePasses::raise_alarm(const FrameRequest& frame) {
    for (const Pass& pass : passes_) {
        const int64_t step = static_cast<int64_t>(frame.at.step) * n_passes() + static_cast<int64_t>(pass.index);
        if (const int64_t bad = pass.step.first_nonfinite.load(); bad != Step::kAllFinite) {
            const StackOperation operation = stack_.operation_of(bad);
            alarm_ = {.stage = stage_, .layer = operation.layer, .step = step, .operation = operation.name};
            return;
        }
        if (!pass.has_finite_logits) {
            alarm_ = {.stage = stage_, .layer = stack_.config().n_layers, .step = step, .operation = "head"};
            return;
        }
    }
}

std::span<const float> CodePasses::logits(int64_t pass) const {
    const ggml_tensor* t = passes_[static_cast<size_t>(pass)].logits;
    return {static_cast<const float*>(t->data), static_cast<size_t>(t->ne[0])};
}

}  // namespace phonoscope::lm
