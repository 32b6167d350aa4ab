#include "models/audio8/fast_model.hpp"

#include <cstring>

#include "base/finite.hpp"
#include "ops/linear.hpp"

namespace phonoscope::audio8 {

FastWeights load_fast(Weights& w, const Config& c) {
    FastWeights fast{.stack = load_stack(w, "fast.", c.fast),
                     .projection = {},
                     .token_embedding = w.matrix("fast.token_embd.weight", {c.fast.width, c.codebook_size}),
                     .head = w.matrix("fast.head.weight", {c.fast.width, c.codebook_size})};
    if (w.has("fast.proj.weight") || c.fast.width != c.slow.width) {
        fast.projection = load_linear(w, "fast.proj", c.slow.width, c.fast.width);
    }
    return fast;
}

// The cache stays f32: it holds one frame only.
FastModel::FastModel(const Config& config, const FastWeights& weights, ComputePool& pool)
    : config_(&config),
      weights_(&weights),
      pool_(&pool),
      stack_(weights.stack, config.n_codebooks, false, pool.n_threads()),
      graph_(static_cast<size_t>((config.n_codebooks - 1) * (config.fast.n_layers * 24 + 16)) + 16),
      choices_(static_cast<size_t>(config.n_codebooks - 1)) {
    build();
}

void FastModel::build() {
    ggml_context* c = graph_.context();
    stack_.reserve_positions(config_->n_codebooks);
    // Pass 0 sees two positions: the slow model's state, whose scores nobody asks for, then codebook 0.
    hidden_ = Graph::input(ggml_new_tensor_2d(c, GGML_TYPE_F32, config_->slow.width, 1));
    first_code_ = Graph::input(ggml_new_tensor_1d(c, GGML_TYPE_I32, 1));
    ggml_tensor* projected = weights_->projection.weight == nullptr ? hidden_ : apply(c, weights_->projection, hidden_);
    ggml_tensor* x = ggml_concat(c, projected, ggml_get_rows(c, weights_->token_embedding, first_code_), 1);
    for (int64_t i = 0; i + 1 < config_->n_codebooks; ++i) {
        Pass& pass = passes_.emplace_back();
        pass.owner = this;
        pass.index = i;
        pass.step.first_position = i == 0 ? 0 : i + 1;
        pass.step.first_recorded = i == 0 ? 1 : 0;
        ggml_tensor* h = stack_.build(graph_, x, pass.step, no_mixer_, ops_);
        ggml_tensor* last = ggml_view_1d(c, h, config_->fast.width, static_cast<size_t>(h->ne[1] - 1) * h->nb[1]);
        pass.logits = graph_.output(linear(c, weights_->head, last));
        ggml_tensor* sources[] = {pass.logits};
        ggml_tensor* id = ggml_custom_4d(
            c, GGML_TYPE_I32, 1, 1, 1, 1, sources, 1,
            [](ggml_tensor* dst, int ith, int nth, void* userdata) { draw(dst, dst->src[0], ith, nth, userdata); }, 1,
            &pass);
        if (i + 2 < config_->n_codebooks) {
            x = ggml_get_rows(c, weights_->token_embedding, id);
        } else {
            graph_.output(id);
        }
    }
    graph_.allocate(*pool_);
}

void FastModel::draw(ggml_tensor* dst, const ggml_tensor* logits, int ith, int /*nth*/, void* userdata) {
    if (ith != 0) {
        return;
    }
    const auto& pass = *static_cast<const Pass*>(userdata);
    FastModel& self = *pass.owner;
    const auto index = static_cast<size_t>(pass.index);
    const std::span<const float> scores(static_cast<const float*>(logits->data), static_cast<size_t>(logits->ne[0]));
    const AddressedUniforms uniforms(self.frame_->seed, {.stage = static_cast<uint32_t>(DrawStage::fast),
                                                         .step = self.frame_->frame,
                                                         .codebook = static_cast<uint32_t>(pass.index + 1),
                                                         .segment = self.frame_->segment});
    // Scores that are not finite raise an alarm once the graph is done; until then any code will do.
    const bool finite = all_finite(scores);
    Choice choice = finite ? self.sampler_.choose(scores, self.settings_, uniforms) : Choice{};
    if (!self.frame_->forced.empty()) {
        choice.token = self.frame_->forced[index];
    }
    self.choices_[index] = choice;
    *static_cast<int32_t*>(dst->data) = choice.token;
}

bool FastModel::run(const FrameRequest& frame, const std::atomic<bool>* cancel) {
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

void FastModel::prepare(const FrameRequest& frame) {
    frame_ = &frame;
    std::memcpy(hidden_->data, frame.hidden.data(), frame.hidden.size_bytes());
    *static_cast<int32_t*>(first_code_->data) = frame.first_code;
    const auto n_layers = static_cast<size_t>(stack_.config().n_layers);
    std::span<Magnitude> rows = taps_ != nullptr ? taps_->rows.reserve(passes_.size()) : std::span<Magnitude>();
    if (rows.size() < passes_.size() * n_layers) {
        rows = {};  // taps are off, or their buffer is full
    }
    for (Pass& pass : passes_) {
        pass.step.first_nonfinite = Step::kAllFinite;
        pass.step.capture = capture_;
        pass.step.magnitudes = rows.empty() ? rows : rows.subspan(static_cast<size_t>(pass.index) * n_layers, n_layers);
    }
}

void FastModel::raise_alarm(const FrameRequest& frame) {
    for (const Pass& pass : passes_) {
        const int64_t step = static_cast<int64_t>(frame.frame) * n_passes() + pass.index;
        if (const int64_t bad = pass.step.first_nonfinite.load(); bad != Step::kAllFinite) {
            const StackOperation operation = stack_.operation_of(bad);
            alarm_ = {.stage = "fast", .layer = operation.layer, .step = step, .operation = operation.name};
            return;
        }
        const std::span<const float> scores = logits(pass.index);
        if (!all_finite(scores)) {
            alarm_ = {.stage = "fast", .layer = stack_.config().n_layers, .step = step, .operation = "head"};
            return;
        }
    }
}

std::span<const float> FastModel::logits(int64_t pass) const {
    const ggml_tensor* t = passes_[static_cast<size_t>(pass)].logits;
    return {static_cast<const float*>(t->data), static_cast<size_t>(t->ne[0])};
}

}  // namespace phonoscope::audio8
