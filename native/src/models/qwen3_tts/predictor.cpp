#include "models/qwen3_tts/predictor.hpp"

#include <cstring>

#include "base/finite.hpp"
#include "ops/linear.hpp"

namespace phonoscope::qwen3_tts {

PredictorWeights load_predictor(Weights& w, const TalkerConfig& c) {
    PredictorWeights p;
    if (c.has_predictor_projection) {
        p.projection = w.matrix("code_pred.mtp_proj.weight", {c.talker.width, c.predictor.width});
        p.projection_bias = w.f32("code_pred.mtp_proj.bias", {c.predictor.width});
    }
    for (int64_t group = 0; group + 1 < c.n_code_groups; ++group) {
        const std::string g = std::to_string(group);
        p.code_embeddings.push_back(
            w.matrix("code_pred.codec_embd." + g + ".weight", {c.talker.width, c.codebook_size}));
        p.heads.push_back(w.matrix("code_pred.lm_head." + g + ".weight", {c.predictor.width, c.codebook_size}));
    }
    p.stack = load_stack(w, "code_pred.", c.predictor);
    return p;
}

// The cache stays f32: it holds a frame only, and predictor activations are known to leave the range of f16.
Predictor::Predictor(const TalkerConfig& config, const PredictorWeights& weights, ComputePool& pool)
    : config_(&config),
      weights_(&weights),
      pool_(&pool),
      stack_(weights.stack, config.n_code_groups, false, pool.n_threads()),
      graph_(static_cast<size_t>((config.n_code_groups - 1) * (config.predictor.n_layers * 16 + 16)) + 16),
      sampler_(static_cast<size_t>(config.codebook_size)),
      choices_(static_cast<size_t>(config.n_code_groups - 1)) {
    build();
}

void Predictor::build() {
    ggml_context* c = graph_.context();
    stack_.reserve_positions(config_->n_code_groups);
    const auto project = [&](ggml_tensor* x) {
        return weights_->projection == nullptr
                   ? x
                   : ggml_add(c, linear(c, weights_->projection, x), weights_->projection_bias);
    };
    // Pass 0 sees two positions: the talker's state, then the embedding of codebook 0.
    input_ = Graph::input(ggml_new_tensor_2d(c, GGML_TYPE_F32, config_->talker.width, 2));
    ggml_tensor* x = project(input_);
    for (int64_t i = 0; i + 1 < config_->n_code_groups; ++i) {
        Pass& pass = passes_.emplace_back();
        pass.owner = this;
        pass.index = i;
        pass.step.first_position = i == 0 ? 0 : i + 1;
        pass.step.first_recorded = i == 0 ? 1 : 0;
        ggml_tensor* h = stack_.build(c, x, pass.step, ops_);
        ggml_tensor* last = ggml_view_1d(c, h, config_->predictor.width, static_cast<size_t>(h->ne[1] - 1) * h->nb[1]);
        pass.logits = graph_.output(linear(c, weights_->heads[static_cast<size_t>(i)], last));
        ggml_tensor* sources[] = {pass.logits};
        ggml_tensor* id = ggml_custom_4d(
            c, GGML_TYPE_I32, 1, 1, 1, 1, sources, 1,
            [](ggml_tensor* dst, int ith, int nth, void* userdata) { draw(dst, dst->src[0], ith, nth, userdata); }, 1,
            &pass);
        if (i + 2 < config_->n_code_groups) {
            x = project(ggml_get_rows(c, weights_->code_embeddings[static_cast<size_t>(i)], id));
        } else {
            graph_.output(id);
        }
    }
    graph_.allocate(*pool_);
}

void Predictor::draw(ggml_tensor* dst, const ggml_tensor* logits, int ith, int /*nth*/, void* userdata) {
    if (ith != 0) {
        return;
    }
    const auto& pass = *static_cast<const Pass*>(userdata);
    Predictor& self = *pass.owner;
    const auto index = static_cast<size_t>(pass.index);
    const std::span<const float> scores(static_cast<const float*>(logits->data), static_cast<size_t>(logits->ne[0]));
    Choice choice = self.sampler_.choose(scores, {}, self.settings_, {}, self.frame_->seed,
                                         {.stage = static_cast<uint32_t>(DrawStage::predictor),
                                          .step = self.frame_->frame,
                                          .codebook = static_cast<uint32_t>(pass.index + 1),
                                          .segment = self.frame_->segment});
    if (!self.frame_->forced.empty()) {
        choice.token = self.frame_->forced[index];
    }
    self.choices_[index] = choice;
    *static_cast<int32_t*>(dst->data) = choice.token;
}

bool Predictor::run(const FrameRequest& frame, const std::atomic<bool>* cancel) {
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

void Predictor::prepare(const FrameRequest& frame) {
    frame_ = &frame;
    auto* input = static_cast<float*>(input_->data);
    std::memcpy(input, frame.hidden.data(), frame.hidden.size_bytes());
    std::memcpy(input + frame.hidden.size(), frame.code_embedding.data(), frame.code_embedding.size_bytes());
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

void Predictor::raise_alarm(const FrameRequest& frame) {
    for (const Pass& pass : passes_) {
        const int64_t step = static_cast<int64_t>(frame.frame) * n_passes() + pass.index;
        if (const int64_t bad = pass.step.first_nonfinite.load(); bad != Step::kAllFinite) {
            const StackOperation operation = stack_.operation_of(bad);
            alarm_ = {.stage = "predictor", .layer = operation.layer, .step = step, .operation = operation.name};
            return;
        }
        const std::span<const float> scores = logits(pass.index);
        if (!all_finite(scores)) {
            alarm_ = {.stage = "predictor", .layer = stack_.config().n_layers, .step = step, .operation = "head"};
            return;
        }
    }
}

std::span<const float> Predictor::logits(int64_t pass) const {
    const ggml_tensor* t = passes_[static_cast<size_t>(pass)].logits;
    return {static_cast<const float*>(t->data), static_cast<size_t>(t->ne[0])};
}

}  // namespace phonoscope::qwen3_tts
