#include "models/audio8/synthesis.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"

namespace phonoscope::audio8 {

namespace {

const SynthesisSettings& checked(const SynthesisSettings& s) {
    if (s.rescue_window < 0 || s.min_frames < 0) {
        throw ArgumentError("a synthesis setting is out of range");
    }
    return s;
}

}  // namespace

Audio8Synthesis::Audio8Synthesis(std::shared_ptr<Model> model, const SynthesisSettings& settings)
    : CodeSynthesis(model, settings.take, code_draw(settings.sampler), static_cast<uint32_t>(DrawStage::fast)),
      model_(std::move(model)),
      settings_(checked(settings)),
      rescue_(static_cast<size_t>(settings.rescue_window)) {
    start();
}

void Audio8Synthesis::push(Segment segment) {
    model_->language_model().embedder().check(segment.columns);
    const int64_t n_columns = std::ssize(segment.columns) / model_->config().column_size();
    if (segment.n_shared < 0 || segment.n_shared >= n_columns) {
        throw ArgumentError("a prompt must have columns of its own behind the shared ones");
    }
    SegmentJob job{.ref_codes = {}, .n_text_frames = 0, .n_prompt_rows = n_columns, .speak = {}};
    job.speak = [this, segment = std::move(segment)](const Attempt& attempt) { return speak(segment, attempt); };
    Synthesis::push(std::move(job));
}

Spoken Audio8Synthesis::speak(const Segment& segment, const Attempt& attempt) {
    const Clock::time_point began = Clock::now();
    Spoken spoken;
    ColumnEmbedder& embedder = model_->language_model().embedder();
    const Config& config = model_->config();
    const std::span<const int32_t> columns(segment.columns);
    const auto n_shared = static_cast<size_t>(segment.n_shared * config.column_size());
    model_->backbone().reset();
    const bool began_well = advance_backbone([&] {
        const auto n_restored = model_->begin_with(columns.first(n_shared), cancel_flag());
        spoken.n_restored_rows = n_restored.value_or(0);
        return n_restored.has_value();
    });
    const bool prefilled = began_well && run_backbone(embedder.rows(columns.subspan(n_shared)));
    spoken.prefill_ms = ms_between(began, Clock::now());
    if (!prefilled) {
        spoken.reason = backbone_stopped();
        return spoken;
    }
    rescue_.reset();
    std::vector<int32_t> column(static_cast<size_t>(config.column_size()));
    // The code as a token, and all codes as they were drawn (the codec clamps those it has no entry for).
    const auto next_row = [&](int64_t /*frame*/, std::span<const int32_t> codes, std::span<float> row) {
        column.front() = static_cast<int32_t>(config.semantic_begin) + codes.front();
        std::ranges::copy(codes, column.begin() + 1);
        embedder.embed(column, row);
    };
    const auto draw = [&](int64_t frame, std::span<const int32_t> /*history*/) { return draw_first(frame, attempt); };
    spoken.reason = speak_frames(
        {.max_frames = segment.max_frames, .n_text_frames = 0, .draw_first = draw, .next_row = next_row}, attempt);
    return spoken;
}

std::optional<lm::Choice> Audio8Synthesis::draw_first(int64_t frame, const Attempt& attempt) {
    const std::span<const float> logits = model_->backbone().logits();
    const auto end_of_speech = static_cast<int32_t>(logits.size()) - 1;
    scores_.assign(logits.begin(), logits.end());
    if (frame < settings_.min_frames) {
        scores_.back() = -std::numeric_limits<float>::infinity();
    }
    const auto draw = [&](const SamplerSettings& sampler, DrawStage stage) {
        const AddressedUniforms uniforms(attempt.seed, {.stage = static_cast<uint32_t>(stage),
                                                        .step = static_cast<uint32_t>(frame),
                                                        .codebook = 0,
                                                        .segment = static_cast<uint32_t>(attempt.segment)});
        return sampler_.choose(scores_, sampler, uniforms);
    };
    lm::Choice choice = draw(settings_.sampler, DrawStage::slow);
    if (settings_.sampler.do_sample && choice.token != end_of_speech && rescue_.repeats(choice.token)) {
        choice = draw(settings_.rescue, DrawStage::rescue);
    }
    if (choice.token == end_of_speech) {
        return std::nullopt;
    }
    rescue_.add(choice.token);
    return choice;
}

}  // namespace phonoscope::audio8
